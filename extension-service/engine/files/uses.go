package files

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Use is one record that names an upload.
type Use struct {
	Entity string `json:"entity"`
	ID     int64  `json:"id" kind:"id"`
}

// Get returns an upload within the reach of the caller: one that a record it may read names, or one of its own that
// nobody names yet. NOT_FOUND for every other.
func (s *Service) Get(ctx context.Context, id string) (Resource, error) {
	r, err := s.find(ctx, id)
	if err != nil {
		return Resource{}, err
	}
	who := role.From(ctx)
	if who.Kind == role.System {
		return r, nil
	}
	if !who.Can(role.ResourceRead) {
		return Resource{}, resource.Forbidden(role.ResourceRead)
	}
	uses, err := s.uses(ctx, id)
	if err != nil {
		return Resource{}, err
	}
	reached, err := s.visibleUses(ctx, uses, 1)
	if err != nil {
		return Resource{}, err
	}
	if len(reached) > 0 {
		return r, nil
	}
	if isOwn := len(uses) == 0 && r.uploader == who.ID && who.ID > 0; !isOwn {
		return Resource{}, unknown(id)
	}
	if s.ReachesMade == nil {
		return r, nil
	}
	is, err := s.ReachesMade(ctx, id)
	if err == nil && !is {
		err = unknown(id)
	}
	return r, err
}

// uses lists the records that name an upload.
func (s *Service) uses(ctx context.Context, id string) ([]Use, error) {
	out := []Use{}
	var u Use
	err := s.DB.Each(ctx, []any{&u.Entity, &u.ID}, func() error {
		out = append(out, u)
		return nil
	}, `
		SELECT entity, entity_id
		  FROM resource_uses
		 WHERE resource_id = $1
		 ORDER BY entity, entity_id`, id)
	return out, err
}

// visibleUses keeps the uses whose records the caller may read, up to a number of them; 0 is all.
func (s *Service) visibleUses(ctx context.Context, uses []Use, enough int) ([]Use, error) {
	out := []Use{}
	for _, u := range uses {
		ok, err := s.Reaches(ctx, u.Entity, u.ID)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, u)
		}
		if len(out) == enough && enough > 0 {
			break
		}
	}
	return out, nil
}

// MayName refuses an upload that the caller may not name in a record of its own: NOT_FOUND outside its reach, so that
// naming it opens no door, and MIME_NOT_ALLOWED where files of other types are taken, by what its bytes were found to
// be.
func (s *Service) MayName(ctx context.Context, n field.Attached) error {
	r, err := s.Get(ctx, n.ID)
	if fault.KindOf(err) == fault.Denied {
		return unknown(n.ID)
	}
	if err != nil {
		return err
	}
	if k, known := kindOf(r.MimeType); n.Image && !r.Image() || known && !k.allowed(n.Accept) {
		return fault.New(fault.Unsupported, "MIME_NOT_ALLOWED", "%s is not taken here", r.MimeType).With("mimeType",
			r.MimeType)
	}
	return nil
}

// public says whether anybody may see an image: one of the catalogue, or a client's logo.
func (s *Service) public(uses []Use) bool {
	return slices.ContainsFunc(uses, func(u Use) bool {
		return slices.Contains(s.Logos, u.Entity) || u.Entity == catalogEntity
	})
}

// inUse is the refusal to delete what records name. It tells of those the caller may read.
func (s *Service) inUse(ctx context.Context, uses []Use) error {
	reached, err := s.visibleUses(ctx, uses, 0)
	if err != nil {
		return err
	}
	return fault.New(fault.Conflict, "IN_USE", "%d records name this file", len(uses)).With("usedBy", reached)
}

// Delete removes an upload that nobody names. IN_USE, NOT_FOUND.
func (s *Service) Delete(ctx context.Context, id string) error {
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		r, err := s.Get(ctx, id)
		if err != nil {
			return err
		}
		uses, err := s.uses(ctx, id)
		if err != nil {
			return err
		}
		if len(uses) > 0 {
			return s.inUse(ctx, uses)
		}
		return s.deleteRow(ctx, r)
	})
	if err == nil {
		// The row is gone for good, so the call has worked. Bytes that stay are swept away later.
		_ = s.Storage.Delete(context.WithoutCancel(ctx), id)
	}
	return err
}

// deleteRow deletes the row of an upload that nobody names.
func (s *Service) deleteRow(ctx context.Context, r Resource) error {
	_, err := s.DB.Exec(ctx, `
		DELETE FROM resources
		 WHERE id = $1`, r.ID)
	if err != nil {
		return err
	}
	return s.recordUpload(ctx, "delete", r)
}
