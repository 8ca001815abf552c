package resource

import (
	"context"
	"errors"

	"poolkeeper.example/extension-service/platform/fault"
)

// lacking is the failure of a write that needs something from outside of the database first, where other writers must
// not wait for it. Whoever began the transaction gets it and begins again.
type lacking interface {
	error
	RetriesAfter()
}

// RunBatch does things 0 to n-1 in the transaction of ctx and says how many it did: all, or those before the first that
// isLacking something from outside of the database. What lacks it first of all is the failure of the transaction, which
// is run again with it. A thing that fails must have undone what it did.
func RunBatch(n int, do func(i int) error) (int, error) {
	for i := range n {
		if err := do(i); err != nil {
			if _, isLacking := errors.AsType[lacking](err); isLacking && i > 0 {
				return i, nil
			}
			return i, err
		}
	}
	return n, nil
}

// Refusal sorts what a person can act on from what is our failure, which is handed back.
func Refusal(err error) (*fault.Error, error) {
	switch fault.KindOf(err) {
	case "":
		return nil, nil //nolint:nilnil // nothing was refused
	case fault.Conflict, fault.NotFound, fault.Invalid, fault.Denied:
		return fault.From(err), nil
	default:
		return nil, err
	}
}

// groupSize is how many things share a transaction of InGroups: a commit for each would cost as much as the thing, and
// other writers wait for the whole group.
const groupSize = 25

// InGroups does things 0 to n-1 in their order, some in each transaction of write. A failure undoes the group that it
// is in; the groups before stay done.
func InGroups(ctx context.Context, write func(context.Context, func(context.Context) error) error, n int,
	do func(ctx context.Context, i int) error,
) error {
	for at := 0; at < n; {
		done := 0
		err := write(ctx, func(ctx context.Context) (err error) {
			done, err = RunBatch(min(groupSize, n-at), func(i int) error { return do(ctx, at+i) })
			return err
		})
		if err != nil {
			return err
		}
		at += done
	}
	return nil
}
