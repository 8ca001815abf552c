package resource

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"iter"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// exportInput asks for everything a filter matches, as a file.
type exportInput struct {
	Format  string                     `json:"format" check:"required" pattern:"csv|xlsx"`
	Filters map[string]json.RawMessage `json:"filters" kind:"json"`
	S       string                     `json:"s"`
	Columns []string                   `json:"columns" check:"max=100"`
	// Names of fields and codes, or the words of the reader; "" = names
	Headings string `json:"headings" pattern:"names|labels"`
	Locale   string `json:"locale" kind:"locale"` // of the words; "" = the caller's
}

// locale is the language of the words in the file, "" where names and codes stand. A workbook is for people, always.
func (in exportInput) locale() string {
	if in.Format == "xlsx" || in.Headings == "labels" {
		return cmp.Or(in.Locale, "en")
	}
	return ""
}

// DownloadRequest is a file that somebody may fetch once, through a ticket.
type DownloadRequest struct {
	Entity string
	For    json.RawMessage // what the file is to hold, as the part that makes it has written it
}

// Download is a file that is made while it is sent.
type Download struct {
	Name         string         // of the file
	Type         string         // media type
	AuditDetails map[string]any // what the file holds, for the audit log
	Stream       func(ctx context.Context, w io.Writer) error
}

// Ticket is the answer of a call that hands out a file.
type Ticket struct {
	URL string `json:"url"`
}

func (c *served) export(ctx context.Context, r *Request) (any, error) {
	var in exportInput
	if err := inputOf(reflect.TypeFor[exportInput]()).bind(r, reflect.ValueOf(&in).Elem()); err != nil {
		return nil, err
	}
	if _, err := c.exportQuery(ctx, in); err != nil {
		return nil, err
	}
	in.Locale = cmp.Or(in.Locale, role.From(ctx).Locale)
	request, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	url, err := c.rt.Ticket(ctx, DownloadRequest{c.Name, request})
	return Ticket{url}, err
}

// Requested makes the file that an export has asked for, of what the caller may read today.
func (c *served) Requested(ctx context.Context, request json.RawMessage) (Download, error) {
	if readers := c.readers(); !role.From(ctx).CanAny(readers) {
		return Download{}, Forbidden(readers...)
	}
	var in exportInput
	if err := json.Unmarshal(request, &in); err != nil {
		return Download{}, err
	}
	q, err := c.exportQuery(ctx, in)
	if err != nil {
		return Download{}, err
	}
	d := Download{
		Name: c.Name + "-" + c.rt.Now().UTC().Format("2006-01-02") + "." + in.Format, Type: "text/csv; charset=utf-8",
		AuditDetails: map[string]any{
			"format": in.Format, "filters": c.audited(in.Filters), "s": in.S, "columns": field.Names(q.Fields),
		},
	}
	columns, words, write := q.Fields, c.wording(in.locale()), writeCSV
	if in.Format == "xlsx" {
		d.Type, write = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", sheets{sheetRows}.write
		columns = field.SpreadCounts(columns)
	}
	d.Stream = func(ctx context.Context, w io.Writer) error {
		return write(w, contents{columns, words, func(each func(reflect.Value) error) error {
			return c.records(ctx, q, words.translated(each))
		}})
	}
	return d, nil
}

// audited are filters as the log keeps them: of those that look for somebody by what is personal it only says that they
// were set, since nothing would take the person out of it later.
func (c *served) audited(filters map[string]json.RawMessage) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for name, text := range filters {
		out[c.Today(name)] = text
	}
	for _, fl := range c.filters {
		isPersonal := func(f *field.Field) bool { return f != nil && f.Personal }
		if _, isExported := out[fl.Name]; isExported && (isPersonal(fl.field) || slices.ContainsFunc(fl.fields, isPersonal)) {
			out[fl.Name] = json.RawMessage(`"…"`)
		}
	}
	return out
}

func (c *served) exportQuery(ctx context.Context, in exportInput) (query.Query, error) {
	filters, err := json.Marshal(in.Filters)
	if err != nil {
		return query.Query{}, err
	}
	q, err := c.parseBody(ctx, filters, map[string]string{"s": in.S})
	if err != nil {
		return q, err
	}
	visible := c.visible(role.From(ctx), c.answers)
	q.Fields, q.NoTotal = field.CompleteAmounts(c.visible(role.From(ctx), c.row), visible), true
	if len(in.Columns) == 0 {
		return q, nil
	}
	q.Fields = nil
	bad := fault.Validation()
	for _, name := range in.Columns {
		f := field.Find(visible, name)
		if f == nil {
			bad.Field("columns", "validation.oneOf", map[string]any{"values": field.Names(visible)})
			break
		}
		q.Fields = append(q.Fields, f)
	}
	if in.locale() != "" {
		q.Fields = field.CompleteAmounts(q.Fields, visible)
	}
	return q, bad.OrNil()
}

// contents are what a file shows of which records, whatever its format.
type contents struct {
	fields  []*field.Field
	words   wording
	records func(each func(record reflect.Value) error) error // reads them while they are written
}

// line writes the records as texts.
func (c contents) line() *line { return &line{fields: c.fields, words: c.words.cells(c.fields)} }

// records reads everything a query matches, and hands it on.
func (c *served) records(ctx context.Context, q query.Query, each func(record reflect.Value) error) error {
	read, ids := c.recordsByID, idChunks{}
	q.Limit = 0
	if q.Sort[0].Field.Kind == field.ID {
		read, ids.ends = c.recordsBetween, true
	}
	if err := c.Store.ids(ctx, q, ids.add); err != nil {
		return err
	}
	isSensitive := slices.ContainsFunc(q.Fields, func(f *field.Field) bool { return f.Sensitive })
	q.Fields = append([]*field.Field{field.Find(c.fields, "id")}, q.Fields...)
	chunks := readAhead(slices.Values(ids.all), func(chunk []int64) ([]entity, error) { return read(ctx, q, chunk) })
	for records, err := range chunks {
		if err != nil {
			return err
		}
		for _, v := range records {
			if isSensitive {
				if err := c.recordExported(ctx, v, q.Fields); err != nil {
					return err
				}
			}
			if err := each(valueOf(v)); err != nil {
				return err
			}
		}
	}
	return nil
}

// idChunks are the ids of an export, so many in each chunk.
type idChunks struct {
	all  [][]int64
	ends bool // only the first and the last of each chunk
	n    int  // ids in the last one
}

func (c *idChunks) add(id int64) {
	if c.n == 0 || c.n == maxLimit {
		c.all, c.n = append(c.all, nil), 0
	}
	last := &c.all[len(c.all)-1]
	if c.n++; c.ends && c.n > 2 {
		(*last)[1] = id
		return
	}
	*last = append(*last, id)
}

// recordsBetween returns what the query, which is sorted by id, matches from the first to the last of these ids.
func (c *served) recordsBetween(ctx context.Context, q query.Query, ids []int64) ([]entity, error) {
	id, first, last := q.Fields[0], ids[0], ids[len(ids)-1]
	part := q
	part.Where = append(slices.Clone(q.Where), query.Cond{Field: id, Op: query.AtLeast, Values: []any{min(first, last)}},
		query.Cond{Field: id, Op: query.AtMost, Values: []any{max(first, last)}})
	part.Limit = maxLimit + 1
	page, err := c.Store.list(ctx, part)
	out := make([]entity, page.len())
	for i := range out {
		out[i] = page.at(i)
	}
	if err != nil || len(out) <= maxLimit {
		return out, err
	}
	// some match only since the ids were read
	more, err := c.recordsBetween(ctx, q, []int64{out[maxLimit].Base().ID, last})
	return append(out[:maxLimit], more...), err
}

// recordsByID returns the records in the order of their ids, without those that have gone since.
func (c *served) recordsByID(ctx context.Context, q query.Query, ids []int64) ([]entity, error) {
	place, values := make(map[int64]int, len(ids)), make([]any, len(ids))
	for i, one := range ids {
		place[one], values[i] = i, one
	}
	id := q.Fields[0]
	page, err := c.Store.list(ctx, query.Query{
		Where: []query.Cond{{Field: id, Op: query.Is, Values: values}}, Sort: []query.Sort{{Field: id}}, Limit: maxLimit,
		Fields: q.Fields,
		Trash:  query.Both, NoTotal: true,
	})
	out := make([]entity, len(ids))
	for i := range page.len() {
		v := page.at(i)
		out[place[v.Base().ID]] = v
	}
	return slices.DeleteFunc(out, func(v entity) bool { return v == nil }), err
}

// readersAhead is how many chunks of an export are read while one is written.
const readersAhead = 2

// readAhead reads the next chunks while the one before is written, and yields them in order. A panic of a reader
// reaches whoever ranges over it, and nothing is read any more once that is over.
func readAhead[In, Out any](chunks iter.Seq[In], read func(In) (Out, error)) iter.Seq2[Out, error] {
	type outcome struct {
		v      Out
		err    error
		thrown any
	}
	start := func(chunk In) <-chan outcome {
		done := make(chan outcome, 1)
		go func() {
			var o outcome
			defer func() {
				o.thrown = recover()
				done <- o
			}()
			o.v, o.err = read(chunk)
		}()
		return done
	}
	return func(yield func(Out, error) bool) {
		var running []<-chan outcome
		defer func() {
			for _, done := range running {
				<-done
			}
		}()
		next, stop := iter.Pull(chunks)
		defer stop()
		fill := func() {
			for len(running) < readersAhead {
				chunk, more := next()
				if !more {
					return
				}
				running = append(running, start(chunk))
			}
		}
		for fill(); len(running) > 0; {
			o := <-running[0]
			running = running[1:]
			if o.thrown != nil {
				panic(o.thrown)
			}
			fill()
			if !yield(o.v, o.err) || o.err != nil {
				return
			}
		}
	}
}
