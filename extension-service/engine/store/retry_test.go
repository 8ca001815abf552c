package store_test

import (
	"context"
	"errors"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
)

type loadedKey struct{}

// A nested transaction lacks something: it is loaded outside of all transactions.
func TestWrite_MissingDependency_IsLoadedOutsideFirst(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		runs, want := 0, 2
		write := func() error {
			return db.Write(t.Context(), func(ctx context.Context) error {
				runs++
				return db.Write(ctx, func(ctx context.Context) error {
					if loaded, _ := ctx.Value(loadedKey{}).(int); loaded >= want {
						return nil
					}
					return &store.RetryAfterError{Get: func(ctx context.Context) (context.Context, error) {
						if store.InTransaction(ctx) {
							t.Error("it is got inside the transaction")
						}
						loaded, _ := ctx.Value(loadedKey{}).(int)
						return context.WithValue(ctx, loadedKey{}, loaded+1), nil
					}}
				})
			})
		}
		if err := write(); err != nil || runs != 3 {
			t.Errorf("%v after %d runs", err, runs)
		}
		want = 99
		if err := write(); fault.CodeOf(err) != "UNAVAILABLE" {
			t.Errorf("one that is never content: %v", err)
		}
		gone := errors.New("gone")
		err := db.Write(t.Context(), func(context.Context) error {
			return &store.RetryAfterError{Get: func(ctx context.Context) (context.Context, error) { return ctx, gone }}
		})
		if !errors.Is(err, gone) {
			t.Errorf("what cannot be got: %v", err)
		}
	})
}
