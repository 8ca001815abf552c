package store

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

const (
	scanSpare = 8 // how many times further than expected, or than the time before, a page is looked for along an index
	scanShare = 4 // of the matches, as many entries are looked at as this part of them at most
	// idsShare is how many ids are gone along for one match at most, where nothing but the row is looked at: those are
	// read one after the other, which costs a twentieth of reading a row that an index names.
	idsShare = 2
)

// scanIndex reads a page of many matches in SQLite by going along the index of what it is sorted by and leaving out
// what does not match, so that a million matches need not be sorted for the first ten. How far that is nobody knows,
// since all of them may lie at the other end: it goes further each time the page is not full, and gives up before that
// costs what sorting would.
func (t *table) scanIndex(ctx context.Context, query query.Query, p pagePlan, total int64) (full bool, err error) {
	if t.db.dialect != SQLite || query.NoTotal || !p.narrowed || len(query.Sort) > 2 || t.comesThroughLink(query) {
		return false, nil
	}
	s := indexScan{total: total, most: total / scanShare}
	if s.entries, err = t.entries(ctx, p.window.offset+p.window.limit, total); err != nil {
		return false, err
	}
	if len(query.Sort) == 1 {
		if ok, err := t.scanIDs(ctx, query, p, &s); err != nil || !ok {
			return false, err
		}
	}
	if s.entries > s.most {
		return false, nil
	}
	if len(query.Sort) == 2 {
		if ok, err := t.indexed(ctx, query.Sort[0].Field); err != nil || !ok {
			return false, err
		}
	}
	for ; s.entries <= s.most; s.entries *= scanSpare {
		err := t.scanEntries(ctx, query, p, s)
		if err != nil || int64(p.rows.Len()) == p.window.limit {
			return err == nil, err
		}
	}
	return false, nil
}

// scanIDs prepares a scan in the order of ids, where that is worth it: for links and alternatives, which SQLite would
// gather first, and for ranges. The ids of a range are gone along in one go: the page ends the scan.
func (t *table) scanIDs(ctx context.Context, query query.Query, p pagePlan, s *indexScan) (ok bool, err error) {
	s.isDown = query.Sort[0].Desc != p.reversed
	s.rowsAlone = !hasLinks(query.Where) && !hasAlternatives(query.Where)
	if s.rowsAlone && (!hasRange(query.Where) || s.total <= rareRows || t.config.Name != t.config.Written) {
		return false, nil // few are read by their index, and a view has no ids in order
	}
	from, isBound, err := t.firstID(ctx, query.Where, s.isDown)
	if err != nil {
		return false, err
	}
	s.from = from
	if s.rowsAlone {
		s.most = max(s.total*idsShare, 2*blockIDs)
	}
	if s.rowsAlone && (isBound || s.entries <= s.most) {
		s.entries = s.most
	}
	return true, nil
}

// indexScan is how far an index is gone along. In the order of ids it begins at one, downwards or upwards; where
// nothing but the rows is looked at, these are read one after the other.
type indexScan struct {
	from              int64
	isDown, rowsAlone bool
	entries, most     int64
	total             int64 // of the matches
}

// ids are those from the first one on, in the text of a condition.
func (s indexScan) ids(q *builder) string {
	if s.isDown {
		return "t.id <= " + q.arg(s.from)
	}
	return "t.id >= " + q.arg(s.from)
}

// hasRange says whether a condition is a range, of which SQLite would sort all rows by their ids.
func hasRange(where []query.Cond) bool {
	return slices.ContainsFunc(where, func(c query.Cond) bool {
		return c.Op == query.AtLeast || c.Op == query.AtMost
	})
}

// hasAlternatives says whether one of several conditions is enough, of each of which SQLite would read all rows that
// meet it.
func hasAlternatives(where []query.Cond) bool {
	return slices.ContainsFunc(where, func(c query.Cond) bool { return c.Op == query.AnyOf })
}

func (t *table) scanEntries(ctx context.Context, query query.Query, p pagePlan, s indexScan) error {
	q := &builder{dialect: SQLite, byRow: true}
	from := " FROM " + t.config.Name + " t"
	order := t.order(query, p.reversed)
	if s.rowsAlone {
		end := indexScan{from: s.from + s.entries}
		if end.isDown = !s.isDown; s.isDown {
			end.from = s.from - s.entries
		}
		from += " NOT INDEXED WHERE " + s.ids(q) + " AND " + end.ids(q) + " AND " + t.whereClause(ctx, query, q) + order
	} else {
		inOrder := "SELECT t.id" + from + " WHERE " + t.scanStart(query, s, q) + order + Limit(s.entries)
		from = " FROM (" + inOrder + ") f CROSS JOIN " + t.config.Name + " t WHERE t.id = f.id AND " +
			t.whereClause(ctx, query, q)
	}
	text := "SELECT " + p.selected + from + Limit(p.window.limit) + " OFFSET " + q.arg(p.window.offset)
	return t.read(ctx, p.fields, reading{text, q.args, p.window.limit}, p.rows)
}

// scanStart is where in its index a scan begins: at the first id that may match, or at the range of what the page is
// sorted by.
func (t *table) scanStart(wanted query.Query, s indexScan, q *builder) string {
	if len(wanted.Sort) == 1 {
		return s.ids(q)
	}
	parts := []string{"1 = 1"}
	for _, c := range wanted.Where {
		if c.Field == wanted.Sort[0].Field && hasRange([]query.Cond{c}) {
			parts = append(parts, t.cond(c, q))
		}
	}
	return strings.Join(parts, " AND ")
}

// entries is how many of an index are looked at first for so many of all matches. It is a power of two, so that there
// are few different statements.
func (t *table) entries(ctx context.Context, wanted, total int64) (int64, error) {
	expected, err := t.expectedEntries(ctx, wanted, total)
	return 1 << bits.Len64(uint64(min(scanSpare*expected, 1<<61))), err
}

// expectedEntries is how many rows of the table are passed on the way to so many of all matches.
func (t *table) expectedEntries(ctx context.Context, wanted, total int64) (float64, error) {
	last, err := t.lastID(ctx)
	return float64(wanted) * float64(last) / float64(max(total, 1)), err
}

// lastID is the highest id of the table, which has no more rows than that.
func (t *table) lastID(ctx context.Context) (last int64, err error) {
	_, err = t.db.Row(ctx, []any{&last}, "SELECT coalesce(max(id), 0) FROM "+t.config.Name)
	return last, err
}

// indexed says whether an index has the records in the order of the field, and of their ids where that is the same.
func (t *table) indexed(ctx context.Context, f *field.Field) (bool, error) {
	return t.hasIndex(ctx, indexWanted{sortColumn(f), false})
}

// indexWanted is an index that begins with a column: of all rows, or of some.
type indexWanted struct {
	column    string
	isPartial bool
}

// hasIndex says whether there is an index that has the rows of one value of its column in the order of their ids.
func (t *table) hasIndex(ctx context.Context, w indexWanted) (bool, error) {
	key := fmt.Sprintf("%s.%s %v", t.config.Name, w.column, w.isPartial)
	if known, ok := t.db.indexed.Load(key); ok {
		return known.(bool), nil
	}
	found, err := t.db.Row(ctx, []any{new(string)}, `
		SELECT l.name
		  FROM pragma_index_list($1) l
		 WHERE l.partial = $3
		   AND (SELECT i.name FROM pragma_index_info(l.name) i WHERE i.seqno = 0) = $2
		   AND coalesce((SELECT i.name FROM pragma_index_info(l.name) i WHERE i.seqno = 1), 'id') = 'id'`,
		t.config.Name, w.column, w.isPartial)
	if err == nil {
		t.db.indexed.Store(key, found)
	}
	return found, err
}
