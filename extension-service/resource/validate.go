package resource

import (
	"fmt"
	"net/mail"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"poolkeeper.example/extension-service/fault"
)

// normalise brings every text of the fields into the stored form ("Conventions", text): line feeds, NFC, trimmed.
func normalise(fs []*Field, v reflect.Value) {
	for _, f := range fs {
		if f.ReadOnly {
			continue
		}
		each(f, f.In(v), func(x reflect.Value, _ string) {
			switch {
			case f.Kind == Object:
				normalise(f.Fields, x)
			case x.Kind() == reflect.String && f.Kind == Phone:
				x.SetString(normalisePhone(x.String()))
			case x.Kind() == reflect.String && f.Kind != JSON && !f.Secret:
				x.SetString(NormaliseText(x.String()))
			}
		})
	}
}

// NormaliseText is the form in which a text is stored.
func NormaliseText(s string) string {
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	return strings.TrimSpace(norm.NFC.String(s))
}

// written is what people put between the digits of a phone number; the (0) of many countries is not dialled from abroad.
var written = strings.NewReplacer("(0)", "", " ", "", "\u00a0", "", "\u202f", "", "\t", "", "-", "", "\u2010", "", "\u2011", "", "\u2013", "", ".", "", "/", "", "(", "", ")", "")

// normalisePhone brings a phone number with its country code into the form of E.164. What is none stays wrong.
func normalisePhone(s string) string {
	s = written.Replace(NormaliseText(s))
	if digits, ok := strings.CutPrefix(s, "00"); ok {
		return "+" + digits
	}
	return s
}

// each visits the value of a field, or every element of a list, with its path behind the field's.
func each(f *Field, v reflect.Value, visit func(v reflect.Value, path string)) {
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

// Tidy brings what did not come as JSON into the stored form: every text of the fields of v, a pointer to a struct.
func Tidy(v any) error {
	rv := reflect.ValueOf(v).Elem()
	fs, err := FieldsOf(rv.Type())
	if err == nil {
		normalise(fs, rv)
	}
	return err
}

// Validate holds v, a pointer to a struct, against the checks of its fields and names every wrong one.
func Validate(v any) error {
	rv := reflect.ValueOf(v).Elem()
	fs, err := FieldsOf(rv.Type())
	if err != nil {
		return err
	}
	bad := fault.Validation()
	validate(fs, rv, "", bad)
	return bad.Or()
}

func validate(fs []*Field, v reflect.Value, path string, bad *fault.Error) {
	for _, f := range fs {
		if f.ReadOnly {
			continue
		}
		x, at := f.In(v), path+f.Name
		if empty(x) {
			if f.Required {
				bad.Field(at, "validation.required", nil)
			}
			continue
		}
		if f.Many && f.Max > 0 && x.Len() > f.Max {
			bad.Field(at, "validation.maxItems", map[string]any{"max": f.Max})
		}
		each(f, x, func(x reflect.Value, i string) {
			if f.Kind == Object {
				validate(f.Fields, x, at+i+".", bad)
				return
			}
			if message, params := f.wrong(x); message != "" {
				bad.Field(at+i, message, params)
			}
		})
	}
}

// empty is what passes every rule except required.
func empty(v reflect.Value) bool {
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

// wrong returns the message of the first rule that one value breaks.
func (f *Field) wrong(v reflect.Value) (string, map[string]any) {
	switch {
	case v.Kind() == reflect.String:
		return f.wrongText(v.String())
	case (f.Kind == Reference || f.Kind == ID) && v.Int() == 0 && f.Required:
		return "validation.required", nil
	case f.Kind == ID && v.CanInt() && (v.Int() < 0 || v.Int() > maxID):
		return "validation.integer", nil
	case f.Type == decimalType || v.CanInt():
		return f.wrongNumber(v)
	}
	return "", nil
}

func (f *Field) wrongNumber(v reflect.Value) (string, map[string]any) {
	n := Decimal(v.Int())
	if own, ok := reflect.TypeAssert[Number](v); ok {
		n = own.Bound()
	} else if f.Type != decimalType {
		if v.Int() > maxID || v.Int() < -maxID {
			return "validation.integer", nil
		}
		if n = Whole(v.Int()); v.Int() > maxDecimal/decimalOne {
			n = maxDecimal
		}
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

const maxID = 1<<53 - 1

func (f *Field) wrongText(s string) (string, map[string]any) {
	n := utf8.RuneCountInString(s)
	switch {
	case strings.ContainsFunc(s, control):
		return "validation.control", nil
	case !f.Many && f.Max > 0 && n > f.Max:
		return "validation.max", map[string]any{"max": f.Max}
	case n < f.Min:
		return "validation.min", map[string]any{"min": f.Min}
	case f.Enums != nil && !slices.Contains(f.Enums.Values, s):
		return "validation.oneOf", map[string]any{"values": f.Enums.Values}
	case f.pattern != nil && !f.pattern.MatchString(s):
		return "validation.regex", map[string]any{"pattern": f.Pattern}
	}
	if rule, ok := formats[f.Kind]; ok && !rule.pass(s) {
		return rule.message, nil
	}
	return "", nil
}

// control is any control character but line feed and tab.
func control(r rune) bool { return r != '\n' && r != '\t' && unicode.IsControl(r) }

var (
	phonePattern    = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)
	keyPattern      = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,150}$`)
	localePattern   = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)
	currencyPattern = regexp.MustCompile(`^[A-Z]{3}$`)
)

// formats are the rules that come with a kind.
var formats = map[Kind]struct {
	pass    func(string) bool
	message string
}{
	Email:      {ValidEmail, "validation.email"},
	Phone:      {phonePattern.MatchString, "validation.phone"},
	URL:        {ValidURL, "validation.url"},
	MessageKey: {keyPattern.MatchString, "validation.messageKey"},
	Locale:     {localePattern.MatchString, "validation.locale"},
	Country:    {validCountry, "validation.country"},
	Currency:   {currencyPattern.MatchString, "validation.currency"},
}

// ValidEmail is the rule "email": at most 254 characters, one @, a domain with a dot, no spaces.
func ValidEmail(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	if !ok || local == "" || len(s) > 254 || strings.Contains(domain, "@") || strings.ContainsFunc(s, unicode.IsSpace) {
		return false
	}
	dot := strings.LastIndexByte(domain, '.')
	if dot <= 0 || dot == len(domain)-1 {
		return false
	}
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s
}

// validCountry says whether s is the two-letter code of a country.
func validCountry(s string) bool {
	r, err := language.ParseRegion(s)
	return err == nil && len(s) == 2 && r.IsCountry() && r.String() == s
}

// ValidURL is the rule of web addresses: http or https, with a host.
func ValidURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}
