package resource

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
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
	write := writeCSV
	if in.Format == "xlsx" {
		d.Type, write = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", sheets{sheetRows}.write
	}
	d.Stream = func(ctx context.Context, w io.Writer) error {
		q.Fields = c.visible(role.From(ctx), q.Fields)
		return write(w, names(q.Fields), func(row func([]string) error) error { return c.rows(ctx, q, row) })
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
	visible := c.visible(role.From(ctx), c.fields)
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

// rows reads everything a query matches, a chunk at a time. Sorted by id it goes by key; in any other order the ids are
// read first, so that no chunk is searched for from the beginning and a slow reader holds no statement open.
func (c *served[T, P]) rows(ctx context.Context, q Query, row func([]string) error) error {
	if q.Sort[0].Field.Kind == ID {
		return c.byKey(ctx, q, row)
	}
	ids, err := c.Store.IDs(ctx, q)
	if err != nil {
		return err
	}
	for chunk := range slices.Chunk(ids, maxLimit) {
		records, err := c.some(ctx, chunk, q.Fields)
		if err != nil {
			return err
		}
		for _, v := range records {
			if v == nil {
				continue
			}
			if err := row(cells(q.Fields, reflect.ValueOf(v).Elem())); err != nil {
				return err
			}
		}
	}
	return nil
}

// some returns the records in the order of their ids; what has gone since is nil.
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
	return out, err
}

func alsoID(id *Field, fs []*Field) []*Field { return append([]*Field{id}, fs...) }

// byKey reads by ascending or descending id, each chunk after the last record of the one before.
func (c *served[T, P]) byKey(ctx context.Context, q Query, row func([]string) error) error {
	id := Find(c.fields, "id")
	columns, where := q.Fields, q.Where
	q.Limit, q.Fields = maxLimit, alsoID(id, columns)
	for {
		page, err := c.Store.List(ctx, q)
		if err != nil {
			return err
		}
		for i := range page.Rows {
			if err := row(cells(columns, reflect.ValueOf(&page.Rows[i]).Elem())); err != nil {
				return err
			}
		}
		if int64(len(page.Rows)) < q.Limit {
			return nil
		}
		last := P(&page.Rows[len(page.Rows)-1]).Base().ID
		next := Cond{Field: id, Op: AtLeast, Values: []any{last + 1}}
		if q.Sort[0].Desc {
			next = Cond{Field: id, Op: AtMost, Values: []any{last - 1}}
		}
		q.Where = append(slices.Clone(where), next)
	}
}

// cells writes values as a person reads them in a table; null is empty.
func cells(fs []*Field, v reflect.Value) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = cell(f, f.In(v))
	}
	return out
}

func cell(f *Field, v reflect.Value) string {
	if v.Kind() == reflect.String && !f.Many && f.Kind != Object && f.Kind != Dec {
		return v.String()
	}
	var room [32]byte
	text := appendValue(room[:0], f, v)
	switch {
	case string(text) == "null":
		return ""
	case f.Type == timeType && !f.Many:
		return string(text[1 : len(text)-1])
	}
	return string(text)
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
