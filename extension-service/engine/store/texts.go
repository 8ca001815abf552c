package store

import (
	"context"
	"database/sql/driver"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/trigram"
)

// Fragments are the indexes of texts of a SQLite file.
func (db *DB) Fragments() *trigram.Indexes { return db.fragments }

const (
	// isFound stands in a condition for the rows that hold the words, once they are known.
	isFound = query.Op("isFound")
	// hasWords looks at each of these whether it has them as words, of which the index knows only the beginnings.
	hasWords = query.Op("hasWords")
)

// textual are the operations that look for words in a text.
var textual = map[query.Op]bool{
	query.Contains: true, query.BeginsWords: true, query.HasWords: true,
	isFound: true, hasWords: true,
}

// foundRows are the ids of those, in order. As a parameter they are one list; a total is kept under what was looked
// for.
type foundRows struct {
	ids   []int64
	field *field.Field // that holds the words
	textQuery
}

// Value is the parameter.
func (f *foundRows) Value() (driver.Value, error) { return IDList(f.ids), nil }

func (f *foundRows) String() string { return strings.Join(append(f.words, f.phrase), "\n") }

// page leaves one page of them.
func (f *foundRows) page(w span, descending bool) {
	from, to := w.offset, w.offset+w.limit
	if n := int64(len(f.ids)); descending {
		from, to = n-to, n-from
	}
	f.ids = f.ids[max(from, 0):min(max(to, 0), int64(len(f.ids)))]
}

// findByText looks up the rows that hold all words of a condition, in any order, unless SQLite shall look through the
// table itself for now.
func (t *table) findByText(ctx context.Context, c query.Cond, trash query.Trash) ([]query.Cond, error) {
	w := wantedOf(c)
	if t.db.dialect == Postgres || len(w.words) == 0 {
		return []query.Cond{c}, nil
	}
	index := t.db.fragments.ForColumn(t.config.Name, c.Field.Column+"_fold", true)
	if InTransaction(ctx) {
		index = index.Uncached()
	}
	var all []int64
	for i, word := range w.words {
		ids, ok, err := index.Find(ctx, word, trash)
		if err != nil || !ok {
			return []query.Cond{c}, err
		}
		if i == 0 {
			all = ids
		} else {
			all = inBoth(all, ids)
		}
	}
	if w.phrase != "" {
		ids, ok, err := index.Find(ctx, w.phrase, trash)
		if err != nil || !ok {
			return []query.Cond{c}, err
		}
		all = append(all, ids...)
		slices.Sort(all)
		all = slices.Compact(all)
	}
	out := []query.Cond{{Field: c.Field, Op: isFound, Values: []any{&foundRows{all, c.Field, w}}}}
	if c.Op == query.HasWords {
		out = append(out, query.Cond{Field: c.Field, Op: hasWords, Values: c.Values})
	}
	return out, nil
}

// inBoth are the ids that stand in two lists in order; the first is used up.
func inBoth(a, b []int64) []int64 {
	unique, at := a[:0], 0
	for _, id := range a {
		for at < len(b) && b[at] < id {
			at++
		}
		if at < len(b) && b[at] == id {
			unique = append(unique, id)
		}
	}
	return unique
}

// narrowFound leaves of the rows that hold a fragment those that the whole query asks for, in one pass, so that their
// number is the total and a page in their order is a part of them. What it returns stands in the query; nil where that
// asks for no fragment.
func (t *table) narrowFound(ctx context.Context, wanted query.Query) (found *foundRows, err error) {
	at := slices.IndexFunc(wanted.Where, func(c query.Cond) bool { return c.Op == isFound })
	if at < 0 {
		return found, nil
	}
	found = wanted.Where[at].Values[0].(*foundRows) //nolint:forcetypeassert // find has put it there
	if len(wanted.Where) == 1 && t.scopeCondition(ctx, &builder{}) == "" {
		return found, nil
	}
	wanted.Where = intersectFound(found, slices.Delete(slices.Clone(wanted.Where), at, at+1))
	if len(found.ids) > rareRows {
		if done, err := t.narrowByRare(ctx, found, wanted); done || err != nil {
			return found, err
		}
	}
	if !InTransaction(ctx) { // what it has written itself may never come to be
		left, reaches, err := t.filterBySets(ctx, found, wanted.Where)
		if err != nil || len(left) == 0 && !reaches {
			return found, err
		}
		wanted.Where = left
	}
	// each of them is looked up among links, of which a condition may have as many as there are rows
	q := &builder{dialect: SQLite, byRow: hasLinks(wanted.Where)}
	from := "SELECT t.id FROM " + listed(SQLite, q.arg(IDList(found.ids))) + " e CROSS JOIN " + t.config.Name +
		" t WHERE t.id = e.value AND "
	text := from + t.whereClause(ctx, wanted, q)
	ids := make([]int64, 0, len(found.ids))
	err = t.db.EachID(ctx, func(id int64) { ids = append(ids, id) }, text, q.values()...)
	found.ids = ids
	return found, err
}

// intersectFound leaves of what is found what other words lead to as well, and returns the conditions but for those.
func intersectFound(found *foundRows, where []query.Cond) []query.Cond {
	return slices.DeleteFunc(where, func(c query.Cond) bool {
		if c.Op == isFound {
			found.ids = inBoth(found.ids, c.Values[0].(*foundRows).ids) //nolint:forcetypeassert // findByText has put it there
		}
		return c.Op == isFound
	})
}

// narrowByRare leaves of what is found the rows of a condition that few rows meet, if there is one, and of these what
// the other conditions do.
func (t *table) narrowByRare(ctx context.Context, found *foundRows, query query.Query) (done bool, err error) {
	at, err := t.rareCondition(ctx, query)
	if err != nil || at < 0 {
		return false, err
	}
	q := &builder{dialect: SQLite}
	ids, err := t.db.IDs(ctx, "SELECT t.id"+t.fromRare(ctx, query, at, q), q.values()...)
	slices.Sort(ids)
	found.ids = inBoth(found.ids, ids)
	return true, err
}
