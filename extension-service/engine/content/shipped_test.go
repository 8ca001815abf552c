package content_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// table is a content service that stores texts and counts the lists it returns. A caller that hangs up, such as a
// stopped copy, gets no answer, which is no failure; an invalid request is refused.
type table struct {
	mu sync.Mutex

	rows  []text
	reads int
	news  []map[string]any // activity
	last  int64            // the newest of it, where that is asked for
}

func (d *table) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := any([]any{})
	switch {
	case strings.HasSuffix(r.URL.Path, "/activity") && r.URL.Query().Get("sort") == "id":
		out = d.news
	case strings.HasSuffix(r.URL.Path, "/activity") && d.last > 0:
		out = []map[string]any{{"id": d.last}}
	case strings.HasSuffix(r.URL.Path, "/d_language"):
		out = []map[string]string{{"iso": "en"}, {"iso": "de"}}
	case !strings.HasSuffix(r.URL.Path, "/d_translation_keys"):
	case r.Method == http.MethodPost, r.Method == http.MethodPatch:
		stored, err := d.store(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		out = stored
	default:
		var in itemQuery
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if in.Query.Limit == -1 {
			d.reads++
		}
		found := []text{}
		for _, row := range d.rows {
			if row.ID > int64(in.lowerBound()) {
				found = append(found, row)
			}
		}
		out = found
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"data": out})
}

// store adds rows, or changes those that have an id.
func (d *table) store(r *http.Request) (out []text, err error) {
	var raw []json.RawMessage
	if err := json.NewDecoder(r.Body).Decode(&raw); err != nil {
		return nil, err
	}
	for _, each := range raw {
		var in text
		if err := json.Unmarshal(each, &in); err != nil {
			return nil, err
		}
		if in.ID == 0 {
			in.ID = int64(len(d.rows) + 1)
			d.rows = append(d.rows, in)
		} else if err := json.Unmarshal(each, &d.rows[in.ID-1]); err != nil {
			return nil, err
		}
		out = append(out, d.rows[in.ID-1])
	}
	return out, nil
}

func (d *table) value(locale, key string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range d.rows {
		if r.Locale == locale && r.Key == key {
			return r.Value
		}
	}
	return ""
}

// A new version that words a shipped text anew changes it where nobody has edited it, with a step in the history. Where
// somebody has, their wording stays and is named in the log, once.
func TestShipped_NewWording_ReplacesUneditedTextsOnly(t *testing.T) {
	t.Parallel()
	directus := &table{}
	cfg := configFor(t, directus.ServeHTTP)
	cfg.DB = pgtest.SQLite(t)
	history := &content.History{DB: cfg.DB, Now: time.Now}
	start := func(texts map[string]map[string]string) (log string) {
		t.Helper()
		var out bytes.Buffer
		cfg.Texts, cfg.Log = texts, slog.New(slog.NewTextHandler(&out, nil))
		if _, err := content.New(cfg).Compare(t.Context()); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	expect := func(want map[string]string) {
		t.Helper()
		for name, value := range want {
			locale, key, _ := strings.Cut(name, " ")
			if got := directus.value(locale, key); got != value {
				t.Errorf("%s is %q, want %q", name, got, value)
			}
		}
	}
	start(map[string]map[string]string{
		"en": {"a.save": "Save", "a.open": "Open", "a.same": "Same"},
		"de": {"a.save": "Sichern", "a.open": "Auf", "a.same": "Gleich"},
	})
	directus.mu.Lock()
	for i := range directus.rows {
		if r := &directus.rows[i]; r.Key == "a.open" && r.Locale == "de" {
			r.Value = "Von Hand"
		}
	}
	directus.mu.Unlock()
	next := map[string]map[string]string{
		"en": {"a.save": "Store", "a.open": "Show", "a.same": "Same", "a.new": "New"},
		"de": {"a.save": "Speichern", "a.open": "Zeigen", "a.same": "Gleich", "a.new": "Neu"},
	}
	log := start(next)
	want := map[string]string{
		"en a.save": "Store", "de a.save": "Speichern", "en a.open": "Show", "de a.open": "Von Hand", "de a.same": "Gleich",
		"en a.new": "New",
	}
	expect(want)
	if !strings.Contains(log, "de a.open") || strings.Contains(log, "a.save") {
		t.Errorf("the log says %s", log)
	}
	found, err := history.List(requestAs(t, editor), content.ChangesQuery{Key: "a.save", Locale: "de"})
	if err != nil || len(found.Results) != 1 || found.Results[0].Before.Text != "Sichern" ||
		found.Results[0].After.Text != "Speichern" {
		t.Errorf("the history is %+v, %v", found.Results, err)
	}
	if log := start(next); strings.Contains(log, "a.open") {
		t.Errorf("it is named again: %s", log)
	}
	expect(want)
}

// Nobody knows what was shipped before to texts that were there first, so they stay.
func TestShipped_TextsOfAnotherProduct_AreNotRemoved(t *testing.T) {
	t.Parallel()
	directus := &table{rows: []text{{ID: 1, Locale: "en", Key: "a.save", Value: "Keep"}}}
	cfg := configFor(t, directus.ServeHTTP)
	cfg.DB = pgtest.SQLite(t)
	for _, wording := range []string{"Save", "Store"} {
		cfg.Texts = map[string]map[string]string{"en": {"a.save": wording}}
		if _, err := content.New(cfg).Compare(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := directus.value("en", "a.save"); got != "Keep" {
		t.Errorf("the text is %q", got)
	}
}

// Whoever asks for all texts again and again is answered from memory until one of them changes, here or in the content
// service.
func TestItems_CompleteListRequestedAgain_IsAnsweredFromMemory(t *testing.T) {
	t.Parallel()
	directus := &table{}
	cfg := configFor(t, directus.ServeHTTP)
	cfg.Texts = map[string]map[string]string{"en": {"a.save": "Save"}}
	s := running(t, cfg)
	awaitJoin(t, s)
	read := func(want string) {
		t.Helper()
		_, body, err := s.Gateway.Handle(requestAs(t, editor), list("d_translation_keys", "limit=-1"))
		if err != nil || !strings.Contains(string(body), want) {
			t.Errorf("%s lacks %s: %v", body, want, err)
		}
	}
	requests := func() int {
		directus.mu.Lock()
		defer directus.mu.Unlock()
		return directus.reads
	}
	eventually(t, "nothing is asked for twenty readings in a row", func() bool {
		before := requests() // the service may still hear of the texts that it has added at its start
		for range 20 {
			read("Save")
		}
		return requests() == before
	})
	if _, _, err := s.Gateway.Handle(requestAs(t, editor),
		patch("d_translation_keys", 1, `{"messageValue":"Store"}`)); err != nil {
		t.Fatal(err)
	}
	read("Store")
	directus.mu.Lock()
	directus.rows[0].Value = "Elsewhere"
	directus.news = []map[string]any{{"id": 9, "collection": "d_translation_keys", "item": "1", "action": "update"}}
	directus.mu.Unlock()
	eventually(t, "what was written in Directus is read", func() bool {
		_, body, err := s.Gateway.Handle(requestAs(t, editor), list("d_translation_keys", "limit=-1"))
		return err == nil && strings.Contains(string(body), "Elsewhere")
	})
}
