package proof

import (
	"context"
	"errors"
	"strings"

	"poolkeeper.example/extension-service/engine/store"
)

// Grant gives a role of PostgreSQL what a service needs that does not own the tables: everything but to change or
// remove entries of the audit log. Call it again after each migration, as the owner.
func Grant(ctx context.Context, db *store.DB, role string) error {
	if db.Dialect() != store.Postgres {
		return errors.New("only PostgreSQL has roles")
	}
	var schema string
	if _, err := db.Row(ctx, []any{&schema}, "SELECT current_schema()"); err != nil {
		return err
	}
	in, to := quoted(schema), quoted(role)
	return db.ExecAll(ctx,
		"GRANT USAGE ON SCHEMA "+in+" TO "+to,
		"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "+in+" TO "+to,
		"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA "+in+" TO "+to,
		"REVOKE UPDATE, DELETE, TRUNCATE, TRIGGER ON audit, audit_values FROM "+to,
	)
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
