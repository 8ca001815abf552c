package main

import (
	"database/sql"
	"errors"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/internal/test/stress"
)

// The service and Directus have a role and a database each, as docker-compose.yml names them: each makes its tables
// there, and neither can look into the database of the other.
func TestComposeDatabase_RoleOfEachService_ReachesItsOwnDatabaseAlone(t *testing.T) {
	t.Parallel()
	stress.SkipInShort(t, "starts a PostgreSQL of its own")
	services := composed(t)
	server := installDatabase(t, services)
	content := services["content"]
	password := setting(t, content, "DB_PASSWORD")
	product, directus := databaseURL(t, services, server), server.URL(setting(t, content, "DB_USER"), password,
		setting(t, content, "DB_DATABASE"))
	for name, tc := range map[string]struct{ address, refused string }{
		"the service in its own":     {product, ""},
		"Directus in its own":        {directus, ""},
		"Directus in the service's":  {siblingDatabase(t, directus, "poolkeeper"), "permission denied for database"},
		"the service in Directus'":   {siblingDatabase(t, product, "directus"), "permission denied for database"},
		"a role by another password": {server.URL("poolkeeper", password, "poolkeeper"), "password authentication failed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, err := sql.Open("pgx", tc.address)
			if err != nil {
				t.Fatal(err)
			}
			_, err = db.ExecContext(t.Context(), "CREATE TABLE things (id bigint); CREATE EXTENSION pg_trgm")
			if err := errors.Join(err, db.Close()); tc.refused == "" && err != nil ||
				tc.refused != "" && (err == nil || !strings.Contains(err.Error(), tc.refused)) {
				t.Errorf("%v, want %q", err, tc.refused)
			}
		})
	}
}
