package resource

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/source"
)

// Field is what the engine knows of one struct field. The exported part is what the panel is told.
type Field struct {
	Name       string           `json:"name"`
	Kind       Kind             `json:"kind"`
	Ref        string           `json:"ref,omitempty"`
	Enum       string           `json:"enum,omitempty"`
	Many       bool             `json:"many,omitempty"`
	Required   bool             `json:"required,omitempty"`
	ReadOnly   bool             `json:"readOnly,omitempty"`
	CreateOnly bool             `json:"createOnly,omitempty"`
	WriteOnly  bool             `json:"writeOnly,omitempty"` // asked for, never answered
	Sensitive  bool             `json:"sensitive,omitempty"` // marked S: never in lists, each reading is recorded
	Masked     bool             `json:"masked,omitempty"`    // of those marked S: kept from the caller
	Sortable   bool             `json:"sortable,omitempty"`
	Min        int              `json:"min,omitempty"`
	Max        int              `json:"max,omitempty"`
	MinValue   *decimal.Decimal `json:"minValue,omitempty"`
	MaxValue   *decimal.Decimal `json:"maxValue,omitempty"`
	Pattern    string           `json:"pattern,omitempty"`
	// media types of its files, such as application/pdf and image/*; none: all that are taken
	Accept []string `json:"accept,omitempty"`
	Was    []string `json:"was,omitempty"` // what it was called before: what is kept under these names is its own

	// CurrencyField names the field whose currency an amount is in. The two are one value, see amounts.go.
	CurrencyField string `json:"currencyField,omitempty"`
	// names the field that says what an amount is paid for, such as an hour; "" where its name does
	UnitField string   `json:"-"`
	Fields    []*Field `json:"fields,omitempty"`

	Personal bool `json:"-"` // says who somebody is: the audit log keeps its values apart, until the person is forgotten
	Secret   bool `json:"-"` // a password or token: kept exactly as it came
	OrNull   bool `json:"-"` // a text that is null, not empty, while it is not set
	Distinct bool `json:"-"` // a list of texts each of which is once in it, in capitals or not
	Foreign  bool `json:"-"` // JSON of another system, whose names are its own

	Column  string       `json:"-"` // "" when it is computed
	Folded  bool         `json:"-"` // <Column>_fold holds the form for searching and sorting
	Keyed   bool         `json:"-"` // <Column>_key holds the form in which two addresses of one mailbox are the same
	Listed  bool         `json:"-"` // <Column>_keys lists what the record is found by for it, see SearchKeys
	From    string       `json:"-"` // "clientId.name": read from the record a reference names
	Derived *Derivation  `json:"-"` // what the engine fills it with; nil for what is written
	Type    reflect.Type `json:"-"` // of the element when Many
	Enums   *enum.List   `json:"-"`

	index   []int
	group   string      // of a column of a file: the name of the field it is a part of
	member  enum.Choice // of such a column: which of the numbers of the map it is
	pointer bool
	worded  bool
	pattern *regexp.Regexp
	history string // "reason" or "comment": what an input is in the entry that the action leaves; "-" is neither
	owner   string // "client" or "legalEntity": what of an element says whose it is, where it is no reference
	place   string // path, query or header: where an input field is read; "" is the body
	alias   string // its name there
}

// In returns the field's value within v, a struct.
func (f *Field) In(v reflect.Value) reflect.Value {
	at := v.FieldByIndex(f.index)
	if f.member.Value == "" {
		return at
	}
	if number := at.MapIndex(reflect.ValueOf(f.member.Value)); number.IsValid() {
		return number
	}
	return reflect.Zero(f.Type)
}

// Nullable says whether the field distinguishes "none" from its zero value.
func (f *Field) Nullable() bool { return f.pointer }

// HasText says whether values are texts a person wrote.
func (f *Field) HasText() bool { return f.Type.Kind() == reflect.String && f.Type != dateType }

var fieldCache sync.Map // reflect.Type → []*Field or error

// FieldsOf returns the fields of a struct type in order, those of embedded structs in their place.
func FieldsOf(t reflect.Type) ([]*Field, error) {
	if had, ok := fieldCache.Load(t); ok {
		fs, _ := had.([]*Field)
		err, _ := had.(error)
		return fs, err
	}
	fs, err := fieldsOf(t, nil)
	if err != nil {
		fieldCache.Store(t, err)
		return nil, err
	}
	pairAmounts(fs)
	fieldCache.Store(t, fs)
	return fs, nil
}

// fieldsOf fails with all that is wrong with the tags of the struct, each a fieldError.
func fieldsOf(t reflect.Type, prefix []int) ([]*Field, error) {
	var out []*Field
	var wrong []error
	for i := range t.NumField() {
		sf := t.Field(i)
		sf.Tag = source.Tag(t, i)
		index := append(slices.Clone(prefix), i)
		if sf.Anonymous && sf.Type.Kind() == reflect.Struct && sf.Tag.Get("json") == "" {
			inner, err := fieldsOf(sf.Type, index)
			out, wrong = append(out, inner...), append(wrong, err)
			continue
		}
		name, _, _ := strings.Cut(sf.Tag.Get("json"), ",")
		if !sf.IsExported() || name == "-" {
			continue
		}
		f, err := fieldOf(sf, name)
		_, isInner := errors.AsType[*fieldError](err)
		switch {
		case isInner: // of the object that the field holds
			wrong = append(wrong, err)
		case err != nil:
			wrong = append(wrong, &fieldError{t, i, err})
		default:
			f.index = index
			out = append(out, f)
		}
	}
	return out, errors.Join(wrong...)
}

func fieldOf(sf reflect.StructField, name string) (*Field, error) {
	f := &Field{Name: name, From: sf.Tag.Get("from"), Pattern: sf.Tag.Get("pattern"), owner: sf.Tag.Get("owner")}
	if f.owner != "" && f.owner != owner && f.owner != entityOwner {
		return nil, fmt.Errorf("owner %q is neither %s nor %s", f.owner, owner, entityOwner)
	}
	for _, place := range []string{"path", "query", "header"} {
		if alias := sf.Tag.Get(place); alias != "" {
			f.place, f.alias = place, alias
			f.Name = cmpOr(f.Name, alias)
		}
	}
	if f.Name == "" {
		return nil, fmt.Errorf("no json name")
	}
	if err := f.readType(sf); err != nil {
		return nil, err
	}
	if err := f.readChecks(sf.Tag.Get("check")); err != nil {
		return nil, err
	}
	if f.Pattern != "" {
		re, err := regexp.Compile(`^(?:` + f.Pattern + `)$`)
		if err != nil {
			return nil, err
		}
		f.pattern = re
	}
	if f.history = sf.Tag.Get("history"); f.history != "" &&
		!slices.Contains([]string{inReason, inComment, "-"}, f.history) {
		return nil, fmt.Errorf("history %q is neither %s nor %s", f.history, inReason, inComment)
	}
	if err := f.readAccept(sf.Tag.Get("accept")); err != nil {
		return nil, err
	}
	if err := f.readDerivation(sf.Tag.Get("derived")); err != nil {
		return nil, err
	}
	if was := sf.Tag.Get("was"); was != "" {
		f.Was = strings.Split(was, ",")
	}
	f.readStorage(sf.Tag.Get("store"))
	return f, nil
}

func (f *Field) readType(sf reflect.StructField) error {
	t := sf.Type
	f.worded = t.Implements(wordedType)
	if t.Kind() == reflect.Pointer {
		f.pointer, t = true, t.Elem()
	}
	if t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8 {
		f.Many, t = true, t.Elem()
	}
	f.Type = t
	tag, ref, _ := strings.Cut(sf.Tag.Get("kind"), ":")
	f.Kind, f.Ref = Kind(tag), ref
	if f.Kind == "" {
		k, err := kindOf(t)
		if err != nil {
			return err
		}
		f.Kind = k
	}
	if !kinds[f.Kind] {
		return fmt.Errorf("unknown kind %q", f.Kind)
	}
	if t.Implements(enumType) {
		e := reflect.Zero(t).Interface().(enum.Type).Enum()
		f.Enum, f.Enums = e.Name, &e
	}
	if f.Kind == Object {
		inner, err := FieldsOf(t)
		if err != nil {
			return err
		}
		f.Fields = inner
	}
	return nil
}

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
	if (name == "min" || name == "max") && isNumber(f) && !f.Many {
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

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// Find returns the field of that name, or the one that was called so before; nil when there is neither.
func Find(fs []*Field, name string) *Field {
	for _, f := range fs {
		if f.Name == name {
			return f
		}
	}
	for _, f := range fs {
		if slices.Contains(f.Was, name) {
			return f
		}
	}
	return nil
}

// WasColumn says whether the field was stored in a column of that name before.
func (f *Field) WasColumn(name string) bool {
	return slices.ContainsFunc(f.Was, func(was string) bool { return snake(was) == name })
}
