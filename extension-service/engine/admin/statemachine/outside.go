package statemachine

import (
	"context"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// outer are the facts of a record without the scope of the caller; nil for a caller without one. A move that does
// something to what the caller cannot see, or is kept back by it, shows in the difference to the facts that the caller
// sees.
func (k *Kind[T, S, F, E]) outer(ctx context.Context, id int64, by Actor) (*F, error) {
	if !resource.IsConfined(ctx) {
		return nil, nil //nolint:nilnil // nothing lies outside
	}
	ctx = role.AsSystem(ctx, role.From(ctx).Name)
	record, err := k.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	f, err := k.Facts(ctx, record, by)
	return &f, err
}

// scopeBlock is the block of a move that reaches beyond what the caller sees; nil where it does not.
func (k *Kind[T, S, F, E]) scopeBlock(x *Transition[S, F, E], seen F, outer *F) *resource.Block {
	if x == nil || outer == nil {
		return nil
	}
	offers := k.Ended != nil && k.Ended(*outer, x.To) != "" // what may come back is asked for separately, within the scope
	reaches := x.Impact != nil && !offers && !maps.Equal(x.Impact(seen), x.Impact(*outer))
	isHidden := slices.ContainsFunc(x.Guards, func(g Guard[F]) bool { return g.IsMet(seen) && !g.IsMet(*outer) })
	isShared := k.Shared != nil && k.Shared(seen, x.To) != k.Shared(*outer, x.To)
	if !reaches && !isHidden && !isShared {
		return nil
	}
	return &resource.Block{Key: k.outsideKey()}
}

func (k *Kind[T, S, F, E]) outsideKey() string {
	if k.Outside != "" {
		return k.Outside
	}
	return resource.OutsideScope
}

// withBlock adds a block to a list that does not name it yet.
func withBlock(list []resource.Block, b *resource.Block) []resource.Block {
	if b == nil || slices.ContainsFunc(list, func(one resource.Block) bool { return one.Key == b.Key }) {
		return list
	}
	return append(list, *b)
}

// refusedOutside is the refusal of a move that reaches beyond the scope, together with what blocks it besides. A
// missing permission comes first.
func refusedOutside(err error, b resource.Block) error {
	var blocks []resource.Block
	switch f := fault.From(err); {
	case err == nil:
	case f.Kind == fault.Denied:
		return err
	case f.Code == "TRANSITION_NOT_ALLOWED":
		blocks, _ = f.Details["blockedBy"].([]resource.Block)
	}
	return Refused(withBlock(blocks, &b))
}
