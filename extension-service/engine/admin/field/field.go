// Package field reads of a struct what the engine knows of its fields, and by that reads, checks, writes and describes
// their values.
package field

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
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
	// Names the field that says what an amount is paid for, such as an hour; "" where its name does
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

	Index    []int       `json:"-"` // in the struct, see reflect
	Group    string      `json:"-"` // of a column of a file: the name of the field it is a part of
	Member   enum.Choice `json:"-"` // of such a column: which of the numbers of the map it is
	IsWorded bool        `json:"-"` // its values are Worded
	History  string      `json:"-"` // "reason", "comment" or "-": what an input is in the entry that the action leaves
	Owner    string      `json:"-"` // "client" or "legalEntity": whose an element is, where it is no reference
	Place    string      `json:"-"` // path, query or header: where an input field is read; "" is the body
	Alias    string      `json:"-"` // its name there

	pointer bool
	pattern *regexp.Regexp
}

// In returns the field's value within v, a struct.
func (f *Field) In(v reflect.Value) reflect.Value {
	at := v.FieldByIndex(f.Index)
	if f.Member.Value == "" {
		return at
	}
	if number := at.MapIndex(reflect.ValueOf(f.Member.Value)); number.IsValid() {
		return number
	}
	return reflect.Zero(f.Type)
}

// Nullable says whether the field distinguishes "none" from its zero value.
func (f *Field) Nullable() bool { return f.pointer }

// HasText says whether values are texts a person wrote.
func (f *Field) HasText() bool { return f.Type.Kind() == reflect.String && f.Type != DateType }

var fieldCache sync.Map // reflect.Type → []*Field or error

// List returns the fields of a struct type in order, those of embedded structs in their place.
func List(t reflect.Type) ([]*Field, error) {
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

// fieldsOf fails with all that is wrong with the tags of the struct, each a TagError.
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
		_, isInner := errors.AsType[*TagError](err)
		switch {
		case isInner: // of the object that the field holds
			wrong = append(wrong, err)
		case err != nil:
			wrong = append(wrong, &TagError{t, i, err})
		default:
			f.Index = index
			out = append(out, f)
		}
	}
	return out, errors.Join(wrong...)
}

func fieldOf(sf reflect.StructField, name string) (*Field, error) {
	f := &Field{Name: name, From: sf.Tag.Get("from"), Pattern: sf.Tag.Get("pattern"), Owner: sf.Tag.Get("owner")}
	if f.Owner != "" && f.Owner != OwnerClient && f.Owner != OwnerEntity {
		return nil, fmt.Errorf("owner %q is neither %s nor %s", f.Owner, OwnerClient, OwnerEntity)
	}
	for _, place := range []string{"path", "query", "header"} {
		if alias := sf.Tag.Get(place); alias != "" {
			f.Place, f.Alias = place, alias
			f.Name = cmp.Or(f.Name, alias)
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
	if f.History = sf.Tag.Get("history"); f.History != "" &&
		!slices.Contains([]string{HistoryReason, HistoryComment, "-"}, f.History) {
		return nil, fmt.Errorf("history %q is neither %s nor %s", f.History, HistoryReason, HistoryComment)
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
	f.IsWorded = t.Implements(wordedType)
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
		inner, err := List(t)
		if err != nil {
			return err
		}
		f.Fields = inner
	}
	return nil
}

// WasColumn says whether the field was stored in a column of that name before.
func (f *Field) WasColumn(name string) bool {
	return slices.ContainsFunc(f.Was, func(was string) bool { return snake(was) == name })
}

// OwnerClient is the resource whose records limit what an account sees.
const OwnerClient = "client"

// OwnerEntity is the resource whose records limit further what an account sees.
const OwnerEntity = "legalEntity"

// What an input can be in the entry of the history that its action leaves.
const (
	HistoryReason  = "reason"
	HistoryComment = "comment"
)

// Worded is a value that says by itself what people read of it in a file; text gives the text of a key.
type Worded interface {
	Words(text func(key string) string) string
}
