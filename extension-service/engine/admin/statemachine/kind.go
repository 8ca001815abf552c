package statemachine

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Code is a status. Its enumeration orders the statuses and names the keys of their texts.
type Code interface {
	~string
	Enum() enum.List
}

// Kind is the one declaration of the statuses of a kind of record T: its moves, and what they look at. It changes them,
// explains where a record can go, and finds the way back of what was done.
type Kind[T any, S Code, F, E any] struct {
	Moves  Table[S, F, E]
	Get    func(ctx context.Context, id int64) (T, error)
	Status func(record *T) *S // where it stands
	Facts  func(ctx context.Context, record T, by Actor) (F, error)
	At     func(f F, now time.Time) F                        // the facts at another instant
	After  func(f F, x *Transition[S, F, E], at time.Time) F // and once the record has made a move
	Now    func() time.Time

	// Deleted is the status of what is in the trash, Restored that of what was taken out of it.
	Deleted, Restored S

	// Outside is the key of the block of a move that reaches beyond the caller's scope; default: resource.OutsideScope.
	Outside string
	// Shared counts what a move to a status ends for others beside its impact, such as the clients a record works for;
	// where there is more of it than the caller's scope shows, the move reaches beyond the scope. Default: nothing.
	Shared func(f F, to S) int
	// Ended is the batch of other records that a move to a status can put back, "" if there is none.
	Ended func(f F, to S) string
	// Undo is what the action that leads back to a status is asked with.
	Undo func(ctx context.Context, f F, x *Transition[S, F, E]) any
}

// Allow gathers the facts and returns them with the transition for a wish, as Table.Allow does, whose impact it
// foretells. A move that reaches beyond the caller's scope is refused.
func (k *Kind[T, S, F, E]) Allow(
	ctx context.Context, record T, by Actor, a Request[S],
) (*Transition[S, F, E], F, error) {
	f, err := k.Facts(ctx, record, by)
	if err != nil {
		return nil, f, err
	}
	a.From = *k.Status(&record)
	outer, err := k.outer(ctx, any(&record).(based).Base().ID, by)
	if err != nil {
		return nil, f, err
	}
	x, err := k.Moves.Allow(role.From(ctx), by, a, f)
	if b := k.scopeBlock(k.Moves.Find(a.From, a.To, by), f, outer); b != nil {
		return nil, f, refusedOutside(err, *b)
	}
	if err == nil && x.Impact != nil {
		resource.ReportImpact(ctx, x.Impact(f))
	}
	return x, f, err
}

// based is a record of the engine, which every T is.
type based interface{ Base() *resource.Record }

// ByID names a record in the path of a call.
type ByID struct {
	ID int64 `path:"id"`
}

// Possible explains where a record can go from here.
func (k *Kind[T, S, F, E]) Possible(ctx context.Context, in ByID) (Possible[S], error) {
	record, err := k.Get(ctx, in.ID)
	if err != nil {
		return Possible[S]{}, err
	}
	who := role.From(ctx)
	f, err := k.Facts(ctx, record, ActorOf(who))
	if err != nil {
		return Possible[S]{}, err
	}
	outer, err := k.outer(ctx, in.ID, ActorOf(who))
	if err != nil {
		return Possible[S]{}, err
	}
	return k.explain(view[S, F]{who, *k.Status(&record), f, outer, k.Now()}), nil
}

// undoMove is how a record is brought back to a status, nil if no move of staff leads there.
func (k *Kind[T, S, F, E]) undoMove(ctx context.Context, was *T, to S) (*resource.WayBack, error) {
	record, err := k.Get(ctx, any(was).(based).Base().ID)
	if err != nil {
		return nil, err
	}
	x := k.Moves.Find(*k.Status(&record), to, Staff)
	if x == nil {
		return nil, nil //nolint:nilnil // nothing leads back
	}
	f, err := k.Facts(ctx, record, Staff)
	if err != nil {
		return nil, err
	}
	until := x.BlockedFrom(func(at time.Time) F { return k.At(f, at) }, k.Now())
	return &resource.WayBack{Input: k.Undo(ctx, f, x), Until: until}, nil
}
