package notes

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// fillNames tells who is meant by the ids that notes hold, and what the caller may do.
func (s *Service) fillNames(ctx context.Context, rows []Note) error {
	var ids []int64
	for i := range rows {
		ids = append(ids, mentionsIn(rows[i].Text)...)
		if rows[i].AssigneeID != nil {
			ids = append(ids, *rows[i].AssigneeID)
		}
	}
	slices.Sort(ids)
	names, err := s.deps.Staff.NamesOf(role.AsSystem(ctx, Entity), slices.Compact(ids))
	if err != nil {
		return err
	}
	for i := range rows {
		n := &rows[i]
		n.Mentions = []Person{}
		for _, id := range mentionsIn(n.Text) {
			if name := names[id]; name != "" {
				n.Mentions = append(n.Mentions, Person{id, name})
			}
		}
		if n.AssigneeID != nil {
			n.AssigneeName = names[*n.AssigneeID]
		}
		n.Summary, n.IsEditable = summarise(withNames(n.Text, names)), isEditable(ctx, *n)
	}
	return nil
}

// fillRecords names the records that notes stand beside.
func (s *Service) fillRecords(ctx context.Context, rows []Note) error {
	type key struct {
		entity string
		id     int64
	}
	known := map[key]resource.Holder{}
	for i := range rows {
		n := &rows[i]
		at := key{n.Entity, n.EntityID}
		h, had := known[at]
		if !had {
			var err error
			if h, err = s.holder(ctx, n.Entity, n.EntityID); err != nil && fault.KindOf(err) != fault.NotFound &&
				fault.KindOf(err) != fault.Denied {
				return err
			}
			known[at] = h
		}
		n.RecordTitle, n.RecordHandle = h.Title, h.Handle
	}
	return nil
}
