package store

import "context"

// cachedSearch is what a search of PostgreSQL has found, as of a state of its search copy.
type cachedSearch struct {
	state string // "" where it is not known
	total int64
	ids   []int64 // of the page, in order
}

// maxCachedIDs is up to how many rows a page has that is cached.
const maxCachedIDs = 200

// searchState identifies what a search copy holds, as an expression: every transaction that changes the copy leaves a
// random number of its own, so that their sum is another as soon as one is committed. What was found under a state is
// all there is for as long as any copy of the service reads the same.
func (t *table) searchState() string {
	return "(SELECT coalesce(sum(token), 0)::text FROM search_copy_changes WHERE search_copy = '" + t.config.Name +
		copySuffix + "')"
}

// readCachedSearch reads the page of a search and its total. What was found before is read by its ids while the search
// copy is in the same state, which the same statement asks: nothing is looked up in the index of texts again.
func (t *table) readCachedSearch(ctx context.Context, s search) (total int64, err error) {
	key, err := KeyOf(s.text, s.q.args...)
	if err != nil {
		return 0, err
	}
	state := "" // as read before the search
	if had, known := t.db.searches.get(key); known {
		if state, err = t.readFound(ctx, s, had.ids); err != nil || state != "" && state == had.state {
			return had.total, err
		}
	}
	found := cachedSearch{}
	if found.total, found.state, err = t.readSearched(ctx, s); err != nil {
		return 0, err
	}
	for i := range s.p.rows.Len() {
		found.ids = append(found.ids, baseOf(s.p.rows.Index(i)).ID)
	}
	if found.state == "" { // there is no row to read it from, and none has come since it was read before
		found.state = state
	}
	t.db.searches.store(key, found)
	return found.total, nil
}

// readFound reads the rows with these ids, and the state of the search copy with them; "" where no row is left.
func (t *table) readFound(ctx context.Context, s search, ids []int64) (state string, err error) {
	if len(ids) == 0 {
		_, err = t.db.Row(ctx, []any{&state}, "SELECT "+t.searchState())
		s.p.rows.SetLen(0)
		return state, err
	}
	rows, err := t.db.Query(ctx, "SELECT "+t.searchState()+", "+s.p.selected+" FROM "+t.config.Name+
		" t WHERE t.id = ANY($1::bigint[])"+t.order(s.query, false), ids)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	return state, scan(&leadingColumns{rows, []any{&state}}, s.p.fields, len(ids), s.p.rows)
}
