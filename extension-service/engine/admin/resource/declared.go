package resource

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/source"
	"poolkeeper.example/extension-service/platform/role"
)

// calledFrom says where a function up the stack stands, as an editor opens it from the root of the repository.
func calledFrom(up int) string {
	_, file, line, _ := runtime.Caller(up)
	return sourceLine(file, line)
}

func sourceLine(file string, line int) string {
	return fmt.Sprintf("%s:%d", file[max(strings.LastIndex(file, "extension-service/"), 0):], line)
}

// PanickedAt says where a panic began that the caller's deferred function has recovered from: the line of the product
// that an editor opens, not the one of the language or of the engine that it called.
func PanickedAt() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	isBegun, inEngine := false, "an unknown place"
	for {
		frame, more := frames.Next()
		switch at := sourceLine(frame.File, frame.Line); {
		case !isBegun || !strings.HasPrefix(at, "extension-service/"):
		case !isOfEngine(at):
			return at
		case inEngine == "an unknown place":
			inEngine = at
		}
		isBegun = isBegun || frame.Function == "runtime.gopanic"
		if !more {
			return inEngine
		}
	}
}

// isOfEngine says whether a line is one that declarations call.
func isOfEngine(at string) bool {
	isEngine := strings.HasPrefix(at, "extension-service/engine/admin/") ||
		strings.HasPrefix(at, "extension-service/engine/store/")
	return isEngine && !strings.Contains(at, "_test.go:")
}

// MistakeError is why no table can be made of a struct: the start shows it.
type MistakeError struct{ error }

// NewMistake says why no table can be made of a struct: at the line of the field, or of the function that called the
// one that calls this.
func NewMistake(kind reflect.Type, table string, err error) MistakeError {
	at := calledFrom(3)
	if _, is := errors.AsType[*field.TagError](err); is {
		return MistakeError{errors.Join(placeErrors(err, at)...)}
	}
	if found := fieldRule.FindStringSubmatch(err.Error()); found != nil {
		if fs, err := field.List(kind); err == nil {
			at = cmp.Or(lineOfField(kind, fs, found[1]), at)
		}
	}
	return MistakeError{fmt.Errorf("%s: table %s: %w", at, table, err)}
}

// Unwrap are the mistakes one by one.
func (e MistakeError) Unwrap() []error { return []error{e.error} }

// PanicMistake is what was recovered from the function of a declaration, by the line of the product that it began at.
// The resources that the package of that line declares may be absent.
func PanicMistake(x any) (absent []string, mistake error) {
	at := PanickedAt()
	absent = source.Names(at)
	if err, _ := x.(error); err != nil {
		if _, is := errors.AsType[*field.TagError](err); is {
			return absent, errors.Join(placeErrors(err, at)...)
		}
	}
	return absent, fmt.Errorf("%s: a declaration panics: %v", at, x)
}

func placedError(at string, err error) error { return fmt.Errorf("%s: %w", at, err) }

// Declared is what a declaration says, its addresses resolved, for those who hold it against everything else.
type Declared struct {
	Name, At      string
	Mistakes      []error // found while the addresses were resolved
	Fields        []*field.Field
	Row, Index    []*field.Field
	Required      []RequiredPermissions
	RecordActions []string
	Undone        []Undone
	Filters       []string
	Uses          Requirements
	Prober        Prober // nil where the store cannot tell

	of *served
}

// RequiredPermissions are permissions that a part of a declaration asks for. Where one is a must, the first is there.
type RequiredPermissions struct {
	Where       string
	Permissions []role.Permission
	Must        bool
}

// Undone names the action by which another one is taken back.
type Undone struct{ Action, By string }

// Requirements says what of a table a declaration counts on beyond its columns.
type Requirements struct {
	Shown  []*field.Field // lists show them
	Sorted []*field.Field // lists may be ordered by them
	Large  bool           // lists have many records: each order needs an index
	Parts  []*field.Field // texts that are found by a part
	Narrow []*field.Field // lists are narrowed by their values
	Links  []query.Link   // tables of pairs that lists are narrowed by
	Named  []*field.Field // references that are narrowed by the name of what they refer to
}

// Prober is a Store that can say what its database lacks, a sentence for each.
type Prober interface {
	MissingSchema(ctx context.Context, u Requirements) []string
}

// Declared returns what the declaration says.
func (c *served) Declared() Declared {
	d := Declared{
		Name: c.Name, At: c.at, Mistakes: c.errs, Fields: c.fields, Row: c.row, Index: c.search,
		Required: c.permissionsUsed(), Uses: c.requirements(), of: c,
	}
	for _, fl := range c.filters {
		d.Filters = append(d.Filters, fl.Name)
	}
	for _, a := range c.Actions {
		if !a.list {
			d.RecordActions = append(d.RecordActions, a.Name)
		}
	}
	for _, a := range c.undoable() {
		if a.back != nil {
			d.Undone = append(d.Undone, Undone{a.Name, a.backBy})
		}
	}
	d.Prober, _ = c.Store.typedStore().(Prober)
	return d
}

func (c *served) permissionsUsed() []RequiredPermissions {
	a := c.Access
	out := []RequiredPermissions{
		{"Access.Read", []role.Permission{a.Read}, true},
		{Where: "Access.Create", Permissions: []role.Permission{a.Create}},
		{Where: "Access.Update", Permissions: []role.Permission{a.Update}},
		{Where: "Access.Delete", Permissions: []role.Permission{a.Delete}},
		{Where: "Access.Restore", Permissions: []role.Permission{a.Restore}},
		{Where: "Access.Lookup", Permissions: []role.Permission{a.Lookup.By}},
		{Where: "Access.Picker", Permissions: a.Picker.By},
	}
	for i, g := range c.Guards {
		out = append(out, RequiredPermissions{
			Where:       fmt.Sprintf("Guards[%d]", i),
			Permissions: append([]role.Permission{g.Read, g.Write}, g.ReadAlso...),
		})
	}
	for _, a := range c.Actions {
		out = append(out, RequiredPermissions{"action " + a.Name, append([]role.Permission{a.Needs}, a.Also...), true})
	}
	for _, v := range c.Views {
		out = append(out, RequiredPermissions{"view " + v.name, v.needs, true})
	}
	for _, call := range c.Calls {
		out = append(out, RequiredPermissions{Where: "call " + call.Name, Permissions: slices.Concat(call.Needs, call.Also)})
	}
	return out
}

func (c *served) requirements() (u Requirements) {
	u.Shown, u.Large = c.row, c.Sortable != nil
	for _, f := range c.fields {
		if f.Sortable {
			u.Sorted = append(u.Sorted, f)
		}
	}
	for _, fl := range c.filters {
		switch fl.op {
		case query.Contains:
			u.Parts = append(u.Parts, fl.field)
		case query.Named:
			u.Named, u.Narrow = append(u.Named, fl.field), append(u.Narrow, fl.field)
		case query.Linked:
			u.Links = append(u.Links, fl.link)
		case query.Custom:
			u.Links = append(u.Links, fl.custom.links...)
			u.Narrow = append(u.Narrow, fl.custom.columns(fl.fields)...)
		case query.AnyOf, query.Filled:
			u.Narrow = append(u.Narrow, fl.fields...)
		default:
			u.Narrow = append(u.Narrow, fl.field)
		}
	}
	for _, fl := range slices.Concat(c.owners, c.days) {
		u.Narrow = append(u.Narrow, fl.field)
	}
	u.Narrow = append(u.Narrow, c.matching()...)
	if c.Route == "" || c.title == nil {
		return u
	}
	for _, f := range append(slices.Clone(c.finds), c.title) { // of what the command palette looks into
		if f.Folded && !slices.Contains(u.Parts, f) {
			u.Parts = append(u.Parts, f)
		}
	}
	return u
}

// matching are the columns by which rows of files are matched with records.
func (c *served) matching() (out []*field.Field) {
	if c.importer == nil {
		return nil
	}
	for _, key := range c.importer.findingKeys() {
		column, _ := field.TextKey(key[0])
		out = append(out, column)
	}
	return out
}
