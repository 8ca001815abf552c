package resource

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

// ReferenceField is a field that names a record of another resource.
type ReferenceField struct {
	Field, Ref string
}

// Referring is the newest records whose reference is one record, within the caller's scope and outside the trash: their
// titles by id.
func (c *served) Referring(ctx context.Context, by ReferenceField, id, most int64) (map[int64]string, error) {
	key, ref := field.Find(c.fields, "id"), field.Find(c.fields, by.Field)
	found, err := c.Store.list(ctx, query.Query{
		Where: []query.Cond{{Field: ref, Op: query.Is, Values: []any{id}}}, Sort: []query.Sort{{Field: key, Desc: true}},
		Fields: append(c.titleFields(), key), Limit: most, NoTotal: true,
	})
	if err != nil {
		return nil, err
	}
	out := make(map[int64]string, found.len())
	for i := range found.len() {
		out[found.at(i).Base().ID] = c.titleOf(valueOf(found.at(i)))
	}
	return out, nil
}

// references are the fields of a declaration as others name them.
func references(fs []*field.Field) (out []ReferenceField) {
	for _, f := range fs {
		out = append(out, ReferenceField{f.Name, f.Ref})
	}
	return out
}
