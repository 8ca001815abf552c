package resource

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const maxNamed = 10_000 // ids named in one bulk call

// matching is which records a bulk call is about: those a query finds, or of those only the named ones.
type matching struct {
	query query.Query
	ids   []int64 // in order; nil: all that the query finds
}

// match reads filters as the list does; the filter id may name more records than the list would show.
func (b *bulkAction) match(ctx context.Context, filters map[string]json.RawMessage) (matching, error) {
	var m matching
	rest := maps.Clone(filters)
	if list, named := rest["id"]; named {
		delete(rest, "id")
		var err error
		if m.ids, err = readIDs(scalarText(list)); err != nil {
			return m, err
		}
	}
	text, err := json.Marshal(rest)
	if err != nil {
		return m, err
	}
	m.query, err = b.c.parseBody(ctx, text, map[string]string{})
	return m, err
}

// named says whether a caller may ask for records in this way: who may act but not read names them, and learns nothing
// from what a filter finds.
func (b *bulkAction) named(ctx context.Context, m matching) error {
	if readers := b.c.readers(); !role.From(ctx).CanAny(readers) && (m.ids == nil || len(m.query.Where) > 0) {
		return Forbidden(readers...)
	}
	return nil
}

func readIDs(list string) ([]int64, error) {
	ids := []int64{}
	for part := range strings.SplitSeq(list, ",") {
		id, err := strconv.ParseInt(part, 10, 64)
		if err != nil || id < 1 || id > field.MaxID {
			return nil, fault.Validation().Field("filters.id", "validation.integer", nil)
		}
		ids = append(ids, id)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if len(ids) > maxNamed {
		return nil, fault.Validation().Field("filters.id", "validation.maxItems", map[string]any{"max": maxNamed})
	}
	return ids, nil
}

// page returns the records after an id, in the order of their ids. Of named ones those come along that the caller
// cannot see, or that do not exist, with the code that says so.
func (b *bulkAction) page(ctx context.Context, m matching, after, limit int64) ([]BulkItem, error) {
	id := field.Find(b.c.fields, "id")
	q := m.query
	q.Offset, q.Limit, q.Sort, q.NoTotal, q.Fields = 0, limit, []query.Sort{{Field: id}}, true,
		append(b.c.titleFields(), id)
	if m.ids == nil {
		q.Where = append(slices.Clone(q.Where), query.Cond{Field: id, Op: query.AtLeast, Values: []any{after + 1}})
		return b.items(ctx, q)
	}
	at, _ := slices.BinarySearch(m.ids, after+1)
	part := m.ids[at:min(at+int(min(limit, maxListed)), len(m.ids))]
	if len(part) == 0 {
		return nil, nil
	}
	q.Where = append(slices.Clone(q.Where), query.OneOf(id, part))
	found, err := b.items(ctx, q)
	return withMissing(part, found), err
}

// withMissing returns an item for each id, found or not.
func withMissing(ids []int64, found []BulkItem) []BulkItem {
	out := make([]BulkItem, len(ids))
	for i, id := range ids {
		out[i] = BulkItem{ID: id, Reasons: ReasonCode("NOT_FOUND")}
		if at := slices.IndexFunc(found, func(b BulkItem) bool { return b.ID == id }); at >= 0 {
			out[i] = found[at]
		}
	}
	return out
}

// CanSeeAll says whether the caller can see every one of the records, those in the trash as well.
func (c *served) CanSeeAll(ctx context.Context, ids []int64) (bool, error) {
	seen, err := c.Visible(ctx, ids)
	return err == nil && !slices.ContainsFunc(ids, func(id int64) bool { return !seen[id] }), err
}

// Visible says which of the records the caller can see, those in the trash as well.
func (c *served) Visible(ctx context.Context, ids []int64) (map[int64]bool, error) {
	id, out := field.Find(c.fields, "id"), make(map[int64]bool, len(ids))
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	for part := range slices.Chunk(ids, maxListed) {
		p, err := c.Store.list(ctx, query.Query{
			Where: []query.Cond{query.OneOf(id, part)}, Sort: []query.Sort{{Field: id}}, Fields: []*field.Field{id},
			Limit: maxListed, NoTotal: true,
		})
		if err != nil {
			return nil, err
		}
		for i := range p.len() {
			out[p.at(i).Base().ID] = true
		}
	}
	return out, nil
}

func (b *bulkAction) items(ctx context.Context, q query.Query) ([]BulkItem, error) {
	p, err := b.c.Store.list(ctx, q)
	if err != nil {
		return nil, err
	}
	out, reads := make([]BulkItem, p.len()), role.From(ctx).CanAny(b.c.readers())
	for i := range out {
		out[i].ID = p.at(i).Base().ID
		if reads {
			out[i].Title = b.c.titleOf(p.row(i))
		}
	}
	return out, nil
}

// count says how many records the caller would change. Of named ones those count that are not there, too: each is told.
func (b *bulkAction) count(ctx context.Context, m matching) (int64, error) {
	if m.ids != nil {
		return int64(len(m.ids)), nil
	}
	q := m.query
	q.Offset, q.Limit, q.Fields = 0, 1, []*field.Field{field.Find(b.c.fields, "id")}
	p, err := b.c.Store.list(ctx, q)
	return p.total, err
}
