package app_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// Backups that are taken one after the other while people work are each restored and compared: the counts are those of
// the manifest, whatever was acknowledged before a backup began is in it, and what began after it had ended is not.
func TestProveBackups_UnderLoad_ContainEveryAcknowledgedWrite(t *testing.T) {
	stress.SkipInShort(t, "writes for as long as a backup takes")
	t.Parallel()
	p := openProduct(t, ownFolder(t))
	token := p.token(t, "csm")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var acknowledged atomic.Int64
	var writers sync.WaitGroup
	defer writers.Wait()
	defer stop()
	for n := range 3 {
		writers.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				r := httptest.NewRequest("POST", "/napi/create/project",
					strings.NewReader(fmt.Sprintf(`{"dataObj":{"title":"Under load %d %d","clientId":1}}`, n, i)))
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Authorization", "Bearer "+token)
				if got, err := send(p.Service, r); err != nil || got.status != 201 {
					t.Errorf("%d %s, %v", got.status, got.body, err)
					return
				}
				acknowledged.Add(1)
			}
		})
	}
	dir := t.TempDir()
	for n := range stress.Size(2, 10) {
		for reached := acknowledged.Load() + 20; acknowledged.Load() < reached && !t.Failed(); {
			runtime.Gosched()
		}
		archive, least := filepath.Join(dir, fmt.Sprint(n)+".zip"), acknowledged.Load()
		if _, err := app.BackUp(t.Context(), p.Settings, archive, roomy); err != nil {
			t.Fatal(err)
		}
		most := acknowledged.Load() + 3 // that of each writer may be on its way
		restored := settingsIn(filepath.Join(dir, fmt.Sprint(n)), filepath.Join(dir, fmt.Sprint(n), "poolkeeper.db"))
		_, tables, err := app.Restore(t.Context(), restored, archive)
		if err != nil || len(tables) == 0 {
			t.Fatalf("backup %d: %d tables, %v", n, len(tables), err)
		}
		again := openProduct(t, restored)
		found, ok := again.expect(t, "csm", "GET /api/project?title=Under+load", "", 200,
			"").json(t)["totalResults"].(float64)
		if !ok || int64(found) < least || int64(found) > most {
			t.Errorf("backup %d has %v projects, of which %d to %d were made", n, found, least, most)
		}
		again.publishIndex(t)
		if drift, err := again.Drift(t.Context(), "project"); err != nil || drift.Counts[search.OK] < int64(found) {
			t.Errorf("backup %d: the index built from it: %+v, %v", n, drift, err)
		}
		sameVersions(t, p.Settings.DatabaseURL, restored.DatabaseURL)
	}
	stop()
	writers.Wait()
	restored := settingsIn(filepath.Join(dir, "last"), filepath.Join(dir, "last", "poolkeeper.db"))
	if _, err := app.BackUp(t.Context(), p.Settings, filepath.Join(dir, "last.zip"), roomy); err != nil {
		t.Fatal(err)
	}
	if _, _, err := app.Restore(t.Context(), restored, filepath.Join(dir, "last.zip")); err != nil {
		t.Fatal(err)
	}
	sameValues(t, p.Settings.DatabaseURL, restored.DatabaseURL)
}
