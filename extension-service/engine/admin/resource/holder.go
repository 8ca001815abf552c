package resource

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// Holder is a record as what stands beside it, such as a note, sees it. An id is 0 where there is none.
type Holder struct {
	Handle, Title string
	PersonID      int64 // whom the record is about
	ClientID      int64
	LegalEntityID int64
	IsInTrash     bool
}

// Holder is a record as what stands beside it sees it. NOT_FOUND outside the caller's scope.
func (c *served) Holder(ctx context.Context, id int64) (Holder, error) {
	v, err := c.Store.get(ctx, id)
	if err != nil {
		return Holder{}, err
	}
	h := Holder{Handle: v.Base().Handle, Title: c.titleOf(valueOf(v)), IsInTrash: c.isInTrash(v)}
	h.ClientID, h.LegalEntityID = c.numberIn(v, field.OwnerClient+"Id"), c.numberIn(v, field.OwnerEntity+"Id")
	switch {
	case c.Name == field.OwnerClient:
		h.ClientID = id
	case c.Name == Person:
		h.PersonID = id
	case c.person != nil:
		h.PersonID = c.numberIn(v, c.person.Name)
	}
	return h, nil
}

// numberIn is the whole number in a field; 0 where there is no such field.
func (c *served) numberIn(v entity, name string) int64 {
	if f := field.Find(c.fields, name); f != nil && f.In(valueOf(v)).CanInt() {
		return f.In(valueOf(v)).Int()
	}
	return 0
}
