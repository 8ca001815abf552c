package demo_test

import (
	"context"
	"testing"
	"time"

	"poolkeeper.example/extension-service/audit"
	"poolkeeper.example/extension-service/demo"
	"poolkeeper.example/extension-service/files"
	"poolkeeper.example/extension-service/store"
)

func paintsTheCatalogueAndLogos(t *testing.T, db *store.DB) {
	t.Helper()
	clock := func() time.Time { return now }
	keeper := files.New(files.Deps{
		DB: db, Storage: files.Folder(t.TempDir()), Spool: t.TempDir(), Audit: (&audit.Log{DB: db, Now: clock}).Record, Now: clock,
	})
	for range 2 { // a second start adds nothing
		begun := time.Now()
		if err := demo.FillImages(context.Background(), db, keeper, now); err != nil {
			t.Fatal(err)
		}
		t.Logf("painted in %v", time.Since(begun))
	}
	for what, want := range map[string]struct {
		text string
		n    int
	}{
		"images of the catalogue": {"SELECT count(*) FROM catalog_images", 20},
		"titles of their own":     {"SELECT count(DISTINCT title_key) FROM catalog_images", 20},
		"clients without a logo":  {"SELECT count(*) FROM clients WHERE logo_resource_id = ''", 0},
		"MSPs with a logo":        {"SELECT count(*) FROM msps WHERE logo_resource_id <> ''", 16},
		"files nobody names":      {"SELECT count(*) FROM resources r WHERE NOT EXISTS (SELECT 1 FROM resource_uses u WHERE u.resource_id = r.id)", 0},
		"the same picture twice":  {"SELECT count(*) - count(DISTINCT sha256) FROM resources", 0},
		"from the future":         {"SELECT count(*) FROM audit WHERE at > 1795253400000", 0},
	} {
		if n := count(t, db, want.text); n != want.n {
			t.Errorf("%s: %d, want %d", what, n, want.n)
		}
	}
}
