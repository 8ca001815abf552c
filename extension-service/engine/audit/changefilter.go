package audit

import (
	"context"
	"encoding/json"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// changeFilters are the filters by what was changed: the field as "entity.field", and the values before and after.
type changeFilters struct {
	field    string
	values   map[string]string // by the side of the change
	isWanted bool
}

// add notes a filter; false for any other.
func (c *changeFilters) add(wanted query.Cond) bool {
	side := map[string]string{"field": anyValue, "oldValue": oldValue, "newValue": newValue}[wanted.Field.Name]
	if side == "" {
		return false
	}
	text := ""
	if len(wanted.Values) > 0 {
		text, _ = wanted.Values[0].(string)
	}
	c.isWanted = true
	if side == anyValue {
		c.field = text
	} else {
		if c.values == nil {
			c.values = map[string]string{}
		}
		c.values[side] = text
	}
	return true
}

// condition is that of entries that changed the field so. A value is looked for only where the reader may read it, so
// that nobody finds out by asking what is not shown. VALIDATION_FAILED for a value without a field, or of one that the
// reader may not read.
func (s *Entries) condition(ctx context.Context, c changeFilters, add func(any) string) (string, error) {
	if !c.isWanted {
		return "", nil
	}
	entity, field, _ := strings.Cut(c.field, ".")
	if field == "" {
		return "", fault.Validation().Field("field", "validation.required", nil)
	}
	if len(c.values) == 0 {
		return hasChangeKey(changeKey(entity, field, anyValue, ""), add), nil
	}
	if !s.Reads(ctx, entity, field) {
		return "", fault.Validation().Field("field", "validation.unreadableField", nil)
	}
	var where strings.Builder
	for _, side := range []string{oldValue, newValue} {
		if value, isWanted := c.values[side]; isWanted {
			where.WriteString(hasChangeKey(changeKey(entity, field, side, soughtText(value)), add))
		}
	}
	return where.String(), nil
}

func hasChangeKey(key int64, add func(any) string) string {
	return " AND a.id IN (SELECT c.entry_id FROM audit_changes c WHERE c.change_key = " + add(key) + ")"
}

// Reads says whether the caller sees the values of a field in the list.
func (s *Entries) Reads(ctx context.Context, entity, field string) bool {
	probe := Line{
		Entity: entity, Changed: []string{field},
		Before: map[string]json.RawMessage{}, After: map[string]json.RawMessage{field: json.RawMessage(`""`)},
	}
	s.Mask(ctx, &probe)
	_, isShown := probe.After[field]
	return isShown
}

// Changed is a field that entries have changed.
type Changed struct {
	Entity   string `json:"entity"`
	Field    string `json:"field"`
	Readable bool   `json:"readable"` // the caller sees its values, and may look for them
}

type fieldsInput struct {
	Also string `query:"also" check:"max=200"` // "entity.field", which is listed whether it was changed or not
}

// fields lists the fields that any entry has changed.
func (s *Lookups) fields(ctx context.Context, in fieldsInput) (out resource.List[Changed], err error) {
	out.Results = []Changed{}
	var one Changed
	also := in.Also != ""
	err = s.Log.DB.Each(ctx, []any{&one.Entity, &one.Field}, func() error {
		one.Readable = s.Reads(ctx, one.Entity, one.Field)
		out.Results = append(out.Results, one)
		also = also && one.Entity+"."+one.Field != in.Also
		return nil
	}, "SELECT entity, field FROM audit_fields ORDER BY entity, field")
	if entity, field, _ := strings.Cut(in.Also, "."); also {
		out.Results = append(out.Results, Changed{entity, field, s.Reads(ctx, entity, field)})
	}
	out.TotalResults = int64(len(out.Results))
	return out, err
}

// prepareChanges indexes the latest entries before changes are looked for.
func (l *Log) prepareChanges(ctx context.Context) error {
	if l.DB.Dialect() != store.SQLite || store.InTransaction(ctx) {
		return nil
	}
	return l.indexChanges(role.AsSystem(ctx, "audit"), 1)
}
