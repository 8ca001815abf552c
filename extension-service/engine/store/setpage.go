package store

import (
	"context"
	"math/bits"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/query"
)

const (
	// deepOffset is the offset, from the nearer end, from which a page is looked up in a set of all matches.
	deepOffset = 1000
	// What is gone past on the way to a page costs less than a row that is looked at by its id: so many rows of a table
	// that are read one after the other, or entries of an index that has all that is asked, cost as much as one.
	rowsInOrder    = 25
	entriesInOrder = 100
)

// setPage reads a page of SQLite that is far from either end, or whose order no index has together with its conditions:
// the ids of all matches are a set of bits, which is cached while nothing that they depend on has changed. In the order
// of ids the page is found by counting bits; in another by going along the index of that order, without looking at a
// row. It is not full where the set would not pay for itself yet, or cannot be cached.
func (t *table) setPage(ctx context.Context, wanted query.Query, p pagePlan, total int64) (full bool, err error) {
	isByID := len(wanted.Sort) == 1
	if t.db.dialect != SQLite || wanted.NoTotal || len(wanted.Sort) > 2 || InTransaction(ctx) ||
		isByID && p.window.offset < deepOffset || t.config.Name != t.config.Written {
		return false, nil
	}
	n := narrower{q: &builder{dialect: SQLite}}
	if n.text = t.whereClause(ctx, wanted, n.q); n.q.linked || n.q.keyed {
		return false, nil
	}
	if !isByID {
		if ok, err := t.indexed(ctx, wanted.Sort[0].Field); err != nil || !ok {
			return false, err
		}
	}
	looked, err := t.rowsOnTheWay(ctx, wanted, p, total)
	if err != nil || looked == 0 {
		return false, err
	}
	s, err := t.setOf(ctx, n, looked)
	if err != nil || s.bits == nil {
		return false, err
	}
	ids, err := t.idsOfPage(ctx, wanted, p, &s)
	if err != nil || int64(len(ids)) < p.window.limit {
		return false, err
	}
	wanted.Where = nil // but for the trash and the scope, which are asked again
	q := &builder{dialect: SQLite}
	p.where = t.whereClause(ctx, wanted, q) + " AND t.id IN " + inList(SQLite, q.arg(IDList(ids)))
	p.window.offset = 0
	err = t.read(ctx, p.fields, reading{t.pageText(wanted, q, p), q.values(), p.window.limit}, p.rows)
	return err == nil && int64(p.rows.Len()) == p.window.limit, err
}

// rowsOnTheWay is what a page costs without a set, in rows that are looked at by their id: all matches where they are
// sorted, else what lies before the page. It is 0 where a set would cost more.
func (t *table) rowsOnTheWay(ctx context.Context, wanted query.Query, p pagePlan, total int64) (int64, error) {
	expected, err := t.expectedEntries(ctx, p.window.offset+p.window.limit, total)
	if err != nil {
		return 0, err
	}
	q := &builder{dialect: SQLite}
	where := t.whereClause(ctx, wanted, q)
	plan, err := t.cachedPlan(ctx, "SELECT t.id"+t.source("")+where+t.order(wanted, p.reversed), q.values())
	isByID, isCovered, entries := len(wanted.Sort) == 1, strings.Contains(plan, "COVERING INDEX"), int64(expected)
	switch {
	case err != nil, !isByID && entries/rowsInOrder > total:
		return 0, err
	case isSorted(plan):
		return total, nil
	case isByID && isCovered:
		return p.window.offset / entriesInOrder, nil
	case isByID:
		return entries / rowsInOrder, nil
	case isCovered:
		return 0, nil
	}
	return entries, nil
}

// idsOfPage are the ids of a page of a set; fewer than its limit where it goes further than the order is gone along.
func (t *table) idsOfPage(ctx context.Context, wanted query.Query, p pagePlan, s *rowSet) ([]int64, error) {
	if len(wanted.Sort) == 1 {
		return s.page(p.window, wanted.Sort[0].Desc != p.reversed), nil
	}
	rows, err := t.db.Query(ctx, "SELECT t.id FROM "+t.config.Name+" t"+t.order(wanted, p.reversed))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	ids, skip := make([]int64, 0, p.window.limit), p.window.offset
	for id := int64(0); int64(len(ids)) < p.window.limit && rows.Next(); {
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		switch {
		case !s.has(id):
		case skip > 0:
			skip--
		default:
			ids = append(ids, id)
		}
	}
	return ids, rows.Err()
}

// page are the ids of a page in their order.
func (s *rowSet) page(w span, isDown bool) []int64 {
	ids, skip := make([]int64, 0, w.limit), w.offset
	for i := range s.bits {
		at := i
		if isDown {
			at = len(s.bits) - 1 - i
		}
		n := int64(bits.OnesCount64(s.bits[at]))
		if n <= skip {
			skip -= n
			continue
		}
		for word := s.bits[at]; word != 0 && int64(len(ids)) < w.limit; {
			bit := bits.TrailingZeros64(word)
			if isDown {
				bit = 63 - bits.LeadingZeros64(word)
			}
			word &^= 1 << bit
			if skip--; skip < 0 {
				ids = append(ids, int64(at)<<6|int64(bit))
			}
		}
		if int64(len(ids)) == w.limit {
			break
		}
	}
	return ids
}
