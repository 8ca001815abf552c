package store

import (
	"context"
	"errors"

	"poolkeeper.example/extension-service/platform/fault"
)

// RetryAfterError is the failure of a transaction that lacks something from outside of the database, where other
// writers must not wait for it. Write undoes the transaction, gets it, and runs the transaction again with the context
// that Get returns.
type RetryAfterError struct {
	Get func(ctx context.Context) (context.Context, error)
}

func (*RetryAfterError) Error() string { return "store: something from outside is needed first" }

// RetriesAfter tells it from failures that end the transaction for good.
func (*RetryAfterError) RetriesAfter() {}

// firsts is how often one transaction may ask, since what it asks for may be outdated when it runs again.
const firsts = 5

func (db *DB) writeAfter(ctx context.Context, fn func(context.Context) error) error {
	for range firsts {
		err := db.writes.write(ctx, fn)
		first, retries := errors.AsType[*RetryAfterError](err)
		if !retries {
			return err
		}
		if ctx, err = first.Get(ctx); err != nil {
			return err
		}
	}
	return fault.New(fault.Upstream, "UNAVAILABLE", "the record changed %d times while something was made for it", firsts)
}
