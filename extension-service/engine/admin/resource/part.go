package resource

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

// compilePart finds the reference to the record that the records are parts of. They are a tab of it.
func (c *served) compilePart() {
	if c.PartOf == nil {
		return
	}
	c.container = c.oneReferences("PartOf", Refs{c.PartOf})[0]
	if !c.container.Required {
		c.fail("PartOf names the field %s: give it check:\"required\", since there is no part of nothing", c.container.Name)
	}
	if !slices.Contains(c.related, c.container) {
		c.related = append(c.related, c.container)
	}
}

// parentResource is the resource that the records are parts of; nil where they are no parts.
func (c *served) parentResource() *served {
	if c.container == nil {
		return nil
	}
	parent, _ := c.registry.byName[c.container.Ref].(*served)
	return parent
}

// requireEditableParent refuses to add, change or delete a part of a record that may not be edited. NOT_EDITABLE.
func (c *served) requireEditableParent(ctx context.Context, part entity) error {
	parent := c.parentResource()
	if parent == nil || parent.Editable == nil && parent.Trash == nil {
		return nil
	}
	v, err := parent.Store.get(ctx, c.container.In(valueOf(part)).Int())
	if err != nil {
		return err
	}
	return parent.editable(ctx, v)
}

// delete deletes a record, and before it its parts, unless it goes into the trash.
func (c *served) delete(ctx context.Context, v entity) error {
	if c.Trash == nil {
		if err := c.deleteParts(ctx, v.Base().ID); err != nil {
			return err
		}
	}
	return c.Store.delete(ctx, v)
}

// mostParts are the parts that are read at once.
const mostParts = 500

func (c *served) deleteParts(ctx context.Context, id int64) error {
	for _, x := range c.registry.all {
		parts, ok := x.(*served)
		if !ok || parts.container == nil || parts.container.Ref != c.Name {
			continue
		}
		for {
			rows, err := parts.Store.list(ctx, query.Query{
				Where: []query.Cond{{Field: parts.container, Op: query.Is, Values: []any{id}}},
				Sort:  []query.Sort{{Field: field.Find(parts.fields, "id")}},
				Limit: mostParts, NoTotal: true, Trash: query.Both,
			})
			for i := 0; err == nil && i < rows.len(); i++ {
				err = parts.delete(ctx, rows.at(i))
			}
			if err != nil {
				return err
			}
			if rows.len() < mostParts {
				break
			}
		}
	}
	return nil
}
