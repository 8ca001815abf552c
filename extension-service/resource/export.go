package resource

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"reflect"
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
		if f == nil {
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

// rows reads the whole list in pages. Sorted by id it goes by key, so that the last page costs what the first does.
func (c *served[T, P]) rows(ctx context.Context, q Query, row func([]string) error) error {
	columns := q.Fields
	id := Find(c.fields, "id")
	byKey := q.Sort[0].Field.Kind == ID
	if q.Limit = maxLimit; byKey {
		q.Fields = append([]*Field{id}, columns...)
	}
	where := q.Where
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
		if !byKey {
			q.Offset += q.Limit
			continue
		}
		last := P(&page.Rows[len(page.Rows)-1]).Base().ID
		next := Cond{Field: id, Op: AtLeast, Values: []any{last + 1}}
		if q.Sort[0].Desc {
			next = Cond{Field: id, Op: AtMost, Values: []any{last - 1}}
		}
		q.Where = append(append([]Cond{}, where...), next)
	}
}

// cells writes values as a person reads them in a table; null is empty.
func cells(fs []*Field, v reflect.Value) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		text := string(appendValue(nil, f, f.In(v)))
		if text == "null" {
			continue
		}
		var s string
		if strings.HasPrefix(text, `"`) && json.Unmarshal([]byte(text), &s) == nil {
			text = s
		}
		out[i] = text
	}
	return out
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
