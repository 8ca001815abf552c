package resource

import (
	"context"
	"errors"
)

// errDryRun undoes a write that was only tried.
var errDryRun = errors.New("resource: dry run")

type trialKey struct{}

// IsDryRun says whether what happens in ctx will be undone, so that nothing outside the database needs to be made for
// it.
func IsDryRun(ctx context.Context) bool {
	tried, _ := ctx.Value(trialKey{}).(bool)
	return tried
}

// writeOrTry runs fn and, for a dry run, undoes what it did.
func (c *served) writeOrTry(ctx context.Context, dry bool, fn func(context.Context) error) error {
	if !dry {
		return c.rt.Write(ctx, fn)
	}
	return Try(ctx, c.rt.Write, fn)
}

// Try runs fn in a transaction and undoes what it did: the preview of a change is the change itself, so that it can
// never say something else than what will happen.
func Try(ctx context.Context, write func(context.Context, func(context.Context) error) error,
	fn func(context.Context) error,
) error {
	err := write(ctx, func(ctx context.Context) error {
		if err := fn(context.WithValue(ctx, trialKey{}, true)); err != nil {
			return err
		}
		return errDryRun
	})
	if errors.Is(err, errDryRun) {
		return nil
	}
	return err
}
