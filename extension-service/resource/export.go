package resource

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"iter"
	"reflect"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/role"
)

// exportInput asks for everything a filter matches, as a file.
type exportInput struct {
	Format  string                     `json:"format" check:"required" pattern:"csv|xlsx"`
	Filters map[string]json.RawMessage `json:"filters" kind:"json"`
	S       string                     `json:"s"`
	Columns []string                   `json:"columns" check:"max=100"`
	Locale  string                     `json:"locale" kind:"locale"` // whose words are used; "" = names of fields, and codes
}

// Download is a file that is made while it is sent. It is fetched once, through a ticket.
type Download struct {
	Name   string // of the file
	Type   string // media type
	Entity string
	Needs  []role.Permission // one of these, asked again when the file is fetched
	Asked  map[string]any    // what the file holds, for the audit log
	Stream func(ctx context.Context, w io.Writer) error
}

// Ticket is the answer of a call that hands out a file.
type Ticket struct {
	URL string `json:"url"`
}

func (c *served[T, P]) export(ctx context.Context, r *Request) (any, error) {
	var in exportInput
	if err := inputOf(reflect.TypeFor[exportInput]()).bind(r, reflect.ValueOf(&in).Elem()); err != nil {
		return nil, err
	}
	q, err := c.exportQuery(ctx, in)
	if err != nil {
		return nil, err
	}
	d := Download{
		Name: c.Name + "-" + c.rt.Now().UTC().Format("2006-01-02") + "." + in.Format, Type: "text/csv; charset=utf-8", Entity: c.Name, Needs: c.readers(),
		Asked: map[string]any{"format": in.Format, "filters": in.Filters, "s": in.S, "columns": names(q.Fields)},
	}
	words, write := c.wording(in.Locale), writeCSV
	if in.Format == "xlsx" {
		d.Type, write = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", sheets{sheetRows}.write
	}
	d.Stream = func(ctx context.Context, w io.Writer) error {
		q.Fields = c.visible(role.From(ctx), q.Fields)
		l := line{fields: q.Fields, words: words.cells(q.Fields)}
		return write(w, words.heads(q.Fields), func(row func([]string) error) error { return c.rows(ctx, q, l, row) })
	}
	url, err := c.rt.Ticket(ctx, d)
	return Ticket{url}, err
}

func (c *served[T, P]) exportQuery(ctx context.Context, in exportInput) (Query, error) {
	queries := map[string]string{"s": in.S}
	filters, err := json.Marshal(in.Filters)
	if err != nil {
		return Query{}, err
	}
	if in.Filters != nil {
		if err := flatten(filters, queries); err != nil {
			return Query{}, err
		}
	}
	q, err := c.parseQueries(queries)
	if err != nil {
		return q, err
	}
	visible := c.visible(role.From(ctx), answered(c.fields))
	q.Fields, q.NoTotal = c.visible(role.From(ctx), c.row), true
	if len(in.Columns) == 0 {
		return q, nil
	}
	q.Fields = nil
	bad := fault.Validation()
	for _, name := range in.Columns {
		f := Find(visible, name)
		if f == nil || f.Sensitive {
			bad.Field("columns", "validation.oneOf", map[string]any{"values": names(visible)})
			break
		}
		q.Fields = append(q.Fields, f)
	}
	return q, bad.Or()
}

func names(fs []*Field) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = f.Name
	}
	return out
}

// rows reads everything a query matches, and hands it on as l writes it.
func (c *served[T, P]) rows(ctx context.Context, q Query, l line, row func([]string) error) error {
	for records, err := range ahead(c.chunks(ctx, q)) {
		if err != nil {
			return err
		}
		for _, v := range records {
			if err := row(l.of(reflect.ValueOf(v).Elem())); err != nil {
				return err
			}
		}
	}
	return nil
}

// chunks reads what a query matches, so many records at a time. Sorted by id it goes by key; in any other order the ids
// are read first, so that no chunk is searched for from the beginning and a slow reader holds no statement open.
func (c *served[T, P]) chunks(ctx context.Context, q Query) iter.Seq2[[]*T, error] {
	if q.Sort[0].Field.Kind == ID {
		return c.byKey(ctx, q)
	}
	return func(yield func([]*T, error) bool) {
		ids, err := c.Store.IDs(ctx, q)
		if err != nil {
			yield(nil, err)
			return
		}
		for chunk := range slices.Chunk(ids, maxLimit) {
			records, err := c.some(ctx, chunk, q.Fields)
			if !yield(records, err) || err != nil {
				return
			}
		}
	}
}

// some returns the records in the order of their ids, without those that have gone since.
func (c *served[T, P]) some(ctx context.Context, ids []int64, fs []*Field) ([]*T, error) {
	id := Find(c.fields, "id")
	place, values := make(map[int64]int, len(ids)), make([]any, len(ids))
	for i, one := range ids {
		place[one], values[i] = i, one
	}
	page, err := c.Store.List(ctx, Query{
		Where: []Cond{{Field: id, Op: Is, Values: values}}, Sort: []Sort{{Field: id}}, Limit: maxLimit, Fields: alsoID(id, fs), Trash: Both, NoTotal: true,
	})
	out := make([]*T, len(ids))
	for i := range page.Rows {
		out[place[P(&page.Rows[i]).Base().ID]] = &page.Rows[i]
	}
	return slices.DeleteFunc(out, func(v *T) bool { return v == nil }), err
}

func alsoID(id *Field, fs []*Field) []*Field { return append([]*Field{id}, fs...) }

// byKey reads by ascending or descending id, each chunk after the last record of the one before.
func (c *served[T, P]) byKey(ctx context.Context, q Query) iter.Seq2[[]*T, error] {
	id, where := Find(c.fields, "id"), q.Where
	q.Limit, q.Fields = maxLimit, alsoID(id, q.Fields)
	return func(yield func([]*T, error) bool) {
		for {
			page, err := c.Store.List(ctx, q)
			records := make([]*T, len(page.Rows))
			for i := range page.Rows {
				records[i] = &page.Rows[i]
			}
			if !yield(records, err) || err != nil || int64(len(records)) < q.Limit {
				return
			}
			last := P(records[len(records)-1]).Base().ID
			next := Cond{Field: id, Op: AtLeast, Values: []any{last + 1}}
			if q.Sort[0].Desc {
				next = Cond{Field: id, Op: AtMost, Values: []any{last - 1}}
			}
			q.Where = append(slices.Clone(where), next)
		}
	}
}

// ahead reads the next chunk while the one before is written. A panic of the reader reaches whoever ranges over it.
func ahead[V any](chunks iter.Seq2[V, error]) iter.Seq2[V, error] {
	type chunk struct {
		v      V
		err    error
		thrown any
	}
	return func(yield func(V, error) bool) {
		ready, stop := make(chan chunk), make(chan struct{})
		go func() {
			defer close(ready)
			defer func() {
				if thrown := recover(); thrown != nil {
					ready <- chunk{thrown: thrown}
				}
			}()
			for v, err := range chunks {
				select {
				case ready <- chunk{v: v, err: err}:
				case <-stop:
					return
				}
			}
		}()
		defer func() {
			close(stop)
			for range ready { // nothing is read from the database once this has returned
				continue
			}
		}()
		for c := range ready {
			if c.thrown != nil {
				panic(c.thrown)
			}
			if !yield(c.v, c.err) {
				return
			}
		}
	}
}

// line writes records as a person reads them in a table; null is empty. What it returns is good until the next.
type line struct {
	fields []*Field
	words  []func(reflect.Value) string // of each field, see wording
	text   []byte                       // of the cells that are not text themselves
	ends   []int
	cells  []string
}

func (l *line) of(v reflect.Value) []string {
	l.text, l.ends, l.cells = l.text[:0], l.ends[:0], l.cells[:0]
	for i, f := range l.fields {
		switch one := f.In(v); {
		case l.words[i] != nil:
			l.cells = append(l.cells, l.words[i](one))
		case isText(f, one):
			l.cells = append(l.cells, one.String())
		default:
			l.text, l.cells = appendCell(l.text, f, one), append(l.cells, "")
		}
		l.ends = append(l.ends, len(l.text))
	}
	from, text := 0, string(l.text) // one string for all of them
	for i, to := range l.ends {
		if to > from {
			l.cells[i], from = text[from:to], to
		}
	}
	return l.cells
}

// isText says whether a field is written as it is held.
func isText(f *Field, v reflect.Value) bool {
	return v.Kind() == reflect.String && !f.Many && f.Kind != Object && f.Kind != Dec
}

func appendCell(b []byte, f *Field, v reflect.Value) []byte {
	from := len(b)
	b = appendValue(b, f, v)
	switch text := b[from:]; {
	case string(text) == "null":
		return b[:from]
	case f.Type == timeType && !f.Many: // without its quotes
		return b[:from+copy(text, text[1:len(text)-1])]
	}
	return b
}

// writeCSV streams rows; a cell that a spreadsheet would run as a formula is disarmed ("Panel behaviour", exports).
func writeCSV(w io.Writer, head []string, rows func(func([]string) error) error) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	if err := out.Write(head); err != nil {
		return err
	}
	err := rows(func(row []string) error {
		for i, s := range row {
			row[i] = disarm(s)
		}
		return out.Write(row)
	})
	out.Flush()
	if err != nil {
		return err
	}
	return out.Error()
}

func disarm(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
