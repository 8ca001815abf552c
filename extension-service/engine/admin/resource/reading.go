package resource

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// sensitive lists the fields marked S that an answer with the record shows the caller.
func (c *served) sensitive(ctx context.Context, v entity) []*field.Field {
	rv := valueOf(v)
	return slices.DeleteFunc(slices.Clone(c.visible(role.From(ctx), c.marked)), func(f *field.Field) bool {
		return f.In(rv).IsZero()
	})
}

// sensitiveIn lists the fields marked S whose values an entry of the history holds.
func sensitiveIn(fs []*field.Field, l Line) []*field.Field {
	return slices.DeleteFunc(slices.Clone(fs), func(f *field.Field) bool {
		_, before := l.Before[f.Name]
		_, after := l.After[f.Name]
		return !f.Sensitive || !before && !after
	})
}

// recordReading records, once per request, that sensitive fields of a record are answered.
func (c *served) recordReading(ctx context.Context, v entity, shown []*field.Field) error {
	rv := valueOf(v)
	return c.recordFields(ctx, Reading{
		Entity: c.Name, ID: v.Base().ID, ClientID: c.intOf(rv, "clientId"), LegalEntityID: c.intOf(rv, "legalEntityId"),
	}, shown)
}

func (c *served) recordFields(ctx context.Context, r Reading, shown []*field.Field) error {
	if len(shown) == 0 || c.rt.Reading == nil || role.From(ctx).Kind == role.System {
		return nil
	}
	r.Fields = field.Names(shown)
	slices.Sort(r.Fields)
	r.Fields = slices.Compact(r.Fields)
	return c.rt.Reading(ctx, r)
}

// staleRead notes the reading of the record that the refusal of a stale write shows. What was noted inside the write
// has been undone with it.
func (c *served) staleRead(ctx context.Context, id int64, refused error) error {
	if fault.From(refused).Code != "STALE_VERSION" {
		return refused
	}
	v, err := c.Store.get(ctx, id)
	if err == nil {
		err = c.recordReading(ctx, v, c.sensitive(ctx, v))
	}
	if err != nil {
		return err
	}
	return refused
}

// recordExported records that sensitive fields of a record are written into a file.
func (c *served) recordExported(ctx context.Context, v entity, columns []*field.Field) error {
	record := valueOf(v)
	isNotShown := func(f *field.Field) bool { return !f.Sensitive || f.In(record).IsZero() }
	return c.recordReading(ctx, v, slices.DeleteFunc(slices.Clone(columns), isNotShown))
}
