package statemachine

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/platform/role"
)

// StatusTable is the statuses of records about which a table says everything: moves that look at the record alone and
// change it alone. Its action, its call and its board go into the Spec of the resource. A Kind says more.
type StatusTable[T any, S Code] struct {
	Name   string             // of the resource
	Path   string             // of its calls, with /api
	Store  resource.Store[T]  // of the records
	Status func(record *T) *S // the address of the status in a record
	Moves  []Move[T, S]       // all that there are
	Read   role.Permission    // who has it may ask where a record can go
	Now    func() time.Time   // the clock, mostly that of the store
	// Send queues a mail in the transaction of ctx. Nil: nobody is written to.
	Send func(ctx context.Context, m mail.Mail) (int64, error)
}

// Move is one row of the table. Whoever of the staff has the permission makes it, of one record or of many; where
// another row leads back, it can be undone.
type Move[T any, S Code] struct {
	From    []S                       // the statuses it leads from
	To      S                         // the status it leads to
	Needs   role.Permission           // the permission of whoever makes it
	Reasons []string                  // codes that are offered
	Reason  bool                      // one has to be given
	Guards  []Guard[T]                // what has to hold, each with the text that says why not
	Reverts bool                      // it takes another move back
	Set     func(v *T, now time.Time) // what changes with the status
	Mail    func(v T) (m mail.Mail)   // to whom it is told, by which template; without an address to nobody
}

// Wish asks for another status.
type Wish[S Code] struct {
	Status  S      `json:"status"  check:"required"`
	Reason  string `json:"reason"  check:"max=40"                  history:"reason"`
	Comment string `json:"comment" check:"max=500" kind:"longtext" history:"comment"`
}

// changeStatus is the name of the action that changes statuses.
const changeStatus = "changeStatus"

// kind is the same as a Kind, whose facts are the record.
func (p StatusTable[T, S]) kind() *Kind[T, S, T, Move[T, S]] {
	k := &Kind[T, S, T, Move[T, S]]{
		Get: p.Store.Get, Status: p.Status, Now: p.Now,
		Facts: func(_ context.Context, v T, _ Actor) (T, error) { return v, nil },
		At:    func(v T, _ time.Time) T { return v },
		After: func(v T, x *Transition[S, T, Move[T, S]], at time.Time) T { return p.moved(v, x.Do, at) },
		Undo: func(_ context.Context, _ T, x *Transition[S, T, Move[T, S]]) any {
			return Wish[S]{Status: x.To, Reason: firstOf(x.Codes)}
		},
	}
	for _, m := range p.Moves {
		x := Transition[S, T, Move[T, S]]{
			From: m.From, To: m.To, By: []Actor{Staff, System}, Needs: []role.Permission{m.Needs}, Codes: m.Reasons,
			Guards: m.Guards, Reverts: m.Reverts, Do: m,
		}
		if m.Reason {
			x.Reason = From[T](Staff)
		}
		k.Moves = append(k.Moves, x)
	}
	return k
}

func firstOf(codes []string) string {
	if len(codes) == 0 {
		return ""
	}
	return codes[0]
}

func (p StatusTable[T, S]) moved(v T, m Move[T, S], at time.Time) T {
	*p.Status(&v) = m.To
	if m.Set != nil {
		m.Set(&v, at)
	}
	return v
}

// Action changes the status of one record or of many. TRANSITION_NOT_ALLOWED with everything that blocks it,
// REASON_REQUIRED. Asking for the current status changes nothing.
func (p StatusTable[T, S]) Action() resource.Action[T] {
	k := p.kind()
	var needs []role.Permission
	for _, m := range p.Moves {
		needs = append(needs, m.Needs)
	}
	return resource.RecordAction(changeStatus, needs[0], p.change).OrWith(needs[1:]...).ForMany().
		OfferingReasons(k.ReasonCodes()).UndoneBy(changeStatus, k.Previous)
}

// Call explains where a record can go.
func (p StatusTable[T, S]) Call() resource.Endpoint {
	return p.kind().PossibleStatuses(p.Name, p.Path, p.Read)
}

// Board shows the list in columns by status, see Kind.Board.
func (p StatusTable[T, S]) Board(next map[S]S, fields ...resource.Ref) *resource.Board {
	return p.kind().Board(next, fields...)
}

func (p StatusTable[T, S]) change(ctx context.Context, v *T, in Wish[S]) (resource.Shown[T], error) {
	if in.Status == *p.Status(v) {
		return resource.Show(v), nil
	}
	request := Request[S]{To: in.Status, Reason: in.Reason, Comment: in.Comment}
	x, was, err := p.kind().Allow(ctx, *v, ActorOf(role.From(ctx)), request)
	if err != nil {
		return resource.Shown[T]{}, err
	}
	now := p.moved(was, x.Do, p.Now())
	if err := p.Store.Update(ctx, was, &now); err != nil {
		return resource.Shown[T]{}, err
	}
	if err := p.queueMail(ctx, x.Do, now); err != nil {
		return resource.Shown[T]{}, err
	}
	now, err = p.Store.Get(ctx, any(&now).(based).Base().ID)
	return resource.Show(&now), err
}

// queueMail queues the mail of a move.
func (p StatusTable[T, S]) queueMail(ctx context.Context, m Move[T, S], v T) error {
	if m.Mail == nil || p.Send == nil {
		return nil
	}
	letter := m.Mail(v)
	if letter.To == "" {
		return nil
	}
	letter.Entity, letter.EntityID = p.Name, any(&v).(based).Base().ID
	_, err := p.Send(ctx, letter)
	return err
}
