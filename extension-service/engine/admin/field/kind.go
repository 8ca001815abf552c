package field

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/money"
)

// Kind says what a field means, which decides its column, its rules, its schema and its input on the screen.
type Kind string

// The kinds. Most follow from the Go type; the tag kind:"…" states the others.
const (
	ID         Kind = "id"         // the number of the record itself
	Text       Kind = "text"       // one line
	LongText   Kind = "longtext"   // several lines
	HTML       Kind = "html"       // formatted text, of which only harmless elements are kept
	Int        Kind = "int"        // a whole number
	Dec        Kind = "decimal"    // a number with four decimals, exact: decimal.Decimal
	Money      Kind = "money"      // an amount; its currency is the field of kind currency beside it
	Percent    Kind = "percent"    // a percentage
	Bool       Kind = "bool"       // yes or no
	DateKind   Kind = "date"       // a day without a time: date.Date
	Instant    Kind = "instant"    // a moment: time.Time
	EnumKind   Kind = "enum"       // one of the values of a type with a method Enum
	Reference  Kind = "ref"        // the id of a record of another resource, as ref:client
	Object     Kind = "object"     // a struct within the record
	JSON       Kind = "json"       // any JSON
	MessageKey Kind = "messageKey" // the key of a text, which is shown instead
	Email      Kind = "email"      // an e-mail address
	Phone      Kind = "phone"      // a phone number, kept in the form of E.164
	URL        Kind = "url"        // a web address
	Country    Kind = "country"    // a country, by its ISO code
	Currency   Kind = "currency"   // a currency, by its ISO code: money.Currency
	Locale     Kind = "locale"     // a language, such as de
	Code       Kind = "code"       // a code, such as that of a client: shown in type of one width
	File       Kind = "file"       // an upload; the tag accept says of which types
	Image      Kind = "image"      // an uploaded image
	Staff      Kind = "staff"      // the id of a member of staff
)

var kinds = map[Kind]bool{
	ID: true, Text: true, LongText: true, HTML: true, Int: true, Dec: true, Money: true, Percent: true, Bool: true,
	DateKind: true, Instant: true, EnumKind: true, Reference: true, Object: true, JSON: true, MessageKey: true,
	Email: true,
	Phone: true, URL: true, Country: true, Currency: true, Locale: true, Code: true, File: true, Image: true, Staff: true,
}

// Options lists the kinds.
func (Kind) Options() []string {
	var out []string
	for k := range kinds {
		out = append(out, string(k))
	}
	slices.Sort(out)
	return out
}

// The Go types of instants, days and exact numbers.
var (
	TimeType    = reflect.TypeFor[time.Time]()
	DateType    = reflect.TypeFor[date.Date]()
	DecimalType = reflect.TypeFor[decimal.Decimal]()
)

var (
	enumType     = reflect.TypeFor[enum.Type]()
	numberType   = reflect.TypeFor[decimal.Number]()
	rateUnitType = reflect.TypeFor[money.RateUnit]()
	wordedType   = reflect.TypeFor[Worded]()
)

// kindOf is the kind that follows from a Go type alone.
func kindOf(t reflect.Type) (Kind, error) {
	switch {
	case t == TimeType:
		return Instant, nil
	case t == DateType:
		return DateKind, nil
	case t == DecimalType || t.Implements(numberType):
		return Dec, nil
	case t.Implements(enumType):
		return EnumKind, nil
	case t.Implements(schemaType):
		return JSON, nil
	}
	switch t.Kind() {
	case reflect.String:
		return Text, nil
	case reflect.Bool:
		return Bool, nil
	case reflect.Int, reflect.Int64:
		return Int, nil
	case reflect.Struct:
		return Object, nil
	case reflect.Map, reflect.Interface:
		return JSON, nil
	}
	return "", fmt.Errorf("no kind for %s", t)
}
