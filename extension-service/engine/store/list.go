package store

import (
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

// builder collects parameters and notes the columns a condition depends on.
type builder struct {
	args     Args
	depends  []string
	follows  []string     // other tables whose changes it depends on
	index    string       // that SQLite goes through
	searched bool         // for a part of a text
	isSmall  bool         // the table has few rows
	linked   bool         // asks another table, whose changes are not counted
	byRow    bool         // texts and links are looked into row by row
	keyed    bool         // asks a table of keys
	query    *query.Query // whose condition it is, where its rows may be found by one of several; nil elsewhere
	each     struct {     // the same condition where rows are looked at one by one, of one that is keyed
		where string
		q     *builder
	}
	dialect Dialect
}

func (q *builder) arg(v any) string { return q.args.Add(v) }

// values are the parameters as the driver gets them. PostgreSQL plans a text search for its very text: a plan for any
// text at all goes through the whole table when the text is a rare one. To plan costs more than to go through a small
// table.
func (q *builder) values() []any {
	if q.searched && q.dialect == Postgres && !q.isSmall {
		return append([]any{plannedAnew}, q.args...)
	}
	return q.args
}

// List returns one page and the exact total. Pages far from the start are read from the nearer end and through their
// ids alone, so that depth costs a fraction of a scan.
func (t *Table[T, P]) List(ctx context.Context, wanted query.Query) (page query.Page[T], err error) {
	page.Total, err = t.table.list(ctx, wanted, reflect.ValueOf(&page.Rows).Elem())
	return page, err
}

func (t *table) list(ctx context.Context, wanted query.Query, rows reflect.Value) (total int64, err error) {
	if wanted.Where, err = t.resolve(ctx, wanted.Where, wanted.Trash); err != nil {
		return 0, err
	}
	found, err := t.narrowFound(ctx, wanted)
	if err != nil {
		return 0, err
	}
	for _, atOnce := range []func(context.Context, query.Query, reflect.Value) (int64, bool, error){
		t.searchedPage, t.countedPage,
	} {
		if total, known, err := atOnce(ctx, wanted, rows); err != nil || known {
			return total, err
		}
	}
	q := &builder{dialect: t.db.dialect}
	p := t.planPage(ctx, wanted, q, rows)
	if !wanted.NoTotal {
		if found != nil {
			total = int64(len(found.ids))
		} else {
			total, err = t.matches(ctx, wanted, p.where, q)
		}
		if err != nil || total == 0 && wanted.Offset == 0 {
			return total, err
		}
	}
	if p.window, p.reversed = t.window(wanted, total); p.window.limit <= 0 {
		return total, nil
	}
	full := false
	if found == nil || len(wanted.Sort) != 1 { // else the rows of the page are known
		full, err = t.pageInOrder(ctx, wanted, p, foundPage{found, total, q})
	}
	if !full && err == nil {
		err = t.readPage(ctx, wanted, p, foundPage{found, total, q})
	}
	if err != nil {
		return total, err
	}
	if p.reversed {
		reverse(rows)
	}
	return total, t.computeFields(ctx, rows, wanted.Fields)
}

// pageInOrder reads a page of many matches without sorting them all, where that is possible.
func (t *table) pageInOrder(ctx context.Context, wanted query.Query, p pagePlan, f foundPage) (full bool, err error) {
	isDeep, bySet := p.window.offset >= deepOffset, f.rows == nil
	if isDeep && bySet {
		full, err = t.setPage(ctx, wanted, p, f.total)
	}
	if !full && err == nil {
		full, err = t.scanIndex(ctx, wanted, p, f.total)
	}
	if !full && err == nil && !isDeep && bySet {
		full, err = t.setPage(ctx, wanted, p, f.total)
	}
	return full, err
}

// foundPage is what is known of a page before it is read: the rows that words and all other conditions lead to, nil
// where no words are looked for, and the total.
type foundPage struct {
	rows  *foundRows
	total int64
	q     *builder // of the condition
}

// readPage reads a page whose rows are found by the conditions of the query.
func (t *table) readPage(ctx context.Context, wanted query.Query, p pagePlan, f foundPage) error {
	q := f.q
	switch {
	case f.rows != nil:
		if len(wanted.Sort) == 1 {
			f.rows.page(p.window, wanted.Sort[0].Desc != p.reversed)
			p.window.offset = 0
		}
		only := wanted
		only.Where = []query.Cond{{Field: f.rows.field, Op: isFound, Values: []any{f.rows}}}
		q = &builder{dialect: SQLite}
		p.where = t.whereClause(ctx, only, q)
	case t.comesThroughLink(wanted):
		return t.read(ctx, p.fields, t.linkedPage(ctx, wanted, p), p.rows)
	default:
		rare, err := t.rareRowsOf(ctx, wanted, f.total)
		if err != nil {
			return err
		}
		if rare != nil {
			q = &builder{dialect: SQLite}
			p.where = "t.id IN " + inList(SQLite, q.arg(IDList(rare)))
		}
	}
	return t.read(ctx, p.fields, reading{t.pageText(wanted, q, p), q.values(), p.window.limit}, p.rows)
}

// planPage is what a page is read by, but for where it begins.
func (t *table) planPage(ctx context.Context, wanted query.Query, q *builder, rows reflect.Value) pagePlan {
	p := pagePlan{where: t.whereClause(ctx, wanted, q), selected: t.selected(), fields: t.fields, rows: rows}
	p.narrowed = len(q.depends) > 1 || len(wanted.Where) > 0
	if wanted.Fields != nil {
		p.fields = t.readable(wanted.Fields)
		p.selected = t.selectList(p.fields)
	}
	q.isSmall = q.searched && t.db.isSmall(ctx, t.config.Name)
	return p
}

func reverse(rows reflect.Value) {
	swap := reflect.Swapper(rows.Interface())
	for i, j := 0, rows.Len()-1; i < j; i, j = i+1, j-1 {
		swap(i, j)
	}
}

// IDs tells the ids of what a query matches, in its order, with one statement: at most Limit where there is one. Offset
// is not asked.
func (t *table) IDs(ctx context.Context, wanted query.Query, each func(id int64)) (err error) {
	if wanted.Where, err = t.resolve(ctx, wanted.Where, wanted.Trash); err != nil {
		return err
	}
	q := &builder{dialect: t.db.dialect}
	where := t.whereClause(ctx, wanted, q)
	return t.db.EachID(ctx, each, "SELECT t.id FROM "+t.config.Name+" t WHERE "+where+t.order(wanted,
		false)+Limit(wanted.Limit), q.values()...)
}

// readable leaves out computed fields, which a domain's service fills, and adds what they are computed from.
func (t *table) readable(fs []*field.Field) []*field.Field {
	out := make([]*field.Field, 0, len(fs)+1)
	for _, f := range fs {
		if f.Column != "" && field.Find(t.stored, f.Name) != nil || f.From != "" {
			out = append(out, f)
		}
	}
	add := []string{"id"}
	for _, c := range t.computed {
		if c.isAmong(fs) {
			add = append(add, c.from...)
		}
	}
	for _, name := range add {
		if field.Find(out, name) == nil {
			out = append(out, field.Find(t.fields, name))
		}
	}
	return out
}

type span struct{ offset, limit int64 }

type pagePlan struct {
	where, selected string
	fields          []*field.Field // as selected
	window          span
	reversed        bool
	narrowed        bool          // beyond what is not deleted
	rows            reflect.Value // a slice, where the page goes
}

// deferAfter is the offset from which a page is read through its ids.
const deferAfter = 200

// window turns a page in the further half around: counted from the end it skips fewer rows.
func (t *table) window(wanted query.Query, total int64) (span, bool) {
	w := span{wanted.Offset, wanted.Limit}
	if wanted.NoTotal || wanted.Offset <= total/2 {
		return w, false
	}
	left := total - wanted.Offset
	w.limit = min(wanted.Limit, left)
	w.offset = left - w.limit
	return w, true
}

func (t *table) pageText(wanted query.Query, q *builder, p pagePlan) string {
	limit := Limit(p.window.limit)
	if p.window.offset > 0 {
		limit += " OFFSET " + q.arg(p.window.offset)
	}
	from := " FROM " + t.config.Name + " t"
	if p.window.offset <= deferAfter {
		return "SELECT " + p.selected + from + " WHERE " + p.where + t.order(wanted, p.reversed) + limit
	}
	ids := "SELECT t.id" + from + " WHERE " + p.where + t.order(wanted, p.reversed) + limit
	return "SELECT " + p.selected + " FROM " + t.config.Name + " t WHERE t.id IN (" + ids + ")" + t.order(wanted,
		p.reversed)
}

// Limit is that of a statement; "" for none. It is written out, so that SQLite plans for it.
func Limit(rows int64) string {
	if rows == 0 {
		return ""
	}
	return " LIMIT " + strconv.FormatInt(rows, 10)
}

// order is total: it ends in id.
func (t *table) order(wanted query.Query, reversed bool) string {
	parts := make([]string, len(wanted.Sort))
	for i, s := range wanted.Sort {
		parts[i] = t.sortBy(s.Field) + t.direction(s.Field, s.Desc != reversed)
	}
	return " ORDER BY " + strings.Join(parts, ", ")
}

// sortBy is what a field is sorted by: a column of the table, or the folded name of the record a reference points to.
func (t *table) sortBy(f *field.Field) string {
	if f.From == "" {
		return "t." + sortColumn(f)
	}
	return "coalesce(" + t.referenced(f, "_fold") + ", '')"
}

func sortColumn(f *field.Field) string {
	if f.Folded {
		return f.Column + "_fold"
	}
	return f.Column
}

// direction puts what is not set before everything else on both engines, as SQLite does. Columns that are always set
// are left alone, so that PostgreSQL may use their index.
func (t *table) direction(f *field.Field, desc bool) string {
	open := t.db.dialect == Postgres && f.From == "" &&
		(f.Nullable() || f.Kind == field.Instant && !slices.Contains(stamps, f.Name))
	switch {
	case desc && open:
		return " DESC NULLS LAST"
	case desc:
		return " DESC"
	case open:
		return " NULLS FIRST"
	}
	return ""
}

func (t *table) whereClause(ctx context.Context, wanted query.Query, q *builder) string {
	return t.conditions(wanted, q) + t.scopeCondition(ctx, q)
}

// conditions are those of the query, whoever asks.
func (t *table) conditions(wanted query.Query, q *builder) string {
	var parts []string
	for _, c := range wanted.Where {
		parts = append(parts, t.cond(c, q))
	}
	switch {
	case field.Find(t.stored, "deletedAt") == nil || wanted.Trash == query.Both:
	case wanted.Trash == query.Deleted:
		parts = append(parts, "t.deleted_at IS NOT NULL")
	default:
		parts = append(parts, "t.deleted_at IS NULL")
	}
	q.depends = append(q.depends, "deleted_at")
	if len(parts) == 0 {
		parts = append(parts, "1 = 1")
	}
	return strings.Join(parts, " AND ")
}

func (t *table) cond(c query.Cond, q *builder) string {
	if c.Op == query.AnyOf {
		if len(c.Any) == 0 {
			return "1 = 0"
		}
		parts := make([]string, len(c.Any))
		for i, one := range c.Any {
			parts[i] = t.cond(one, q)
		}
		return "(" + strings.Join(parts, " OR ") + ")"
	}
	if c.Link.Table != "" {
		return linkedBy(c, q)
	}
	q.depends = append(q.depends, c.Field.Column)
	column := "t." + c.Field.Column
	switch c.Op {
	case query.Contains, query.BeginsWords, query.HasWords, isFound, hasWords:
		return t.contains(c, q)
	case query.Filled:
		return column + " <> ''"
	case query.Unset:
		return column + " IS NULL"
	case query.AtLeast:
		return column + " >= " + q.arg(c.Values[0])
	case query.AtMost:
		if c.Field.HasText() || c.Field.Kind == field.DateKind {
			// one range of an index, which what is not set is no part of
			return column + " > '' AND " + column + " <= " + q.arg(c.Values[0])
		}
		return column + " <= " + q.arg(c.Values[0])
	default:
		return isOneOf(column, c.Values, q)
	}
}

// resolve turns the name of a referenced record into its id, so that indexes and counters apply, and in SQLite words of
// a text into the rows that hold them.
func (t *table) resolve(ctx context.Context, where []query.Cond, trash query.Trash) ([]query.Cond, error) {
	out := make([]query.Cond, 0, len(where))
	for _, c := range where {
		more := []query.Cond{c}
		var err error
		switch c.Op {
		case query.Named:
			var ids []int64
			ids, err = t.db.IDs(ctx, "SELECT id FROM "+t.db.tableOf(c.Field)+" WHERE name = $1", c.Values[0])
			more[0] = query.Cond{Field: c.Field, Op: query.Is, Values: query.IDs(ids)}
		case query.Contains, query.BeginsWords, query.HasWords:
			more, err = t.findByText(ctx, c, trash)
		case query.AnyOf:
			more[0].Any, err = t.resolve(ctx, c.Any, trash)
		default:
		}
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}
