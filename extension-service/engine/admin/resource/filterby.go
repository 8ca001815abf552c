package resource

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// customFilter is what a filter does that FilterBy declares.
type customFilter struct {
	read    func(ctx context.Context, text string) ([]query.Cond, error)
	ref     string
	pattern *regexp.Regexp // nil: any text
	about   string
	links   []query.Link
	needs   []role.Permission
}

// FilterBy narrows a list under a name to the records that meet the conditions that read makes of what is asked for:
// conditions on several fields, on tables of links, or on what another domain answers. kind is how it is asked for. A
// value that read cannot use it refuses with WrongValue, which is told at the filter.
//
//	resource.FilterBy("skills", field.Text, s.havingSkills).Comparing(&p.Skills).Over(skilled)
func FilterBy(name string, kind field.Kind, read func(ctx context.Context, text string) ([]query.Cond,
	error),
) ListFilter {
	return ListFilter{name: name, op: query.Custom, kind: string(kind), custom: &customFilter{read: read}}
}

// Comparing names the fields that the conditions are about, first the one that an index narrows by: who may not read
// one of them is neither offered nor answered the filter.
func (f ListFilter) Comparing(fields ...Ref) ListFilter {
	f.fields = fields
	return f
}

// WithLinks names the tables of links that the conditions look into, so that the start knows whether an index serves
// them.
func (f ListFilter) WithLinks(links ...query.Link) ListFilter {
	f.custom.links = links
	return f
}

// Written says how a value is written: a regular expression for the whole of it, and what it means, in a few English
// words for OpenAPI.
func (f ListFilter) Written(pattern, about string) ListFilter {
	f.custom.pattern, f.custom.about = regexp.MustCompile("^(?:"+pattern+")$"), about
	return f
}

// ForResource names the resource whose records the filter takes the ids of.
func (f ListFilter) ForResource(ref string) ListFilter {
	f.custom.ref = ref
	return f
}

// Needs names permissions one of which the filter needs beside that of the list.
func (f ListFilter) Needs(ps ...role.Permission) ListFilter {
	f.custom.needs = ps
	return f
}

// valueError is a value that a filter cannot use.
type valueError struct {
	message string
	params  map[string]any
}

func (w *valueError) Error() string { return w.message }

// WrongValue refuses the value of a filter, with the key of a message and its parameters.
func WrongValue(message string, params map[string]any) error { return &valueError{message, params} }

// columns are those by which an index has to serve the filter: the first of the fields, where it is a column that is
// compared.
func (*customFilter) columns(fields []*field.Field) []*field.Field {
	if len(fields) == 0 || fields[0].Column == "" || fields[0].Kind == field.Object || fields[0].Many {
		return nil
	}
	return fields[:1]
}

// parseCustom adds the conditions that a filter makes of a text.
func parseCustom(ctx context.Context, q *query.Query, v filterValue, bad *fault.Error) error {
	fl := v.filter
	if needs := fl.custom.needs; len(needs) > 0 && !role.From(ctx).CanAny(needs) {
		return Forbidden(needs...)
	}
	if p := fl.custom.pattern; p != nil && !p.MatchString(v.text) {
		bad.Field(fl.Name, "validation.regex", nil)
		return nil
	}
	conds, err := fl.custom.read(ctx, v.text)
	if wrong, is := errors.AsType[*valueError](err); is {
		bad.Field(fl.Name, wrong.message, wrong.params)
		return nil
	}
	for _, c := range conds {
		if c.Field == nil && len(fl.fields) > 0 && c.Op != query.AnyOf {
			c.Field = fl.fields[0]
		}
		q.Where = append(q.Where, c)
	}
	return err
}

// schema is that of a value of the filter.
func (c *customFilter) schema() field.Schema {
	s := field.Schema{"type": "string"}
	if c.pattern != nil {
		s["pattern"] = c.pattern.String()
	}
	return s
}

// Listed are the values of a filter that takes several, which commas separate.
func Listed(text string) (out []string) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}
