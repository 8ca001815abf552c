package field

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/source"
)

func (f *Field) readChecks(tag string) error {
	for rule := range strings.SplitSeq(tag, ",") {
		name, arg, _ := strings.Cut(rule, "=")
		if err := f.readCheck(name, arg); err != nil {
			return fmt.Errorf("check %q: %w", rule, err)
		}
	}
	return nil
}

func (f *Field) readCheck(name, arg string) (err error) {
	if (name == "min" || name == "max") && IsNumber(f) && !f.Many {
		return fmt.Errorf("the bound of a number is called %svalue", name)
	}
	switch name {
	case "":
	case "required": // there has to be a value
		f.Required = true
	case "readonly": // what a caller sends for it is ignored
		f.ReadOnly = true
	case "createonly": // set when the record is made, and never changed
		f.CreateOnly = true
	case "writeonly": // sent, and never answered
		f.WriteOnly = true
	case "sensitive": // personal, never in lists, and each reading is recorded
		f.Sensitive, f.Personal = true, true
	case "personal": // says who somebody is: masked in the audit log, erased with the person
		f.Personal = true
	case "secret": // a password or token: kept exactly as it came
		f.Secret = true
	case "ornull": // a text that is null, not empty, while it is not set
		f.OrNull = true
	case "distinct": // a list of texts each of which is once in it
		f.Distinct = true
	case "foreign": // JSON of another system, whose names are its own
		f.Foreign = true
	case "min": // the fewest characters, or entries of a list
		f.Min, err = strconv.Atoi(arg)
	case "max": // the most characters, or entries of a list
		f.Max, err = strconv.Atoi(arg)
	case "minvalue": // the lowest number
		f.MinValue, err = decimalOf(arg)
	case "maxvalue": // the highest number
		f.MaxValue, err = decimalOf(arg)
	default:
		return fmt.Errorf("unknown rule")
	}
	return err
}

func decimalOf(s string) (*decimal.Decimal, error) {
	d, err := decimal.Parse(s)
	return &d, err
}

var mediaType = regexp.MustCompile(`^[a-z]+/([a-z0-9.+-]+|\*)$`)

func (f *Field) readAccept(tag string) error {
	if tag == "" {
		return nil
	}
	if f.Kind != File {
		return fmt.Errorf("accept %q: only a field of kind file holds files of chosen types", tag)
	}
	for one := range strings.SplitSeq(tag, ",") {
		if !mediaType.MatchString(one) {
			return fmt.Errorf("accept %q: a media type is written as application/pdf or image/*", one)
		}
		f.Accept = append(f.Accept, one)
	}
	return nil
}

func (f *Field) readStorage(tag string) {
	f.Column = snake(f.Name)
	switch {
	case tag == "-" || f.From != "":
		f.Column = ""
		f.ReadOnly = f.ReadOnly || f.From != ""
	default:
		for option := range strings.SplitSeq(tag, ",") {
			f.Folded = f.Folded || option == "fold"
			f.Keyed = f.Keyed || option == "key"
			f.Listed = f.Listed || option == "keys"
		}
	}
}

// snake turns a JSON name into its column: lastUpdated → last_updated.
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// TagError is what is wrong with the tags of a field.
type TagError struct {
	of    reflect.Type
	index int
	error
}

// Error names the type and its field.
func (e *TagError) Error() string {
	return e.of.String() + "." + e.of.Field(e.index).Name + ": " + e.error.Error()
}

// Line is where the field is written.
func (e *TagError) Line() string { return source.Field(e.of, []int{e.index}) }
