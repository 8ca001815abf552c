package store

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// miscomputed says what would leave a field blank that no column holds: nothing computes it, or what does looks at more
// than From names, which shows only where a list or an export reads less than the whole record.
func (t *table) miscomputed(ctx context.Context, shown []*field.Field) (out []string) {
	var fields []string
	all, _ := field.List(t.kind)
	for _, c := range t.computed {
		fields = append(fields, c.fields...)
		for _, name := range c.fields {
			if field.Find(all, name) == nil {
				out = append(out, fmt.Sprintf("Computes names %q, which is no field", name))
			}
		}
		for _, name := range c.from {
			if field.Find(t.fields, name) == nil {
				out = append(out, fmt.Sprintf("field %s: From names %q, which is no field that is read", c.fields[0], name))
			}
		}
	}
	for _, f := range shown {
		if f.Column == "" && f.From == "" && !slices.Contains(fields, f.Name) {
			out = append(out, fmt.Sprintf(
				"field %s: a list shows it, but no column holds it and nothing computes it: Computes(…, %q)", f.Name, f.Name))
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, c := range t.computed {
		if place, value := t.panics(ctx, c); value != nil {
			out = append(out, fmt.Sprintf("field %s: what computes it panics on a made-up record, at %s: %v", c.fields[0], place,
				value))
			continue
		}
		if missing := t.dependencies(ctx, c); len(missing) > 0 {
			text := strings.Join(missing, `", "`)
			out = append(out, fmt.Sprintf(
				"field %s: what computes it looks at \"%s\", which From does not name: "+
					"it stays blank where nobody else asks for that",
				c.fields[0], text))
		}
	}
	return out
}

// panics says with what a computation panics, and where, when all fields of a record are set and when only those are
// that it names.
func (t *table) panics(ctx context.Context, c *Computed) (place string, value any) {
	defer func() {
		if value = recover(); value != nil {
			place = resource.PanickedAt()
		}
	}()
	t.traceComputation(ctx, c, everyField)
	t.traceComputation(ctx, c, "")
	return "", nil
}

// samples are how many made-up records a computation is tried on: as many as most enumerations have values.
const samples = 4

// dependencies are the fields that a computation looks at beyond those it names. It is tried on made-up records, with
// all their fields and with what is sure to be read: where something else comes out, or the database is asked for
// something else, it looks at more.
func (t *table) dependencies(ctx context.Context, c *Computed) (out []string) {
	without := t.traceComputation(ctx, c, "")
	if with := t.traceComputation(ctx, c, everyField); without == nil || with == nil || with.equal(without) {
		return nil
	}
	for _, f := range t.fields {
		if one := t.traceComputation(ctx, c, f.Name); one != nil && !one.equal(without) {
			out = append(out, f.Name)
		}
	}
	return out
}

// trial is what has come of trying a computation: the values, and what the database was asked for.
type trial struct {
	values []any
	args   []string
}

func (t *trial) equal(o *trial) bool {
	return slices.Equal(t.args, o.args) && reflect.DeepEqual(t.values, o.values)
}

// everyField asks for a trial with all of them.
const everyField = "*"

// traceComputation fills made-up records that hold what the computation names, and one field more or all of them. The
// second time counts: then what it keeps in memory is there, whatever was tried before. Nil when it fails, or never
// says the same.
func (t *table) traceComputation(ctx context.Context, c *Computed, more string) (last *trial) {
	for range 3 {
		rows, heard := reflect.MakeSlice(reflect.SliceOf(t.kind), samples, samples), &argRecorder{}
		for i := range samples {
			t.sample(rows.Index(i), i, func(f *field.Field) bool {
				return more == everyField || f.Name == more || f.Name == "id" || slices.Contains(c.from, f.Name) ||
					slices.Contains(c.fields, f.Name)
			})
		}
		if c.fill(context.WithValue(ctx, askingKey{}, heard), rows) != nil {
			return nil
		}
		now := &trial{c.values(rows), heard.sorted()}
		if last != nil && last.equal(now) {
			return now
		}
		last = now
	}
	return nil
}

func (c *Computed) values(rows reflect.Value) (out []any) {
	all, _ := field.List(rows.Type().Elem())
	for i := range rows.Len() {
		for _, name := range c.fields {
			out = append(out, field.Find(all, name).In(rows.Index(i)).Interface())
		}
	}
	return out
}

// argRecorder listens to the parameters of statements.
type argRecorder struct {
	mu   sync.Mutex
	args []string
}

type askingKey struct{}

// earliest is the first number that is taken for an instant: those of two trials differ.
const earliest = 100_000_000_000

func (a *argRecorder) addArgs(args []any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, arg := range args {
		if n, isNumber := arg.(int64); !isNumber || n < earliest {
			if v := reflect.ValueOf(arg); v.IsValid() && v.Kind() == reflect.Pointer && !v.IsNil() {
				arg = v.Elem().Interface()
			}
			a.args = append(a.args, fmt.Sprint(arg))
		}
	}
}

// sorted are what was asked for, in no order: that of ids may come from a map.
func (a *argRecorder) sorted() []string {
	slices.Sort(a.args)
	return a.args
}

// sample makes up the nth record: the fields that want says yes to.
func (t *table) sample(record reflect.Value, n int, want func(*field.Field) bool) {
	for _, f := range t.fields {
		if !want(f) {
			continue
		}
		v := f.In(record)
		if v.Kind() == reflect.Pointer {
			v.Set(reflect.New(v.Type().Elem()))
			v = v.Elem()
		}
		if f.Many && v.Kind() == reflect.Slice {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			v = v.Index(0)
		}
		sampleOf(f, v, n)
	}
}

func sampleOf(f *field.Field, v reflect.Value, n int) {
	switch {
	case f.Enums != nil && v.Kind() == reflect.String && len(f.Enums.Values) > 0:
		v.SetString(f.Enums.Values[n%len(f.Enums.Values)])
	case f.Kind == field.DateKind && v.Kind() == reflect.String:
		v.SetString(fmt.Sprintf("20%02d-02-03", n+1))
	case v.Kind() == reflect.String:
		v.SetString(fmt.Sprintf("x%d", n))
	case v.Kind() == reflect.Bool:
		v.SetBool(n%2 == 0)
	case v.CanInt():
		v.SetInt(int64(n + 1))
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Date(2001+n, 2, 3, 4, 5, 6, 0, time.UTC)))
	}
}
