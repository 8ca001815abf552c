package store

import (
	"context"
	"database/sql/driver"
	"slices"

	"poolkeeper.example/extension-service/fragments"
	"poolkeeper.example/extension-service/resource"
)

// Fragments are the indexes of texts of a SQLite file.
func (db *DB) Fragments() *fragments.Indexes { return db.fragments }

// isFound stands in a condition for the rows that hold a fragment, once they are known.
const isFound = resource.Op("isFound")

// foundRows are the ids of those, in order. As a parameter they are one list; a total is kept under what was looked for.
type foundRows struct {
	ids      []int64
	fragment string
}

// Value is the parameter.
func (f *foundRows) Value() (driver.Value, error) { return IDList(f.ids), nil }

func (f *foundRows) String() string { return f.fragment }

// page leaves one page of them.
func (f *foundRows) page(w span, descending bool) {
	from, to := w.offset, w.offset+w.limit
	if n := int64(len(f.ids)); descending {
		from, to = n-to, n-from
	}
	f.ids = f.ids[max(from, 0):min(max(to, 0), int64(len(f.ids)))]
}

// find looks a fragment up, unless SQLite shall look through the table itself for now.
func (t *table) find(ctx context.Context, c resource.Cond, trash resource.Trash) (resource.Cond, error) {
	fragment := fragments.Wanted(Fold(c.Values[0].(string)))
	if t.db.dialect == Postgres || fragment == "" {
		return c, nil
	}
	index := t.db.fragments.Of(t.config.Name, c.Field.Column+"_fold", true)
	if InTransaction(ctx) {
		index = index.Apart()
	}
	ids, ok, err := index.Find(ctx, fragment, trash)
	if err == nil && ok {
		c.Op, c.Values = isFound, []any{&foundRows{ids, fragment}}
	}
	return c, err
}

// narrow leaves of the rows that hold a fragment those that the whole query asks for, in one pass, so that their number is the
// total and a page in their order is a part of them. What it returns stands in the query; nil where that asks for no fragment.
func (t *table) narrow(ctx context.Context, query resource.Query) (found *foundRows, err error) {
	at := slices.IndexFunc(query.Where, func(c resource.Cond) bool { return c.Op == isFound })
	if at < 0 {
		return found, nil
	}
	found = query.Where[at].Values[0].(*foundRows) //nolint:forcetypeassert // find has put it there
	if len(query.Where) == 1 && t.reach(ctx, &builder{}) == "" {
		return found, nil
	}
	query.Where = slices.Delete(slices.Clone(query.Where), at, at+1)
	if !InTransaction(ctx) { // what it has written itself may never come to be
		left, reaches, err := t.sift(ctx, found, query.Where)
		if err != nil || len(left) == 0 && !reaches {
			return found, err
		}
		query.Where = left
	}
	q := &builder{dialect: SQLite}
	from := "SELECT t.id FROM " + listed(SQLite, q.arg(IDList(found.ids))) + " e CROSS JOIN " + t.config.Name + " t WHERE t.id = e.value AND "
	text := from + t.where(ctx, query, q)
	ids := make([]int64, 0, len(found.ids))
	err = t.db.EachID(ctx, func(id int64) { ids = append(ids, id) }, text, q.values()...)
	found.ids = ids
	return found, err
}
