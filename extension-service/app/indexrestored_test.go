package app_test

import (
	"os"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/backup"
	"poolkeeper.example/extension-service/platform/fault"
)

// A database that was restored by its own tools has indexes beside it that tell of records which are in no row. Once it
// is held they are not asked, and are built anew.
func TestIndex_RestoredAndPaused_IsRebuiltBeforeItAnswers(t *testing.T) {
	t.Parallel()
	settings := ownFolder(t)
	work := func(do func(p *product)) { useProduct(t, settings, do) }
	publish := func(p *product) {
		if err := p.PublishAll(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	work(func(p *product) {
		p.newProject(t, "Boat builder")
		publish(p)
	})
	before, err := os.ReadFile(settings.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	work(func(p *product) {
		p.newProject(t, "Sail maker")
		publish(p)
		if n := p.indexed(t, "project", ""); n != 2 {
			t.Errorf("%d projects are found", n)
		}
	})
	if err := os.WriteFile(settings.DatabaseURL, before, 0o600); err != nil {
		t.Fatal(err)
	}
	work(func(p *product) {
		if n := p.indexed(t, "project", ""); n != 2 {
			t.Fatalf("the index from after the copy was not kept: it finds %d projects", n)
		}
		if err := backup.HoldSends(t.Context(), p.DB, time.Now(), time.Now()); err != nil {
			t.Fatal(err)
		}
	})
	work(func(p *product) {
		if _, err := p.Indexed(t.Context(), "project", ""); fault.KindOf(err) != fault.Upstream {
			t.Errorf("an index that nobody has built since answers: %v", err)
		}
		publish(p)
		if n, err := p.Indexed(t.Context(), "project", ""); n != 1 || err != nil {
			t.Errorf("%d projects are found, %v", n, err)
		}
	})
}
