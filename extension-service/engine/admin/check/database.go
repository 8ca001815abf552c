package check

import (
	"context"
	"errors"
	"fmt"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Database reports what the declarations count on and the database does not have: tables, columns and indexes of texts.
func Database(ctx context.Context, all []resource.Resource) error {
	var errs []error
	for _, r := range all {
		d := r.Declared()
		if d.Prober == nil {
			continue
		}
		for _, gap := range d.Prober.MissingSchema(ctx, d.Uses) {
			errs = append(errs, fmt.Errorf("%s: resource %q: %s", d.LineOf(gap), d.Name, gap))
		}
	}
	return errors.Join(errs...)
}
