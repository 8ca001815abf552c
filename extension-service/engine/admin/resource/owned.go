package resource

import (
	"context"
	"reflect"
	"slices"
	"strconv"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Owned is embedded by records that members of staff answer for: an owner and a deputy, either of whom may be nobody.
// With Owned in its Spec a resource has the columns, the filter, the section of the form and the action that go with
// them.
type Owned struct {
	OwnerID    *int64 `json:"ownerId"      kind:"staff"`
	OwnerName  string `json:"ownerName"    check:"readonly" store:"-"`
	DeputyID   *int64 `json:"deputyId"     kind:"staff"`
	DeputyName string `json:"deputyName"   check:"readonly" store:"-"`
}

// Owners gives the engine the owners of any record.
func (o *Owned) Owners() *Owned { return o }

// OwnedRecord is a record that embeds Owned.
type OwnedRecord interface{ Owners() *Owned }

// SetNames fills the names of the owners from those of members of staff.
func (o *Owned) SetNames(names map[int64]string) {
	if o.OwnerID != nil {
		o.OwnerName = names[*o.OwnerID]
	}
	if o.DeputyID != nil {
		o.DeputyName = names[*o.DeputyID]
	}
}

// The values of filters by members of staff beside their ids.
const (
	me     = "me"     // the caller
	nobody = "nobody" // no owner
)

// meAsID puts the id of the caller in the place of "me".
func meAsID(ctx context.Context, text string) string {
	if text == me {
		return strconv.FormatInt(role.From(ctx).ID, 10)
	}
	return text
}

// FilterByOwner narrows a list to the records that a member of staff answers for, whose id an owner's field or a
// deputy's holds; nobody stands for those without an owner.
func FilterByOwner[T any](of *T, name string, owner, deputy **int64) ListFilter {
	return filterByOwner(of, name, owner, deputy)
}

func filterByOwner(of any, name string, owner, deputy **int64) ListFilter {
	return FilterBy(name, field.Staff, func(ctx context.Context, text string) ([]query.Cond, error) {
		if text == nobody {
			return []query.Cond{{Field: field.At(of, owner), Op: query.Unset}}, nil
		}
		id, err := field.ParseID(meAsID(ctx, text))
		if err != nil {
			return nil, WrongValue("validation.staff", nil)
		}
		return []query.Cond{{Op: query.AnyOf, Any: []query.Cond{
			{Field: field.At(of, owner), Op: query.Is, Values: []any{id}},
			{Field: field.At(of, deputy), Op: query.Is, Values: []any{id}},
		}}}, nil
	}).Written(me+"|"+nobody+"|[0-9]{1,15}", "the id of the owner or deputy, me for the caller, nobody for no owner").
		Comparing(owner, deputy)
}

// addOwners adds to a declaration what follows from Owned.
func (s *spec) addOwners() {
	o := s.Owned
	if o == nil {
		return
	}
	for _, name := range []Ref{&o.OwnerName, &o.DeputyName} {
		if !slices.Contains(s.Columns, name) {
			s.Hidden = append(s.Hidden, name)
		}
	}
	s.Filters = append(s.Filters, filterByOwner(s.Of, "owner", &o.OwnerID, &o.DeputyID))
	s.Form = append(s.Form, Section("owners", &o.OwnerID, &o.DeputyID))
}

// ownerFields are what lists answer of the owners.
func (o *Owned) ownerFields() Refs {
	return Refs{&o.OwnerID, &o.OwnerName, &o.DeputyID, &o.DeputyName}
}

// AssignOwner is the name of the action that gives records another owner.
const AssignOwner = "assignOwner"

// assigning is the input of AssignOwner; nobody is null.
type assigning struct {
	OwnerID *int64 `json:"ownerId" kind:"staff"`
}

// assignOwner is the action that gives a record, or many, another owner. The deputy stays. NOT_EDITABLE in the trash.
func assignOwner[T any, P Entity[T]](s Spec[T]) Action[T] {
	assign := func(ctx context.Context, v *T, in assigning) (Shown[T], error) {
		was := *v
		if deleted := P(v).Base().DeletedAt; !deleted.IsZero() {
			return Shown[T]{}, fault.New(fault.Conflict, "NOT_EDITABLE", "%s %d is in the trash", s.Name, P(v).Base().ID)
		}
		any(v).(OwnedRecord).Owners().OwnerID = in.OwnerID //nolint:forcetypeassert // Spec.Owned is part of it
		if err := s.Store.Update(ctx, was, v); err != nil {
			return Shown[T]{}, err
		}
		now, err := s.Store.Get(ctx, P(v).Base().ID)
		return Show(&now), err
	}
	back := func(_ context.Context, was T) (*WayBack, error) {
		return &WayBack{Input: assigning{any(&was).(OwnedRecord).Owners().OwnerID}}, nil //nolint:forcetypeassert // see above
	}
	return RecordAction(AssignOwner, s.Access.Update, assign).ForMany().UndoneBy(AssignOwner, back)
}

// insert saves a new record, whose owners must be able to read it.
func (c *served) insert(ctx context.Context, v entity) error {
	if err := c.Store.create(ctx, v); err != nil {
		return err
	}
	if err := c.requireEditableParent(ctx, v); err != nil {
		return err
	}
	return c.checkOwners(ctx, c.fresh(), v)
}

// checkOwners refuses owners that were chosen anew and may not read the record as it is saved: of a write that was
// undone nothing stays.
func (c *served) checkOwners(ctx context.Context, before, after entity) error {
	if c.Owned == nil || c.rt.Staff == nil {
		return nil
	}
	bad := fault.Validation()
	was, now := before.(OwnedRecord).Owners(), after.(OwnedRecord).
		Owners() //nolint:forcetypeassert // Spec.Owned is part of them
	for name, ids := range map[string][2]*int64{
		"ownerId":  {was.OwnerID, now.OwnerID},
		"deputyId": {was.DeputyID, now.DeputyID},
	} {
		if ids[1] == nil || reflect.DeepEqual(ids[0], ids[1]) {
			continue
		}
		reads, err := c.readBy(ctx, *ids[1], after.Base().ID)
		if err != nil {
			return err
		}
		if !reads {
			bad.Field(name, "validation.staff", nil)
		}
	}
	return bad.OrNil()
}

// readBy says whether a member of staff may sign in and read a record.
func (c *served) readBy(ctx context.Context, staffID, id int64) (bool, error) {
	who, err := c.rt.Staff(ctx, staffID)
	if kind := fault.KindOf(err); kind == fault.Unauthenticated || kind == fault.Denied {
		return false, nil
	}
	if err != nil || !who.CanAny(c.readers()) {
		return false, err
	}
	return IsVisible(role.With(ctx, who), c, id)
}
