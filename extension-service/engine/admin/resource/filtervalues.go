package resource

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
)

// filterValue is a filter with what it is set to.
type filterValue struct {
	filter filter
	text   string
}

func (c *served) parseValues(ctx context.Context, q *query.Query, v filterValue, bad *fault.Error) error {
	if wrong := field.WrongCharacter(v.text, true); wrong != "" {
		bad.Field(v.filter.Name, wrong, nil)
		return nil
	}
	if v.filter.Kind == string(field.Staff) {
		v.text = meAsID(ctx, v.text)
	}
	if v.filter.op == query.Custom {
		return parseCustom(ctx, q, v, bad)
	}
	c.parseComparison(q, v.filter, v.text, bad)
	return nil
}

func (c *served) parseComparison(q *query.Query, fl filter, text string, bad *fault.Error) {
	switch fl.op {
	case query.AnyOf:
		cond := query.Cond{Op: query.AnyOf}
		for _, f := range fl.fields {
			if v, ok := field.ParseScalar(f, text); ok {
				cond.Any = append(cond.Any, query.Cond{Field: f, Op: query.Is, Values: []any{v}})
			}
		}
		q.Where = append(q.Where, cond)
	case query.Filled:
		parseFilled(q, fl, text, bad)
	case query.Linked:
		q.Where = append(q.Where, query.Cond{Op: query.Linked, Link: fl.link, Values: []any{text}})
	case query.Contains:
		q.Where = append(q.Where, c.byName(fl.field, text))
	case query.Named:
		q.Where = append(q.Where, query.Cond{Field: fl.field, Op: fl.op, Values: []any{text}})
	case query.AtMost, query.AtLeast:
		c.parseBound(q, fl, text, bad)
	default:
		c.parseOneOf(q, fl, text, bad)
	}
}

func parseFilled(q *query.Query, fl filter, text string, bad *fault.Error) {
	wanted, err := strconv.ParseBool(text)
	if err != nil {
		bad.Field(fl.Name, "validation.boolean", nil)
		return
	}
	some := query.Cond{Op: query.AnyOf}
	for _, f := range fl.fields {
		some.Any = append(some.Any, query.Cond{Field: f, Op: query.Filled})
		if !wanted {
			q.Where = append(q.Where, query.Cond{Field: f, Op: query.Is, Values: []any{""}})
		}
	}
	if wanted {
		q.Where = append(q.Where, some)
	}
}

// parseOneOf reads one value or several, comma separated.
func (c *served) parseOneOf(q *query.Query, fl filter, text string, bad *fault.Error) {
	cond := query.Cond{Field: fl.field, Op: query.Is}
	for _, part := range fl.parts(text) {
		v, ok := field.ParseScalar(fl.field, part)
		if !ok {
			fl.field.RefuseType(bad, fl.Name)
			return
		}
		if fl.field.Kind == field.Reference && v == int64(0) {
			return // 0 is the filter value "all"
		}
		if c.Trash != nil && fl.field == c.trash && v == fmt.Sprint(c.Trash.Value) && q.Trash == query.Live {
			q.Trash = query.Both
		}
		cond.Values = append(cond.Values, v)
	}
	if fl.field.Kind == field.ID && fl.Name == "id" {
		q.Chosen = cond.Values
	}
	if len(cond.Values) > maxListed {
		bad.Field(fl.Name, "validation.maxItems", map[string]any{"max": maxListed})
	}
	q.Where = append(q.Where, cond)
}

// parts are the values a text names: ids and values of an enumeration are separated by commas, which any other text may
// hold.
func (fl filter) parts(text string) []string {
	if fl.field.HasText() && !fl.Many {
		return []string{text}
	}
	return strings.Split(text, ",")
}

func (c *served) parseBound(q *query.Query, fl filter, text string, bad *fault.Error) {
	v, ok := field.ParseScalar(fl.field, text)
	if fl.field.Type == field.TimeType {
		v, ok = field.ParseInstant(text, fl.op == query.AtMost)
	}
	if !ok {
		fl.field.RefuseType(bad, fl.Name)
		return
	}
	q.Where = append(q.Where, query.Cond{Field: fl.field, Op: fl.op, Values: []any{v}})
}
