package resource

import (
	"context"
	"encoding/json"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// SavedView is what somebody keeps of a list: its filters, its order, and its columns; none stands for those of the
// reader.
type SavedView struct {
	Filters json.RawMessage
	Sort    string // "created:asc"
	Columns []string
}

// CheckView refuses a view with filters, an order or columns that the list does not have for the caller.
func (c *served) CheckView(ctx context.Context, v SavedView) error {
	if _, err := c.parseBody(ctx, v.Filters, map[string]string{"s": v.Sort}); err != nil {
		return err
	}
	bad, shown := fault.Validation(), c.ShownColumns(role.From(ctx), v.Columns)
	for _, name := range v.Columns {
		if !slices.Contains(shown, c.Today(name)) {
			bad.Field("columns", "validation.oneOf", map[string]any{"values": c.columnNames(role.From(ctx))})
		}
	}
	return bad.OrNil()
}

// ShownColumns are those of the columns that a caller can show in the list, under their names of today.
func (c *served) ShownColumns(who *role.Caller, columns []string) []string {
	known, out := c.columnNames(who), []string{}
	for _, name := range columns {
		if name = c.Today(name); slices.Contains(known, name) {
			out = append(out, name)
		}
	}
	return out
}

// columnNames are the columns that a caller can choose from.
func (c *served) columnNames(who *role.Caller) []string {
	return field.Names(c.visible(who, slices.Concat(c.columns, c.hidden)))
}
