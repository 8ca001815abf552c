package resource

import (
	"slices"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

// ListFilter is what a list may be narrowed by, as a declaration says it.
type ListFilter struct {
	name    string
	op      query.Op
	fields  Refs
	choices func() enum.List
	kind    string
	link    query.Link
	custom  *customFilter
}

// Filter narrows a list under a name: to the records whose field compares with the value as the operation says. AnyOf
// and Filled take several fields, Linked none. A field that is a filter under its own name needs no more than its
// address, and then finds a part of texts with the tag store:"fold" and the whole of everything else.
//
//	resource.Filter("endsBy", query.AtMost, &p.AssignmentPeriodEnd)
func Filter(name string, op query.Op, fields ...Ref) ListFilter {
	return ListFilter{name: name, op: op, fields: fields}
}

// WithChoices has people choose from the values that choices lists, one or several: those of a field that any text may
// stand in. They are asked for whenever the panel is told, so that they may come from what is declared later.
func (f ListFilter) WithChoices(choices func() enum.List) ListFilter {
	f.choices = choices
	return f
}

// WithLink says which table Linked looks into, and what kind of records it links to, which are asked for by their name.
func (f ListFilter) WithLink(kind string, link query.Link) ListFilter {
	f.kind, f.link = kind, link
	return f
}

// filter is what a list may be narrowed by.
type filter struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Ref  string `json:"ref,omitempty"`
	Enum string `json:"enum,omitempty"`
	Many bool   `json:"many,omitempty"`

	op      query.Op
	field   *field.Field   // nil for AnyOf, Filled, Linked and Custom
	fields  []*field.Field // for AnyOf, Filled and Custom
	link    query.Link
	custom  *customFilter
	choices func() enum.List
}

// Enumeration is the closed list of values to choose from, or nil.
func (f filter) Enumeration() *enum.List {
	if f.choices == nil {
		return nil
	}
	e := f.choices()
	return &e
}

func (c *served) compileFilter(where string, r Ref) filter {
	declared, isNamed := r.(ListFilter)
	if !isNamed {
		f := c.named(where, r)
		declared = Filter(f.Name, c.usualOp(f), r)
	}
	fl := filter{
		Name: declared.name, Kind: declared.kind, op: declared.op, link: declared.link, choices: declared.choices,
		custom: declared.custom,
	}
	fields := c.nameAll("filter "+fl.Name, declared.fields)
	switch fl.op {
	case query.Linked:
	case query.Custom:
		fl.fields, fl.Ref = fields, declared.custom.ref
		if fl.choices != nil {
			fl.Enum, fl.Many = fl.choices().Name, true
		}
	case query.AnyOf:
		fl.fields, fl.Kind = fields, string(field.Text)
	case query.Filled:
		fl.fields, fl.Kind = fields, string(field.Bool)
	default:
		if len(fields) != 1 {
			c.fail("filter %s: %s compares one field", fl.Name, fl.op)
			return fl
		}
		c.compileComparison(&fl, fields[0])
	}
	return fl
}

// compileComparison adds to a filter what follows from the one field that it compares.
func (c *served) compileComparison(fl *filter, f *field.Field) {
	fl.field, fl.Kind, fl.Ref, fl.Enum, fl.Many = f, string(f.Kind), f.Ref, f.Enum, f.Enums != nil
	can := fl.op == query.Is
	switch fl.op {
	case query.Named:
		fl.Kind, can = f.Ref, f.Kind == field.Reference && !f.Many
	case query.AtMost, query.AtLeast:
		fl.Kind, can = string(field.DateKind), f.Kind == field.DateKind || f.Kind == field.Instant
	case query.Contains:
		can = f.HasText() && f.Folded
	default:
	}
	if fl.choices != nil {
		fl.Kind, fl.Enum, fl.Many = string(field.EnumKind), fl.choices().Name, true
	}
	if f.Column == "" {
		c.fail("filter %s: the field has no column", fl.Name)
	} else if !can {
		c.fail("filter %s: no list can ask of the field %s what %s asks", fl.Name, f.Name, fl.op)
	}
}

// usualOp is how a field compares that is a filter without saying more. It refuses the whole of what people write,
// unless that is said to be meant: a list that finds nothing by half a name looks like one that does not work.
func (c *served) usualOp(f *field.Field) query.Op {
	isText := slices.Contains([]field.Kind{field.Text, field.LongText, field.HTML, field.Email, field.Phone, field.URL},
		f.Kind)
	switch {
	case f.Enums != nil:
	case f.HasText() && f.Folded:
		return query.Contains
	case isText && !f.Many && f.Name != "handle":
		c.fail(`filter %s finds only whole texts: give the field the tag store:"fold", or say resource.Filter(%q, query.Is, …)`,
			f.Name, f.Name)
	}
	return query.Is
}
