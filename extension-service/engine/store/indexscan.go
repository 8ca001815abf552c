package store

import (
	"context"
	"math/bits"
	"slices"
	"strconv"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

const (
	scanSpare = 8 // how many times further than expected, or than the time before, a page is looked for along an index
	scanShare = 4 // of the matches, as many entries are looked at as this part of them at most
)

// scanIndex reads a page of many matches in SQLite by going along the index of what it is sorted by and leaving out
// what does not match, so that a million matches need not be sorted for the first ten. How far that is nobody knows,
// since all of them may lie at the other end: it goes further each time the page is not full, and gives up before that
// costs what sorting would.
func (t *table) scanIndex(ctx context.Context, query resource.Query, p pagePlan, total int64) (full bool, err error) {
	if t.db.dialect != SQLite || query.NoTotal || !p.narrowed || len(query.Sort) > 2 || len(query.Sort) == 1 &&
		!hasLinks(query.Where) && !hasAlternatives(query.Where) || t.comesThroughLink(query) {
		return false, nil
	}
	entries, err := t.entries(ctx, p.window.offset+p.window.limit, total)
	if err != nil || entries > total/scanShare {
		return false, err
	}
	if len(query.Sort) == 2 {
		if ok, err := t.indexed(ctx, query.Sort[0].Field); err != nil || !ok {
			return false, err
		}
	}
	for ; entries <= total/scanShare; entries *= scanSpare {
		err := t.scanEntries(ctx, query, p, entries)
		if err != nil || int64(p.rows.Len()) == p.window.limit {
			return err == nil, err
		}
	}
	return false, nil
}

// hasAlternatives says whether one of several conditions is enough, of each of which SQLite would read all rows that
// meet it.
func hasAlternatives(where []resource.Cond) bool {
	return slices.ContainsFunc(where, func(c resource.Cond) bool { return c.Op == resource.AnyOf })
}

func (t *table) scanEntries(ctx context.Context, query resource.Query, p pagePlan, entries int64) error {
	q := &builder{dialect: SQLite, byRow: true}
	inOrder := "SELECT t.id FROM " + t.config.Name + " t" + t.order(query,
		p.reversed) + " LIMIT " + strconv.FormatInt(entries, 10)
	text := "SELECT " + p.selected + " FROM (" + inOrder + ") f CROSS JOIN " + t.config.Name +
		" t WHERE t.id = f.id AND " + t.whereClause(ctx, query, q) +
		" LIMIT " + strconv.FormatInt(p.window.limit, 10) + " OFFSET " + q.arg(p.window.offset)
	return t.read(ctx, p.fields, reading{text, q.args, p.window.limit}, p.rows)
}

// entries is how many of an index are looked at first for so many of all matches. It is a power of two, so that there
// are few different statements.
func (t *table) entries(ctx context.Context, wanted, total int64) (int64, error) {
	var last int64 // no table has more rows than this
	if _, err := t.db.Row(ctx, []any{&last}, "SELECT coalesce(max(id), 0) FROM "+t.config.Name); err != nil {
		return 0, err
	}
	expected := float64(wanted) * float64(last) / float64(max(total, 1))
	return 1 << bits.Len64(uint64(scanSpare*expected)), nil
}

// indexed says whether an index has the records in the order of the field, and of their ids where that is the same.
func (t *table) indexed(ctx context.Context, f *resource.Field) (bool, error) {
	column := sortColumn(f)
	if known, ok := t.db.indexed.Load(t.config.Name + "." + column); ok {
		return known.(bool), nil
	}
	found, err := t.db.Row(ctx, []any{new(string)}, `
		SELECT l.name
		  FROM pragma_index_list($1) l
		 WHERE l.partial = 0
		   AND (SELECT i.name FROM pragma_index_info(l.name) i WHERE i.seqno = 0) = $2
		   AND coalesce((SELECT i.name FROM pragma_index_info(l.name) i WHERE i.seqno = 1), 'id') = 'id'`, t.config.Name, column)
	if err == nil {
		t.db.indexed.Store(t.config.Name+"."+column, found)
	}
	return found, err
}
