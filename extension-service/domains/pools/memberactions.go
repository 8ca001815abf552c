package pools

import (
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// Removing says why somebody is taken out of a pool.
type Removing struct {
	Reason string `json:"reason" history:"reason" check:"max=200"`
}

// Remove takes somebody out of a pool.
func (m *Members) Remove(ctx context.Context, v *Member, in Removing) (resource.Shown[Member], error) {
	act := resource.ActOf(ctx)
	act.Reason = in.Reason
	if err := m.Delete(resource.WithAct(ctx, act), v); err != nil {
		return resource.Shown[Member]{}, err
	}
	return m.show(ctx, v.ID)
}

// Readmit takes somebody back who was removed. DUPLICATE when they are in the pool by now.
func (m *Members) Readmit(ctx context.Context, v *Member, _ resource.None) (resource.Shown[Member], error) {
	p, err := m.pools.Table.Get(ctx, v.PoolID)
	if err != nil {
		return resource.Shown[Member]{}, err
	}
	who, err := m.person(ctx, v.FreelancerID)
	if err != nil {
		return resource.Shown[Member]{}, err
	}
	if p.Status != InUse || isGone(who) {
		return resource.Shown[Member]{}, fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED",
			"membership %d cannot be taken up again", v.ID).
			With("blockedBy", []resource.Block{{Key: "pool.block.notInUse"}})
	}
	old := *v
	m.reinstate(v)
	if err := m.update(ctx, old, v); err != nil {
		return resource.Shown[Member]{}, err
	}
	return m.show(ctx, v.ID)
}

func (m *Members) show(ctx context.Context, id int64) (resource.Shown[Member], error) {
	now, err := m.Get(ctx, id)
	return resource.Show(&now), err
}

// Extending says until when a membership lasts.
type Extending struct {
	ExpiresAt date.Date `json:"expiresAt"` // its last day; none: never
}

// Extend moves the end of a membership.
func (m *Members) Extend(ctx context.Context, v *Member, in Extending) (resource.Shown[Member], error) {
	old := *v
	v.ExpiresAt = time.Time{}
	if in.ExpiresAt != "" {
		end, err := time.Parse(time.DateOnly, string(in.ExpiresAt))
		if err != nil {
			return resource.Shown[Member]{}, err
		}
		zone, err := m.deps.Clients.Zone(ctx, v.ClientID)
		if err != nil {
			return resource.Shown[Member]{}, err
		}
		v.ExpiresAt = endOf(end, zone)
		if !resource.Undoes(ctx) && v.ExpiresAt.Before(m.Now()) {
			return resource.Shown[Member]{}, fault.Validation().Field("expiresAt", "validation.after",
				map[string]any{"min": date.FromTime(m.Now().In(zone))})
		}
	}
	if err := m.Update(ctx, old, v); err != nil {
		return resource.Shown[Member]{}, err
	}
	return m.show(ctx, v.ID)
}

// Rating says what staff think of somebody.
type Rating struct {
	Rating *int64 `json:"rating" check:"minvalue=1,maxvalue=5"`
}

// Rate sets the rating of a membership, or clears it.
func (m *Members) Rate(ctx context.Context, v *Member, in Rating) (resource.Shown[Member], error) {
	old := *v
	v.Rating = in.Rating
	if err := m.Update(ctx, old, v); err != nil {
		return resource.Shown[Member]{}, err
	}
	return m.show(ctx, v.ID)
}

// Tagging says which tags are added and which are taken away.
type Tagging struct {
	Add    []string `json:"add"    check:"max=20"`
	Remove []string `json:"remove" check:"max=20"`
}

const mostTags = 20

// Tag changes the tags of a membership, however they are written.
func (m *Members) Tag(ctx context.Context, v *Member, in Tagging) (resource.Shown[Member], error) {
	old := *v
	tags := slices.DeleteFunc(slices.Clone(v.Tags), func(had string) bool {
		return slices.ContainsFunc(in.Remove, func(one string) bool { return sameName(one) == sameName(had) })
	})
	v.Tags = tidyTags(append(tags, in.Add...))
	bad := fault.Validation()
	if len(v.Tags) > mostTags {
		bad.Field("add", "validation.maxItems", map[string]any{"max": mostTags})
	}
	for _, tag := range in.Add {
		if len([]rune(tag)) > longestTag {
			bad.Field("add", "validation.max", map[string]any{"max": longestTag})
		}
	}
	if err := bad.OrNil(); err != nil {
		return resource.Shown[Member]{}, err
	}
	if err := m.Update(ctx, old, v); err != nil {
		return resource.Shown[Member]{}, err
	}
	return m.show(ctx, v.ID)
}

// undoByAction undoes a change of fields by the action that changed them, which gives them back as they were.
func undoByAction(in any) func(ctx context.Context, was Member) (*resource.WayBack, error) {
	return func(context.Context, Member) (*resource.WayBack, error) { return &resource.WayBack{Input: in}, nil }
}
