package field

import (
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/jsontext"
)

// Normalise brings every text of the fields into the stored form ("Conventions", text): line feeds, NFC, trimmed.
func Normalise(fs []*Field, v reflect.Value) {
	for _, f := range fs {
		if f.ReadOnly {
			continue
		}
		Each(f, f.In(v), func(x reflect.Value, _ string) {
			switch {
			case f.Kind == Object:
				Normalise(f.Fields, x)
			case x.Kind() != reflect.String || f.Kind == JSON || f.Secret:
			case f.Kind == Phone:
				x.SetString(canonical.Phone(x.String(), countryOf(fs, v)))
			case f.Kind == Email:
				x.SetString(canonical.Email(NormaliseText(x.String())))
			case f.Kind == Locale:
				x.SetString(canonical.Locale(x.String()))
			default:
				x.SetString(NormaliseText(x.String()))
			}
		})
		if list := f.In(v); f.Distinct && (f.Max == 0 || list.Len() <= f.Max) { // a longer one is refused as it was sent
			dropRepeated(list)
		}
	}
}

// dropRepeated leaves out of a list of texts those that an earlier one equals but for capitals, white space and what
// shows nothing.
func dropRepeated(list reflect.Value) {
	seen, n := map[string]bool{}, 0
	for i := range list.Len() {
		text := list.Index(i).String()
		key := strings.ToLower(strings.Join(strings.FieldsFunc(text, canonical.IsInvisible), " "))
		if key != "" && seen[key] {
			continue
		}
		seen[key] = true
		list.Index(n).SetString(text)
		n++
	}
	if n < list.Len() {
		list.Set(list.Slice(0, n))
	}
}

// ReadLine is a text of one line in its stored form, as a field of a kind has it, with the message about what is wrong
// with it; "" is nothing. It is for texts that stand in no field.
func ReadLine(kind Kind, text string) (stored, wrong string) {
	line := struct{ Text string }{text}
	f := &Field{Kind: kind, Type: reflect.TypeFor[string](), Index: []int{0}}
	Normalise([]*Field{f}, reflect.ValueOf(&line).Elem())
	if line.Text != "" {
		wrong, _ = f.wrongText(line.Text)
	}
	return line.Text, wrong
}

// countryOf is the country that a record is of: that of its own field, else of its address; "" where neither says one.
// A phone number that is written as within a country is read by it.
func countryOf(fs []*Field, v reflect.Value) string {
	for _, f := range fs {
		if f.Kind == Country && !f.Many && f.Type.Kind() == reflect.String && !f.Nullable() {
			return strings.TrimSpace(f.In(v).String())
		}
	}
	for _, f := range fs {
		if f.Kind == Object && f.Type == addressType && !f.Many && !f.Nullable() {
			return countryOf(f.Fields, f.In(v))
		}
	}
	return ""
}

var addressType = reflect.TypeFor[postal.Address]()

// NormaliseText is the form in which a text is stored. One that shows nothing is empty.
func NormaliseText(s string) string {
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	s = strings.TrimSpace(norm.NFC.String(s))
	if !strings.ContainsFunc(s, unicode.IsControl) && canonical.IsBlank(s) {
		return ""
	}
	return s
}

// Each visits the value of a field, or every element of a list, with its path behind the field's.
func Each(f *Field, v reflect.Value, visit func(v reflect.Value, path string)) {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if !f.Many {
		visit(v, "")
		return
	}
	for i := range v.Len() {
		visit(v.Index(i), fmt.Sprintf("[%d]", i))
	}
}

// NormaliseTexts brings what did not come as JSON into the stored form: every text of the fields of v, a pointer to a
// struct.
func NormaliseTexts(v any) error {
	rv := reflect.ValueOf(v).Elem()
	fs, err := List(rv.Type())
	if err == nil {
		Normalise(fs, rv)
	}
	return err
}

// Validate holds v, a pointer to a struct, against the checks of its fields and names every wrong one.
func Validate(v any) error {
	rv := reflect.ValueOf(v).Elem()
	fs, err := List(rv.Type())
	if err != nil {
		return err
	}
	bad := fault.Validation()
	CheckValues(fs, rv, "", bad)
	return bad.OrNil()
}

// CheckValues adds to bad every value of v that breaks a rule of its field; path stands before their names.
func CheckValues(fs []*Field, v reflect.Value, path string, bad *fault.Error) {
	for _, f := range fs {
		if f.ReadOnly {
			continue
		}
		x, at := f.In(v), path+f.Name
		if IsEmpty(x) {
			if f.Required {
				bad.Field(at, "validation.required", nil)
			}
			continue
		}
		if f.Many && f.Max > 0 && x.Len() > f.Max {
			bad.Field(at, "validation.maxItems", map[string]any{"max": f.Max})
		}
		Each(f, x, func(x reflect.Value, i string) {
			if f.Kind == Object {
				CheckValues(f.Fields, x, at+i+".", bad)
				return
			}
			if message, params := f.brokenRule(x); message != "" {
				bad.Field(at+i, message, params)
			}
		})
	}
}

// IsEmpty is what passes every rule except required.
func IsEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Pointer, reflect.Interface:
		return v.IsNil()
	case reflect.Struct:
		return v.IsZero()
	}
	return false
}

// earliestDay is the earliest day that a date or an instant can mean; an earlier one is a year that was typed wrongly.
const earliestDay = "1900-01-01"

// isTooEarly says whether a value is a date or an instant before that.
func isTooEarly(v reflect.Value) bool {
	switch v.Type() {
	case DateType:
		return v.String() != "" && v.String() < earliestDay
	case TimeType:
		at, _ := reflect.TypeAssert[time.Time](v)
		return !at.IsZero() && at.Year() < 1900
	}
	return false
}

// brokenRule returns the message of the first rule that one value breaks.
func (f *Field) brokenRule(v reflect.Value) (string, map[string]any) {
	switch {
	case isTooEarly(v):
		return "validation.after", map[string]any{"min": earliestDay}
	case v.Kind() == reflect.String:
		return f.wrongText(v.String())
	case (f.Kind == Reference || f.Kind == ID) && v.Int() == 0 && f.Required:
		return "validation.required", nil
	case (f.Kind == ID || f.Kind == Staff) && v.CanInt() && (v.Int() < 0 || v.Int() > MaxID):
		return "validation.integer", nil
	case f.Type == DecimalType || v.CanInt():
		return f.wrongNumber(v)
	}
	return "", nil
}

func (f *Field) wrongNumber(v reflect.Value) (string, map[string]any) {
	n := decimal.Decimal(v.Int())
	if own, ok := reflect.TypeAssert[decimal.Number](v); ok {
		n = own.Bound()
	} else if f.Type != DecimalType {
		if v.Int() > MaxID || v.Int() < -MaxID {
			return "validation.integer", nil
		}
		n = decimal.ClampInt(v.Int())
	}
	switch {
	case f.Kind == Reference && v.Int() < 0:
		return "validation.reference", nil
	case f.MinValue != nil && n < *f.MinValue:
		return "validation.minValue", map[string]any{"min": *f.MinValue}
	case f.MaxValue != nil && n > *f.MaxValue:
		return "validation.maxValue", map[string]any{"max": *f.MaxValue}
	}
	return "", nil
}

// MaxID is the largest id: the largest whole number that a double carries unchanged.
const MaxID = 1<<53 - 1

func (f *Field) wrongText(s string) (string, map[string]any) {
	n := utf8.RuneCountInString(s)
	if message := f.wrongCharacter(s); message != "" {
		return message, nil
	}
	switch {
	case !f.Many && f.Max > 0 && n > f.Max && f.Kind != Phone: // of which the form says the length
		return "validation.max", map[string]any{"max": f.Max}
	case n < f.Min:
		return "validation.min", map[string]any{"min": f.Min}
	case f.Enums != nil && !slices.Contains(f.Enums.Values, s):
		return "validation.oneOf", map[string]any{"values": f.Enums.Values}
	case f.pattern != nil && !f.pattern.MatchString(s):
		return "validation.regex", map[string]any{"pattern": f.Pattern}
	case f.Kind == Phone:
		return canonical.WrongPhone(s), nil
	}
	if rule, ok := formats[f.Kind]; ok && !rule.pass(s) {
		return rule.message, nil
	}
	return "", nil
}

// severalLines are the kinds whose texts have line ends and tab stops, and may be written in both directions.
var severalLines = map[Kind]bool{LongText: true, HTML: true, JSON: true}

// wrongCharacter is the message of the first character that a text of the field's kind does not have.
func (f *Field) wrongCharacter(s string) string {
	return WrongCharacter(s, severalLines[f.Kind] || f.Secret)
}

// WrongCharacter is the message of the first character that no text may have: a control character, and in a text of one
// Line its end and those that change the direction in which it is read. "" is none.
func WrongCharacter(s string, isOfSeveralLines bool) string {
	switch {
	case strings.ContainsFunc(s, control):
		return "validation.control"
	case isOfSeveralLines:
	case strings.ContainsFunc(s, canonical.IsLineEnd):
		return "validation.oneLine"
	case strings.ContainsFunc(s, canonical.IsDirection):
		return "validation.direction"
	}
	return ""
}

// control is any control character but line feed and tab.
func control(r rune) bool { return r != '\n' && r != '\t' && unicode.IsControl(r) }

var (
	keyPattern      = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,150}$`)
	localePattern   = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)
	currencyPattern = regexp.MustCompile(`^[A-Z]{3}$`)
)

// formats are the rules that come with a kind.
var formats = map[Kind]struct {
	pass    func(string) bool
	message string
}{
	Email: {canonical.IsEmail, "validation.email"},
	URL:   {ValidURL, "validation.url"},
	MessageKey: {func(s string) bool {
		return keyPattern.MatchString(s) && !jsontext.IsReserved(s)
	}, "validation.messageKey"},
	Locale:   {localePattern.MatchString, "validation.locale"},
	Country:  {postal.IsCountry, "validation.country"},
	Currency: {currencyPattern.MatchString, "validation.currency"},
}

// ValidURL is the rule of web addresses: http or https, with a host, without blanks, quotes and characters that show
// nothing.
func ValidURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" &&
		!strings.ContainsFunc(s, isNoAddress)
}

// isNoAddress says which characters an address of the web has only percent-encoded.
func isNoAddress(r rune) bool {
	return canonical.IsInvisible(r) || unicode.In(r, unicode.Pi, unicode.Pf) ||
		strings.ContainsRune("\"'`<>\\^{|}\u201a\u201e\u00b4", r)
}

// CheckDistinct adds to bad the entries of a list, such as "languages[%d].code", whose key an earlier one has.
func CheckDistinct[T any, K comparable](list []T, key func(T) K, at string, bad *fault.Error) {
	seen := make(map[K]bool, len(list))
	for i, one := range list {
		k := key(one)
		if seen[k] {
			bad.Field(fmt.Sprintf(at, i), "validation.duplicate", nil)
		}
		seen[k] = true
	}
}
