package resource

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/role"
)

// place says where a declaration stands, as an editor opens it: the last folders of the path, as in the repository.
func place(file string, line int) string {
	parts := strings.Split(file, "/")
	return fmt.Sprintf("%s:%d", strings.Join(parts[max(len(parts)-3, 0):], "/"), line)
}

// MistakeError is what the making of a table panics with where its struct cannot be mapped: the first start shows it.
type MistakeError struct{ error }

// Mistaken says what is wrong with a declaration, and where the function stands that called the one that calls this.
func Mistaken(format string, args ...any) MistakeError {
	_, file, line, _ := runtime.Caller(2)
	return MistakeError{fmt.Errorf("%s: "+format, append([]any{place(file, line)}, args...)...)}
}

// Check reports every mistake of every declaration. Nothing is served while there is one.
func (r *Registry) Check() error {
	var errs []error
	seen := map[string]string{}
	for _, x := range r.all {
		errs = append(errs, x.Check())
		about := x.About()
		if first := seen[about.Name]; first != "" {
			errs = append(errs, fmt.Errorf("%s: resource %q is declared at %s already", about.At, about.Name, first))
		}
		seen[about.Name] = about.At
	}
	return errors.Join(errs...)
}

// Gaps reports what the declarations count on and the database does not have: tables, columns and indexes of texts.
func (r *Registry) Gaps(ctx context.Context) error {
	var errs []error
	for _, x := range r.all {
		errs = append(errs, x.Gaps(ctx))
	}
	return errors.Join(errs...)
}

// Check reports every mistake of the declaration that the compiler cannot see, references included.
func (c *compiled[T]) Check() error {
	for _, f := range c.fields {
		if f.Kind == Reference && c.registry.byName[f.Ref] == nil {
			c.fail("field %s refers to %q, which is no resource", f.Name, f.Ref)
		}
		if ref, _, ok := strings.Cut(f.From, "."); f.From != "" && (!ok || Find(c.fields, ref) == nil) {
			c.fail("field %s comes from %q, which is no field of a reference", f.Name, f.From)
		}
	}
	for _, a := range c.undoable() {
		if a.back != nil && !slices.ContainsFunc(c.Actions, func(x Action[T]) bool { return x.Name == a.backBy && !x.list }) {
			c.fail("action %s is undone by %q, which is no action on a record", a.Name, a.backBy)
		}
	}
	return errors.Join(c.errs...)
}

// checkShown keeps what is sensitive out of lists, and free texts about people out of the search index.
func (c *compiled[T]) checkShown() {
	for _, f := range slices.Concat(c.row, c.search) {
		if f.Sensitive {
			c.fail("%s is sensitive: neither a list nor the search index may show it", f.Name)
		}
	}
	for _, f := range c.search {
		if f.Personal && f.Kind == LongText {
			c.fail("%s is a free text about a person: the search index must not hold it", f.Name)
		}
	}
}

// checkAccess reports permissions that do not exist or that no role has, and what nobody may do.
func (c *compiled[T]) checkAccess() {
	if c.Access.Read == "" {
		c.fail("nobody may read it")
	}
	a := c.Access
	for where, ps := range map[string][]role.Permission{
		"Access.Read": {a.Read}, "Access.Create": {a.Create}, "Access.Update": {a.Update}, "Access.Delete": {a.Delete}, "Access.Restore": {a.Restore},
		"Access.ReadAlso": a.ReadAlso,
	} {
		c.checkPermissions(where, ps...)
	}
	for i, g := range c.Guards {
		c.checkPermissions(fmt.Sprintf("Guards[%d]", i), append([]role.Permission{g.Read, g.Write}, g.ReadAlso...)...)
	}
	for _, a := range c.Actions {
		where := "action " + a.Name
		c.checkPermissions(where, append([]role.Permission{a.Needs}, a.Also...)...)
		if a.Needs == "" {
			c.fail("%s: nobody may run it", where)
		}
		if a.When != nil {
			c.named(where, a.When.Field)
		}
	}
	for _, call := range c.Calls {
		c.checkPermissions("call "+call.Name, slices.Concat(call.Needs, call.Also)...)
	}
}

func (c *compiled[T]) checkPermissions(where string, ps ...role.Permission) {
	for _, p := range ps {
		switch {
		case p == "":
		case !slices.Contains(role.Permissions(), p):
			c.fail("%s: the permission %q stands not in the table of roles", where, p)
		case len(role.GrantedBy(p)) == 0:
			c.fail("%s: no role has the permission %q", where, p)
		}
	}
}

// checkExact refuses to narrow by the whole of what people write, unless that is said to be meant: a list that finds nothing
// by half a name looks like one that does not work.
func (c *compiled[T]) checkExact(fl filter, f *Field) {
	if slices.Contains([]Kind{Text, LongText, HTML, Email, Phone, URL}, f.Kind) && !f.Many && f.Name != "handle" {
		c.fail(`filter %s finds only whole texts: give the field %s the tag store:"fold", or say resource.ExactFilter`, fl.Name, f.Name)
	}
}

// Uses says what of a table a declaration counts on beyond its columns.
type Uses struct {
	Sorted []*Field // lists may be ordered by them
	Parts  []*Field // texts that are found by a part
	Named  []*Field // references that are narrowed by the name of what they refer to
}

// Prober is a Store that can say what its database lacks, a sentence for each.
type Prober interface {
	Gaps(ctx context.Context, u Uses) []string
}

// Gaps asks the store, if that can tell.
func (c *compiled[T]) Gaps(ctx context.Context) error {
	p, ok := c.Store.(Prober)
	if !ok {
		return nil
	}
	var errs []error
	for _, gap := range p.Gaps(ctx, c.uses()) {
		errs = append(errs, fmt.Errorf("%s: resource %q: %s", c.at, c.Name, gap))
	}
	return errors.Join(errs...)
}

func (c *compiled[T]) uses() (u Uses) {
	for _, f := range c.fields {
		if f.Sortable {
			u.Sorted = append(u.Sorted, f)
		}
	}
	for _, fl := range c.filters {
		switch fl.op {
		case Contains:
			u.Parts = append(u.Parts, fl.field)
		case Named:
			u.Named = append(u.Named, fl.field)
		default:
		}
	}
	for _, f := range append(slices.Clone(c.finds), c.title) {
		if c.Route != "" && f.Folded && !slices.Contains(u.Parts, f) {
			u.Parts = append(u.Parts, f)
		}
	}
	return u
}
