package search

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Reason says why a rebuild was given up.
type Reason string

// The reasons. Trying again at once would not help with any of them.
const (
	Differs    Reason = "differs"   // the new index is not what the database says
	Stalled    Reason = "stalled"   // nothing has moved for too long
	Superseded Reason = "takenOver" // another rebuild of the type was forced
)

// FailedError is a rebuild that was given up; the index that was read before is read still.
type FailedError struct {
	Reason    Reason
	Index     string
	Documents int        // that differ
	Such      Difference // one of them
}

func (f *FailedError) Error() string {
	switch f.Reason {
	case Differs:
		return fmt.Sprintf("%s differs from the database in %d documents, such as %d (%s)", f.Index, f.Documents, f.Such.ID,
			f.Such.Kind)
	case Stalled:
		return f.Index + " did not get on"
	case Superseded:
	}
	return "the build of " + f.Index + " was taken over"
}

var errStalled = errors.New("search: no progress")

// watch ends the context it returns once the build has not moved for x.Stall.
func (b *build) watch(ctx context.Context) (watched context.Context, done func()) {
	watched, stop := context.WithCancelCause(ctx)
	timer := time.AfterFunc(b.Stall, func() { stop(errStalled) })
	b.moved = func() { timer.Reset(b.Stall) }
	return watched, func() {
		timer.Stop()
		stop(nil)
	}
}

// failureReason turns what a stalled build failed with into the reason.
func (b *build) failureReason(watched context.Context, err error) error {
	if errors.Is(context.Cause(watched), errStalled) {
		return &FailedError{Reason: Stalled, Index: b.name}
	}
	return err
}

// Building says whether an index of the type is being built now.
func (x *Indexes) Building(ctx context.Context, typ string) (bool, error) {
	state, err := x.Engine.State(ctx, typ)
	return x.claimed(state, typ), unavailable(err)
}

// Abandon takes away what a rebuild that nobody will go on with has left.
func (x *Indexes) Abandon(ctx context.Context, typ string) error {
	state, err := x.Engine.State(ctx, typ)
	if err != nil {
		return unavailable(err)
	}
	b := &build{Indexes: x, typ: typ}
	for _, name := range state.unfinished(typ) {
		if err := b.abandon(ctx, name); err != nil {
			return unavailable(err)
		}
	}
	return nil
}
