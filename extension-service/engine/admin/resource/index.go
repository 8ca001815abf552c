package resource

import (
	"context"
	"reflect"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

// IndexSettings is the version of how values become documents; raising it asks for a rebuild, as other fields do by
// themselves.
const IndexSettings = 3

// Documents returns what the index holds of the records. Those in the trash have no document.
func (c *served) Documents(ctx context.Context, ids []int64) ([]Document, error) {
	cond := query.Cond{Field: field.Find(c.fields, "id"), Op: query.Is}
	for _, id := range ids {
		cond.Values = append(cond.Values, id)
	}
	page, err := c.Store.list(ctx, query.Query{
		Where: []query.Cond{cond}, Sort: c.sort[len(c.sort)-1:], Fields: c.documented(),
		Limit: int64(len(ids)), NoTotal: true,
	})
	if err != nil {
		return nil, err
	}
	out := make([]Document, page.len())
	for i := range out {
		out[i] = c.document(page.at(i))
	}
	return out, nil
}

// documented are the fields that a document is made of.
func (c *served) documented() []*field.Field {
	out := slices.Clone(c.search)
	for _, name := range []string{"id", "version", "lastUpdated", "clientId", "legalEntityId"} {
		if f := field.Find(c.fields, name); f != nil && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

func (c *served) document(v entity) Document {
	rv, b := valueOf(v), v.Base()
	d := Document{ID: b.ID, Version: b.Version, Changed: b.LastUpdated, Contents: make(Contents, 0, len(c.search))}
	for _, f := range c.contents {
		x := f.In(rv)
		if x.Kind() == reflect.Pointer {
			if x.IsNil() {
				continue
			}
			x = x.Elem()
		}
		d.Contents = append(d.Contents, Content{f.Name, field.IndexValue(f, x)})
	}
	d.LegalEntityID = c.intOf(rv, "legalEntityId")
	if f := c.clientOf(); f != nil {
		d.ClientID = f.In(rv).Int()
	}
	return d
}

// clientOf is the field that says whose client a record's document is: clientId, or else the one reference to a client
// that is indexed, as of a freelancer who is bound; nil when nothing does.
func (c *served) clientOf() *field.Field {
	if f := field.Find(c.fields, "clientId"); f != nil && f.Kind == field.Reference {
		return f
	}
	for _, f := range c.search {
		if f.Kind == field.Reference && f.Ref == "client" {
			return f
		}
	}
	return nil
}

// Changed returns ids by the instant of their last change, for comparisons.
func (c *served) Changed(ctx context.Context, since time.Time) (ids []int64, err error) {
	at := field.Find(c.fields, "lastUpdated")
	q := query.Query{
		Where: []query.Cond{{Field: at, Op: query.AtLeast, Values: []any{since.UnixMilli()}}},
		Sort:  []query.Sort{{Field: at}},
	}
	err = c.Store.ids(ctx, q, func(id int64) { ids = append(ids, id) })
	return ids, err
}

// Count says how many records have a document.
func (c *served) Count(ctx context.Context) (int64, error) {
	page, err := c.Store.list(ctx, query.Query{Sort: c.sort[len(c.sort)-1:]})
	return page.total, err
}

func (c *served) intOf(v reflect.Value, name string) int64 {
	f := field.Find(c.fields, name)
	if f == nil || f.Kind != field.Reference {
		return 0
	}
	return f.In(v).Int()
}

// IDs returns ids after one, in order, for rebuilds.
func (c *served) IDs(ctx context.Context, clientID, after, limit int64) ([]int64, error) {
	id := field.Find(c.fields, "id")
	where := []query.Cond{{Field: id, Op: query.AtLeast, Values: []any{after + 1}}}
	if clientID != 0 {
		f := c.clientOf()
		if f == nil || f.Column == "" {
			return nil, nil // no record is of a client
		}
		where = append(where, query.Cond{Field: f, Op: query.Is, Values: []any{clientID}})
	}
	out := make([]int64, 0, limit)
	err := c.Store.ids(ctx, query.Query{Where: where, Sort: []query.Sort{{Field: id}}, Limit: limit}, func(id int64) {
		out = append(out, id)
	})
	return out, err
}
