package demo_test

import (
	"testing"

	"poolkeeper.example/extension-service/engine/store"
)

func paintsTheCatalogueAndLogos(t *testing.T, db *store.DB) {
	t.Helper()
	for what, want := range map[string]struct {
		text string
		n    int
	}{
		"images of the catalogue": {"SELECT count(*) FROM catalog_images", 20},
		"titles of their own":     {"SELECT count(DISTINCT title_key) FROM catalog_images", 20},
		"clients without a logo":  {"SELECT count(*) FROM clients WHERE logo_resource_id = ''", 0},
		"MSPs with a logo":        {"SELECT count(*) FROM msps WHERE logo_resource_id <> ''", 16},
		"files nobody names": {
			"SELECT count(*) FROM resources r WHERE NOT EXISTS (SELECT 1 FROM resource_uses u WHERE u.resource_id = r.id)",
			0,
		},
		"the same picture twice": {"SELECT count(*) - count(DISTINCT sha256) FROM resources", 0},
		"changed for their logo": {"SELECT count(*) FROM audit WHERE changed = 'logoResourceId'", 0},
		"dated lately":           {"SELECT count(*) FROM resources WHERE created > 1795253400000", 0},
	} {
		if n := count(t, db, want.text); n != want.n {
			t.Errorf("%s: %d, want %d", what, n, want.n)
		}
	}
}
