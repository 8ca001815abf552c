package schedule

import (
	"context"
	"errors"
)

// Step is one part of a job. Do says how much it has done, which is counted under a name.
type Step struct {
	Counter string
	Do      func(ctx context.Context) (int64, error)
}

// InSteps does one after the other. One that fails does not hinder the others.
func (r *Run) InSteps(ctx context.Context, steps ...Step) error {
	var errs []error
	for _, one := range steps {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n, err := one.Do(ctx)
		r.Count(one.Counter, n)
		if errs = append(errs, err); err != nil {
			r.Warn("%s: %v", one.Counter, err)
		}
	}
	return errors.Join(errs...)
}
