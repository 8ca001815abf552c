package app_test

import (
	"testing"

	"poolkeeper.example/extension-service/app"
)

// eachEngine runs fn on a product over SQLite and on one over PostgreSQL.
func eachEngine(t *testing.T, fn func(t *testing.T, p *product), extend ...app.Extension) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		fn(t, newProduct(t, furnished.SQLite(t), extend...))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		fn(t, newProduct(t, furnished.Postgres(t), extend...))
	})
}
