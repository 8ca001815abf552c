package content_test

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
)

func TestSeed_ShippedTextsAreBeingStored_CallsAreRefusedUntilAllAreThere(t *testing.T) {
	t.Parallel()
	began, release := make(chan struct{}, 100), make(chan struct{})
	s := running(t, configFor(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/d_translation_keys") {
			began <- struct{}{}
			<-release
		}
		fmt.Fprint(w, `{"data":[]}`)
	}))
	<-began
	_, _, err := s.Gateway.Handle(requestAs(t, editor), list("d_translation_keys", ""))
	if e := fault.From(err); e.Code != "UNAVAILABLE" || e.Text != "the shipped texts are being stored" {
		t.Errorf("while the first texts are stored: %v", err)
	}
	close(release)
	eventually(t, "all texts are stored", func() bool {
		_, _, err := s.Gateway.Handle(requestAs(t, editor), list("d_translation_keys", ""))
		return err == nil
	})
}

func TestMessages_LanguageByAnotherName_IsTheSameSet(t *testing.T) {
	t.Parallel()
	messages := content.New(configFor(t, http.NotFound)).Messages
	german := messages.Set("", "de")
	for _, name := range []string{"DE", "de-AT", "de_DE", "De_de", "de-DE-1996"} {
		if got := messages.Set("", name); got.ETag != german.ETag {
			t.Errorf("%s is not German: %q", name, got.Texts["panel.texts.none"])
		}
	}
}

// Copies that start together on a fresh Directus store the shipped texts once: one does, the others wait for it, and
// people's calls are refused by all of them meanwhile.
func TestSeed_CopiesStartTogether_StoreTheTextsOnce(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		var began atomic.Int64
		storing, release := make(chan struct{}), make(chan struct{})
		directus := &table{}
		cfg := configFor(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/d_translation_keys") && began.Add(1) == 1 {
				close(storing)
				<-release
			}
			directus.ServeHTTP(w, r)
		})
		cfg.DB, cfg.Texts = db, map[string]map[string]string{"en": {}}
		const shipped = 450 // three batches
		for n := range shipped {
			cfg.Texts["en"][fmt.Sprint("a.text", n)] = "Text"
		}
		first := running(t, cfg)
		<-storing
		others := []*content.Service{running(t, cfg), running(t, cfg)}
		for _, s := range others {
			eventually(t, "another copy waits", func() bool { return s.Status().Reason == "the shipped texts are being stored" })
			_, _, err := s.Gateway.Handle(requestAs(t, editor), list("d_translation_keys", ""))
			if fault.CodeOf(err) != "UNAVAILABLE" {
				t.Errorf("while another copy stores the texts: %v", err)
			}
		}
		close(release)
		for _, s := range append(others, first) {
			awaitJoin(t, s)
		}
		directus.mu.Lock()
		defer directus.mu.Unlock()
		if n := began.Load(); n != 3 || len(directus.rows) != shipped {
			t.Errorf("%d texts are stored by %d calls, want %d by 3", len(directus.rows), n, shipped)
		}
	})
}

// A copy that dies while it stores the shipped texts keeps the others waiting for a minute, and no longer.
func TestSeed_CopyDiesWhileStoring_AnotherContinues(t *testing.T) {
	t.Parallel()
	directus := &table{}
	cfg := configFor(t, directus.ServeHTTP)
	cfg.DB, cfg.Texts = pgtest.SQLite(t), map[string]map[string]string{"en": {"a.save": "Save"}}
	now := time.Now()
	cfg.Now = func() time.Time { return now }
	err := cfg.DB.Write(t.Context(), func(ctx context.Context) error {
		_, err := cfg.DB.Exec(ctx, "UPDATE text_seeding SET holder = 'dead', until = $1, texts = 1",
			now.Add(time.Minute).UnixMilli())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s := content.New(cfg)
	if _, err := s.Compare(t.Context()); fault.CodeOf(err) != "UNAVAILABLE" {
		t.Errorf("while another copy stores the texts: %v", err)
	}
	now = now.Add(time.Minute)
	if _, err := s.Compare(t.Context()); err != nil || directus.value("en", "a.save") != "Save" {
		t.Errorf("a minute later: %v", err)
	}
}

// A Directus that has lost its database gets back what people wrote, from the last good texts, and nothing of it is
// taken for a change. One that somebody has brought back to an older state by its own tools stays as it is.
func TestSeed_DirectusHasLostItsDatabase_RestoresEditedTexts(t *testing.T) {
	t.Parallel()
	directus := &table{}
	cfg := configFor(t, directus.ServeHTTP)
	cfg.DB = pgtest.SQLite(t)
	cfg.Texts = map[string]map[string]string{"en": {"a.save": "Save", "a.open": "Open"}}
	start := func() {
		t.Helper()
		if _, err := content.New(cfg).Compare(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	edit := func(key, value string) {
		directus.mu.Lock()
		defer directus.mu.Unlock()
		for i := range directus.rows {
			if directus.rows[i].Key == key {
				directus.rows[i].Value = value
			}
		}
		directus.last += 10
	}
	replace := func(last int64, rows ...text) {
		directus.mu.Lock()
		defer directus.mu.Unlock()
		directus.rows, directus.last = rows, last
	}
	start()
	edit("a.open", "Have a look")
	directus.rows = append(directus.rows, text{ID: 3, Locale: "en", Key: "our.own", Value: "Ours"})
	start()
	replace(0)
	start()
	for key, want := range map[string]string{"a.save": "Save", "a.open": "Have a look", "our.own": "Ours"} {
		if got := directus.value("en", key); got != want {
			t.Errorf("%s is %q after the database was lost, want %q", key, got, want)
		}
	}
	lost, err := filepath.Glob(filepath.Join(cfg.Dir, "messages.json.lost-*"))
	if err != nil || len(lost) != 1 {
		t.Errorf("what was known is kept in %v, %v", lost, err)
	}
	directus.last = 100
	edit("a.save", "Keep")
	start()
	replace(50, text{ID: 1, Locale: "en", Key: "a.save", Value: "Save"},
		text{ID: 2, Locale: "en", Key: "a.open", Value: "Look"})
	start()
	if got := directus.value("en", "a.save"); got != "Save" {
		t.Errorf("an older state that was restored became %q", got)
	}
}
