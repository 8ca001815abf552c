package resource

import (
	"context"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
)

// filterValue is a filter with what it is set to.
type filterValue struct {
	filter filter
	text   string
}

func (c *served) parseValues(ctx context.Context, q *Query, v filterValue, bad *fault.Error) error {
	if strings.ContainsFunc(v.text, control) {
		bad.Field(v.filter.Name, "validation.control", nil)
		return nil
	}
	if v.filter.Kind == string(Staff) {
		v.text = meAsID(ctx, v.text)
	}
	if v.filter.op == Custom {
		return parseCustom(ctx, q, v, bad)
	}
	c.parseComparison(q, v.filter, v.text, bad)
	return nil
}

func (c *served) parseComparison(q *Query, fl filter, text string, bad *fault.Error) {
	switch fl.op {
	case AnyOf:
		cond := Cond{Op: AnyOf}
		for _, f := range fl.fields {
			if v, ok := parseScalar(f, text); ok {
				cond.Any = append(cond.Any, Cond{Field: f, Op: Is, Values: []any{v}})
			}
		}
		q.Where = append(q.Where, cond)
	case Filled:
		parseFilled(q, fl, text, bad)
	case Linked:
		q.Where = append(q.Where, Cond{Op: Linked, Link: fl.link, Values: []any{text}})
	case Contains:
		q.Where = append(q.Where, c.byName(fl.field, text))
	case Named:
		q.Where = append(q.Where, Cond{Field: fl.field, Op: fl.op, Values: []any{text}})
	case AtMost, AtLeast:
		c.parseBound(q, fl, text, bad)
	default:
		c.parseOneOf(q, fl, text, bad)
	}
}

func parseFilled(q *Query, fl filter, text string, bad *fault.Error) {
	wanted, err := strconv.ParseBool(text)
	if err != nil {
		bad.Field(fl.Name, "validation.boolean", nil)
		return
	}
	some := Cond{Op: AnyOf}
	for _, f := range fl.fields {
		some.Any = append(some.Any, Cond{Field: f, Op: Filled})
		if !wanted {
			q.Where = append(q.Where, Cond{Field: f, Op: Is, Values: []any{""}})
		}
	}
	if wanted {
		q.Where = append(q.Where, some)
	}
}

// parseOneOf reads one value or several, comma separated.
func (c *served) parseOneOf(q *Query, fl filter, text string, bad *fault.Error) {
	cond := Cond{Field: fl.field, Op: Is}
	for _, part := range fl.parts(text) {
		v, ok := parseScalar(fl.field, part)
		if !ok {
			bad.Field(fl.Name, typeMessage(fl.field), typeParams(fl.field))
			return
		}
		if fl.field.Kind == Reference && v == int64(0) {
			return // 0 is the filter value "all"
		}
		if c.Trash != nil && fl.field == c.trash && v == fmt.Sprint(c.Trash.Value) && q.Trash == Live {
			q.Trash = Both
		}
		cond.Values = append(cond.Values, v)
	}
	if fl.field.Kind == ID && fl.Name == "id" {
		q.named = cond.Values
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

func (c *served) parseBound(q *Query, fl filter, text string, bad *fault.Error) {
	v, ok := parseScalar(fl.field, text)
	if fl.field.Type == timeType {
		v, ok = parseInstant(text, fl.op == AtMost)
	}
	if !ok {
		bad.Field(fl.Name, typeMessage(fl.field), nil)
		return
	}
	q.Where = append(q.Where, Cond{Field: fl.field, Op: fl.op, Values: []any{v}})
}

// parseInstant reads an instant, or a day: its first millisecond, or its last.
func parseInstant(text string, last bool) (any, bool) {
	if len(text) > maxLiteral {
		return nil, false
	}
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return t.UnixMilli(), true
	}
	day, err := time.Parse(time.DateOnly, text)
	if last {
		day = day.AddDate(0, 0, 1).Add(-time.Millisecond)
	}
	return day.UnixMilli(), err == nil
}

// parseScalar reads a filter value as the field's column holds it.
func parseScalar(f *Field, text string) (any, bool) {
	v := reflect.New(f.Type).Elem()
	if !parseInto(f, v, text) {
		return nil, false
	}
	if f.Enums != nil {
		message, _ := f.wrongText(text)
		return text, message == ""
	}
	switch {
	case v.Kind() == reflect.Bool:
		return v.Bool(), true
	case v.CanInt():
		return v.Int(), v.Int() >= 0 || f.Kind != Reference && f.Kind != ID
	case v.Kind() == reflect.String:
		return v.String(), true
	}
	return nil, false
}
