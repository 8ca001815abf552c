package fts5

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
)

// few is up to how many matches are read to the last, which is cheaper than to count them beside the first page of
// them: FTS5 finds each twice then, and the newest by going backwards.
const few = 2048

// Query returns one page with the exact total.
func (e *Engine) Query(ctx context.Context, name string, q search.Query) (search.Page, error) {
	x, err := e.index(ctx, name)
	if err != nil {
		return search.Page{}, err
	}
	p, err := x.plan(ctx, q)
	if err != nil {
		return search.Page{}, err
	}
	byID := len(q.Sort) == 0 || q.Sort[0].Field == "id"
	if byID && (p.isFound() || !q.NoTotal && len(p.keys) > 0) {
		all, err := x.matches(ctx, p)
		if err != nil {
			return search.Page{}, err
		}
		if p.isFound() || len(all) <= few {
			hits, err := x.hits(ctx, pageOf(all, q), q)
			return search.Page{Hits: hits, Total: int64(len(all))}, err
		}
	}
	var page search.Page
	counted := q.NoTotal
	if !byID && !p.matchesAll() {
		counted = true
		if page.Total, p.scan, err = x.chooseScan(ctx, p, q); err != nil {
			return page, err
		}
	}
	found, err := x.ids(ctx, p, q)
	if err != nil {
		return page, err
	}
	switch {
	case counted:
	case len(found) == q.Size || len(found) == 0 && q.Offset > 0:
		if page.Total, err = x.count(ctx, p); err != nil {
			return page, err
		}
	default:
		page.Total = int64(q.Offset + len(found))
	}
	page.Hits, err = x.hits(ctx, found, q)
	return page, err
}

// matches are the ids that match, in order, and one more than few where there are more than can be told at once.
func (x *index) matches(ctx context.Context, p *plan) ([]int64, error) {
	if p.isFound() {
		return p.found, nil
	}
	from, args := p.source()
	out, err := x.db.IDs(ctx, fmt.Sprintf("SELECT rowid FROM %s LIMIT $%d", from, len(args)+1), append(args, few+1)...)
	slices.Sort(out)
	return out, err
}

// pageOf are the ids of a page in order of id, of all that match.
func pageOf(all []int64, q search.Query) []int64 {
	from := min(q.Offset, len(all))
	to := min(from+q.Size, len(all))
	if len(q.Sort) > 0 && !q.Sort[0].Desc {
		return all[from:to]
	}
	out := slices.Clone(all[len(all)-to : len(all)-from])
	slices.Reverse(out)
	return out
}

// Count returns how many documents match.
func (e *Engine) Count(ctx context.Context, name string, q search.Query) (int64, error) {
	x, err := e.index(ctx, name)
	if err != nil {
		return 0, err
	}
	p, err := x.plan(ctx, q)
	if err != nil {
		return 0, err
	}
	return x.count(ctx, p)
}

func (x *index) count(ctx context.Context, p *plan) (int64, error) {
	if p.matchesAll() {
		return x.documents(ctx)
	}
	if p.isFound() {
		return int64(len(p.found)), nil
	}
	from, args := p.source()
	var n int64
	_, err := x.db.Row(ctx, []any{&n}, "SELECT count(*) FROM "+from, args...)
	return n, err
}

// chooseScan counts the matches and says whether to walk all documents in the order of a field until the page is full,
// rather than to sort the matches: with many of them that is the shorter way.
func (x *index) chooseScan(ctx context.Context, p *plan, q search.Query) (total int64, scan bool, err error) {
	if total, err = x.count(ctx, p); err != nil {
		return 0, false, err
	}
	all, err := x.documents(ctx)
	return total, int64(q.Offset+q.Size)*all < total*total, err
}

func (x *index) ids(ctx context.Context, p *plan, q search.Query) ([]int64, error) {
	if q.Size == 0 {
		return nil, nil
	}
	text, args, err := p.page(q)
	if err != nil {
		return nil, err
	}
	return x.db.IDs(ctx, text, args...)
}

// hits loads documents in the order of their ids as found; one that has gone meanwhile is left out.
func (x *index) hits(ctx context.Context, ids []int64, q search.Query) ([]search.Hit, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	source := "source"
	if q.IDsOnly {
		source = "''"
	}
	byID := make(map[int64]search.Hit, len(ids))
	var h search.Hit
	var changed, indexed int64
	var fields string
	err := x.db.Each(ctx, []any{&h.ID, &h.Version, &h.ClientID, &h.LegalEntityID, &changed, &indexed, &fields},
		func() (err error) {
			h.Changed, h.IndexedAt = time.Time{}, time.UnixMilli(indexed)
			if changed != 0 {
				h.Changed = time.UnixMilli(changed)
			}
			h.Contents, h.Text = nil, ""
			switch {
			case q.Raw:
				h.Text = fields
			case !q.IDsOnly:
				h.Contents, err = search.ParseContents(fields)
			}
			byID[h.ID] = h
			return err
		}, "SELECT id, version, client_id, legal_entity_id, changed, indexed, "+source+
			" FROM doc WHERE id IN (SELECT value FROM json_each($1))", store.IDList(ids))
	out := make([]search.Hit, 0, len(ids))
	for _, id := range ids {
		if h, ok := byID[id]; ok {
			out = append(out, h)
		}
	}
	return out, err
}

// plan is a query in terms of the tables of an index.
type plan struct {
	x     *index
	keys  []string            // conditions on the key table, all of which must hold
	texts []containsCondition // conditions on texts, likewise
	found []int64             // the documents for which those hold, in order
	ids   string              // JSON list, "" = all
	after int64
	upTo  int64
	scan  bool // in the order of the sort field, see weigh
}

func (x *index) plan(ctx context.Context, q search.Query) (*plan, error) {
	p := &plan{x: x, after: max(q.After, 0), upTo: math.MaxInt64}
	if q.UpTo > 0 {
		p.upTo = q.UpTo
	}
	if q.IDs != nil {
		p.ids = store.IDList(q.IDs)
	}
	if !q.Scope.IsUnlimited() {
		p.keys = append(p.keys, anyOf(append(tokens(q.Scope.ClientIDs, clientToken),
			tokens(q.Scope.LegalEntityIDs, legalEntityToken)...)))
	}
	if len(q.ClientIDs) > 0 {
		p.keys = append(p.keys, anyOf(tokens(q.ClientIDs, clientToken)))
	}
	for _, t := range q.Terms {
		if err := p.add(t); err != nil {
			return nil, err
		}
	}
	return p, x.lookUpTexts(ctx, p)
}

func tokens(ids []int64, token func(int64) string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = token(id)
	}
	return out
}

func anyOf(tokens []string) string {
	for i, t := range tokens {
		tokens[i] = `"` + t + `"`
	}
	return "(" + strings.Join(tokens, " OR ") + ")"
}

func (p *plan) add(t search.Term) error {
	if t.Field == "id" {
		return p.addIDs(t)
	}
	f, ok := p.x.field(t.Field)
	if !ok {
		return fmt.Errorf("index %s has no field %s", p.x.name, t.Field)
	}
	wanted := containsCondition{field: f}
	var keys []string
	for _, value := range t.Values {
		v, err := f.Canonical(value)
		if err != nil {
			return err
		}
		switch {
		case f.isKey():
			keys = append(keys, f.token(v))
		case t.Exact:
			wanted.exact = append(wanted.exact, v)
		case v == "": // every text contains nothing
			return nil
		case utf8.RuneCountInString(v) <= search.ShortText:
			keys = append(keys, f.startToken(v))
		default:
			wanted.parts = append(wanted.parts, v)
		}
	}
	if len(wanted.parts)+len(wanted.exact) > 0 {
		wanted.keys = keys
		p.texts = append(p.texts, wanted)
	} else {
		p.keys = append(p.keys, anyOf(keys))
	}
	return nil
}

func (p *plan) addIDs(t search.Term) error {
	var wanted []int64
	for _, value := range t.Values {
		id, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return err
		}
		wanted = append(wanted, id)
	}
	if p.ids == "" {
		p.ids = store.IDList(wanted)
		return nil
	}
	var had, both []int64
	if err := json.Unmarshal([]byte(p.ids), &had); err != nil {
		return err
	}
	for _, id := range had {
		for _, w := range wanted {
			if id == w {
				both = append(both, id)
			}
		}
	}
	p.ids = store.IDList(both)
	return nil
}

func (p *plan) matchesAll() bool { return len(p.keys)+len(p.texts) == 0 && p.isUnbounded() }

func (p *plan) isUnbounded() bool { return p.ids == "" && p.after == 0 && p.upTo == math.MaxInt64 }

// isFound says whether texts are all that is asked for, so that nothing else need be asked.
func (p *plan) isFound() bool { return len(p.texts) > 0 && len(p.keys) == 0 && p.isUnbounded() }

// source is the FROM and WHERE of the matching ids, which the column rowid names. The key table in front lets SQLite
// read in order of id and stop early; the plus keeps it from asking that table once per id of a list.
func (p *plan) source() (string, []any) {
	table, plus := "doc", ""
	var where []string
	var args []any
	arg := func(v any) string {
		args = append(args, v)
		return "$" + strconv.Itoa(len(args))
	}
	among := func(list string) string { return plus + "rowid IN (SELECT value FROM json_each(" + arg(list) + "))" }
	if len(p.keys) > 0 {
		table, plus = "key", "+"
		where = append(where, table+" MATCH "+arg(strings.Join(p.keys, " AND ")))
	}
	if len(p.texts) > 0 {
		where = append(where, among(store.IDList(p.found)))
	}
	if p.ids != "" {
		where = append(where, among(p.ids))
	}
	if p.after > 0 {
		where = append(where, "rowid > "+arg(p.after))
	}
	if p.upTo < math.MaxInt64 {
		where = append(where, "rowid <= "+arg(p.upTo))
	}
	if len(where) == 0 {
		return table, args
	}
	return table + " WHERE " + strings.Join(where, " AND "), args
}

// page selects the ids of one page in order.
func (p *plan) page(q search.Query) (string, []any, error) {
	from, args := p.source()
	order, byID, err := p.order(q.Sort)
	if err != nil {
		return "", nil, err
	}
	window := fmt.Sprintf(" LIMIT $%d OFFSET $%d", len(args)+1, len(args)+2)
	args = append(args, q.Size, q.Offset)
	switch {
	case byID:
		return "SELECT rowid FROM " + from + order + window, args, nil
	case p.matchesAll():
		return "SELECT id FROM doc" + order + window, args, nil
	}
	plus := map[bool]string{true: "+"}[p.scan]
	return "SELECT id FROM doc WHERE " + plus + "id IN (SELECT rowid FROM " + from + ")" + order + window, args, nil
}

func (p *plan) order(sorts []search.Sort) (text string, byID bool, err error) {
	direction := map[bool]string{false: "", true: " DESC"}
	desc := true
	var out []string
	for _, s := range sorts {
		desc = s.Desc
		if s.Field == "id" {
			break
		}
		f, ok := p.x.field(s.Field)
		if !ok || !f.Sortable {
			return "", false, fmt.Errorf("index %s does not sort by %s", p.x.name, s.Field)
		}
		out = append(out, f.column()+direction[desc])
	}
	out = append(out, "rowid"+direction[desc])
	return " ORDER BY " + strings.Join(out, ", "), len(out) == 1, nil
}
