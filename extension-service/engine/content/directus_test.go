package content_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/engine/content"
)

type text struct {
	ID         int64  `json:"id,omitempty"`
	Client     int64  `json:"client,omitempty"`
	Locale     string `json:"locale"`
	Key        string `json:"messageKey"`
	Value      string `json:"messageValue"`
	State      string `json:"state,omitempty"`
	SourceHash string `json:"sourceHash,omitempty"`
	UpdatedBy  string `json:"updatedBy,omitempty"`
}

func stored(t *testing.T, collection, query string) []text {
	t.Helper()
	var out []text
	if err := json.Unmarshal(studio(t, http.MethodGet, "/items/"+collection+"?limit=-1&sort=id&"+query, nil),
		&out); err != nil {
		t.Fatal(err)
	}
	return out
}

func write(t *testing.T, collection string, row text) text {
	t.Helper()
	var out text
	if err := json.Unmarshal(studio(t, http.MethodPost, "/items/"+collection, row), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSeed_ExistingContent_AddsOnlyWhatIsMissing(t *testing.T) {
	joined(t)
	shipped, err := directusschema.Texts()
	if err != nil {
		t.Fatal(err)
	}
	edited := stored(t, "d_translation_keys", "filter[locale][_eq]=de&filter[messageKey][_eq]=validation.placeholders")
	if len(edited) != 1 {
		t.Fatalf("%d rows of a shipped key, want 1", len(edited))
	}
	path := fmt.Sprintf("/items/d_translation_keys/%d", edited[0].ID)
	studio(t, http.MethodPatch, path, map[string]string{"messageValue": "Von Hand %{missing} %{unknown}"})
	removed := stored(t, "d_translation_keys", "filter[locale][_eq]=en&filter[messageKey][_eq]=validation.placeholders")
	studio(t, http.MethodDelete, fmt.Sprintf("/items/d_translation_keys/%d", removed[0].ID), nil)

	s := joined(t)

	for locale, texts := range shipped {
		for key := range texts {
			if s.Messages.Text("", locale, key) == key {
				t.Errorf("%s %s was not seeded", locale, key)
			}
		}
	}
	if got := s.Messages.Text("", "de", "validation.placeholders"); !strings.HasPrefix(got, "Von Hand") {
		t.Errorf("the edited text became %q", got)
	}
	for _, locale := range []string{"de", "en"} {
		found := stored(t, "d_translation_keys", "filter[messageKey][_eq]=validation.placeholders&filter[locale][_eq]="+
			locale)
		if len(found) != 1 {
			t.Errorf("%d rows of %s after a second start, want 1", len(found), locale)
		}
	}
}

func TestKeys_Duplicate_IsRefused(t *testing.T) {
	directus(t)
	joined(t) // has seeded the languages
	studio(t, http.MethodPost, "/items/d_client", map[string]any{"id": 9001, "name": "Unique"})
	for name, tc := range map[string]struct {
		collection string
		row        map[string]any
	}{
		"default text": {"d_translation_keys", map[string]any{
			"locale": "en", "messageKey": "unique.key",
			"messageValue": "a",
		}},
		"client text": {
			"d_translation_client_keys",
			map[string]any{"client": 9001, "locale": "en", "messageKey": "unique.key", "messageValue": "a"},
		},
		"language of client":  {"d_client_languages", map[string]any{"client": 9001, "iso": "en"}},
		"language":            {"d_language", map[string]any{"iso": "tlh", "name": "Klingon", "active": false}},
		"name of another one": {"d_client", map[string]any{"name": "Twice"}},
	} {
		t.Run(name, func(t *testing.T) {
			if tc.collection == "d_client" {
				tc.row["id"] = 9002
			}
			studio(t, http.MethodPost, "/items/"+tc.collection, tc.row)
			if tc.collection == "d_client" {
				tc.row["id"] = 9003
			}
			status, body, err := shared.Do(shared.Token, http.MethodPost, "/items/"+tc.collection, tc.row)
			if err != nil || status != http.StatusBadRequest || !strings.Contains(string(body), "RECORD_NOT_UNIQUE") {
				t.Errorf("status %d: %s %v", status, body, err)
			}
		})
	}
}

func TestServiceAccount_InDirectus_MayDoNothingElse(t *testing.T) {
	directus(t)
	for _, tc := range []struct {
		method, path string
		body         any
		want         int
	}{
		{http.MethodGet, "/items/d_language", nil, 200},
		{http.MethodGet, "/items/d_client_languages", nil, 200},
		{http.MethodGet, "/activity?limit=1", nil, 200},
		{http.MethodGet, "/revisions?limit=1", nil, 200},
		{http.MethodGet, "/users", nil, 403},
		{http.MethodGet, "/roles", nil, 403},
		{http.MethodGet, "/policies", nil, 403},
		{http.MethodGet, "/permissions", nil, 403},
		{http.MethodGet, "/settings", nil, 403},
		{http.MethodGet, "/files", nil, 403},
		{http.MethodGet, "/flows", nil, 403},
		{http.MethodGet, "/schema/snapshot", nil, 403},
		{http.MethodGet, "/items/directus_users", nil, 403},
		{http.MethodGet, "/items/d_other", nil, 403},
		{http.MethodPatch, "/users/me", map[string]string{"first_name": "Me"}, 403},
		{http.MethodPatch, "/settings", map[string]string{"project_name": "Mine"}, 403},
		{http.MethodPost, "/collections", map[string]any{"collection": "d_sixth", "schema": map[string]any{}}, 403},
		{http.MethodPost, "/fields/d_client", map[string]any{"field": "extra", "type": "string"}, 403},
		{http.MethodDelete, "/activity/1", nil, 404},
	} {
		status, body, err := shared.Do(shared.Token, tc.method, tc.path, tc.body)
		if err != nil || status != tc.want {
			t.Errorf("%s %s: status %d, want %d: %.200s %v", tc.method, tc.path, status, tc.want, body, err)
		}
	}
	// Directus tells every account its own id, and not a field more.
	_, body, err := shared.Do(shared.Token, http.MethodGet, "/users/me?fields=*", nil)
	var me struct{ Data map[string]any }
	if err != nil || json.Unmarshal(body, &me) != nil || len(me.Data) > 1 {
		t.Errorf("users/me: %s %v", body, err)
	}
}

func TestEdit_InDirectus_ReachesTheTexts(t *testing.T) {
	for name, wakes := range map[string]bool{"woken by Directus": true, "looking every two seconds": false} {
		t.Run(name, func(t *testing.T) {
			row := write(t, "d_translation_keys", text{Locale: "en", Key: fmt.Sprintf("feed.%t", wakes), Value: "before"})
			cfg := config(t)
			cfg.Poll = 2 * time.Second
			s := running(t, cfg)
			awaitJoin(t, s)
			eventually(t, "the first text", func() bool { return s.Messages.Text("", "en", row.Key) == "before" })
			if wakes {
				woken.Store(s)
				defer woken.Store(nil)
			}
			version := s.Messages.Version()
			start := time.Now()
			studio(t, http.MethodPatch, fmt.Sprintf("/items/d_translation_keys/%d", row.ID),
				map[string]string{"messageValue": "after"})
			eventually(t, "the edited text", func() bool { return s.Messages.Text("", "en", row.Key) == "after" })
			t.Logf("seen after %s", time.Since(start).Round(time.Millisecond))
			if s.Messages.Version() == version {
				t.Error("the version stayed")
			}
			studio(t, http.MethodDelete, fmt.Sprintf("/items/d_translation_keys/%d", row.ID), nil)
			eventually(t, "the text is gone", func() bool { return s.Messages.Text("", "en", row.Key) == row.Key })
		})
	}
}

// The clock stands still, so nothing is seen by what has become old meanwhile.
func TestFeed_ManyChangesBeforeAnEdit_ShowsTheEditInTheNextPoll(t *testing.T) {
	cfg, now := config(t), time.Now()
	cfg.Now = func() time.Time { return now }
	s := running(t, cfg)
	awaitJoin(t, s)
	many := make([]text, 1200)
	for i := range many {
		many[i] = text{Locale: "en", Key: fmt.Sprintf("feed.many.%d", i), Value: "before"}
	}
	studio(t, http.MethodPost, "/items/d_translation_keys", many)
	last := write(t, "d_translation_keys", text{Locale: "en", Key: "feed.last", Value: "before"})
	eventually(t, "the last text", func() bool { return s.Messages.Text("", "en", last.Key) == "before" })
	studio(t, http.MethodPatch, fmt.Sprintf("/items/d_translation_keys/%d", last.ID),
		map[string]string{"messageValue": "after"})
	eventually(t, "the edited text", func() bool { return s.Messages.Text("", "en", last.Key) == "after" })
}

func TestEdit_InDirectus_UpdatesTheStates(t *testing.T) {
	s := joined(t)
	en := write(t, "d_translation_keys", text{Locale: "en", Key: "state.studio", Value: "One"})
	de := write(t, "d_translation_keys", text{Locale: "de", Key: "state.studio", Value: "Eins"})
	state := func() string {
		return stored(t, "d_translation_keys", fmt.Sprintf("filter[id][_eq]=%d", de.ID))[0].State
	}
	eventually(t, "the translation is known", func() bool { return s.Messages.Text("", "de", en.Key) == "Eins" })
	hashed := func() bool {
		return stored(t, "d_translation_keys", "filter[messageKey][_eq]=state.studio")[1].SourceHash != ""
	}
	eventually(t, "the translation has its digest", hashed)
	studio(t, http.MethodPatch, fmt.Sprintf("/items/d_translation_keys/%d", en.ID),
		map[string]string{"messageValue": "Two"})
	eventually(t, "the translation is stale", func() bool { return state() == "STALE" })
	studio(t, http.MethodPatch, fmt.Sprintf("/items/d_translation_keys/%d", de.ID),
		map[string]string{"messageValue": "Zwei"})
	eventually(t, "the translation is translated again", func() bool { return state() == "TRANSLATED" })
}

func TestClients_OfTheProduct_AreMirrored(t *testing.T) {
	var mu sync.Mutex
	reported := map[int64][]string{}
	refused := false
	cfg := config(t)
	cfg.Languages = func(_ context.Context, id int64, isos []string) error {
		mu.Lock()
		defer mu.Unlock()
		if id == 501 && !refused {
			refused = true
			return errors.New("database busy")
		}
		reported[id] = isos
		return nil
	}
	s := running(t, cfg)
	awaitJoin(t, s)
	hears := func(id int64, want ...string) {
		t.Helper()
		eventually(t, fmt.Sprintf("client %d has %v", id, want), func() bool {
			mu.Lock()
			defer mu.Unlock()
			return slices.Equal(reported[id], want)
		})
	}
	put := func(id int64, name string, isos ...string) {
		t.Helper()
		if err := s.Clients.Save(t.Context(), id, name, isos...); err != nil {
			t.Fatal(err)
		}
	}
	put(501, "Acme", "de", "en")
	put(501, "Acme", "fr")
	put(502, "Birch")
	hears(501, "de", "en")
	hears(502, "en")

	// The two exchange their names, and the relay only sees the outcome.
	put(501, "Birch")
	put(502, "Acme")
	eventually(t, "the names are known", func() bool {
		var found []struct{ Name string }
		raw := studio(t, http.MethodGet, "/items/d_client?filter[id][_in]=501,502&sort=id", nil)
		return json.Unmarshal(raw, &found) == nil && len(found) == 2 && found[0].Name == "Birch" && found[1].Name == "Acme"
	})

	write(t, "d_translation_client_keys", text{Client: 502, Locale: "en", Key: "client.only", Value: "ours"})
	eventually(t, "the client's text", func() bool { return s.Messages.Text("Acme", "de", "client.only") == "ours" })
	for range 2 {
		if err := s.Clients.Delete(t.Context(), 502); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "the client's text is gone", func() bool {
		return s.Messages.Text("Acme", "de", "client.only") == "client.only"
	})
}

func TestDirectus_UnavailableAndBack_TextsRemainAndFollow(t *testing.T) {
	cfg := config(t)
	cfg.Dir, cfg.URL, cfg.Token = shared.Dir, "", "" // found by the file, as in production
	s := running(t, cfg)
	awaitJoin(t, s)
	edit := func(value string) {
		t.Helper()
		filter := map[string]any{
			"messageKey": map[string]any{"_eq": "validation.placeholders"},
			"locale":     map[string]any{"_eq": "en"},
		}
		body := map[string]any{"query": map[string]any{"filter": filter}, "data": map[string]any{"messageValue": value}}
		studio(t, http.MethodPatch, "/items/d_translation_keys", body)
	}
	shows := func(s *content.Service, value string) bool {
		return s.Messages.Text("", "en", "validation.placeholders") == value
	}
	edit("last good")
	eventually(t, "the edited text", func() bool { return shows(s, "last good") })

	shared.Kill()
	eventually(t, "the service says so", func() bool { return s.Status().State == "degraded" })
	if !shows(s, "last good") {
		t.Error("the running service lost its texts")
	}
	if again := running(t, cfg); !shows(again, "last good") {
		t.Error("a service that starts without Directus does not show the last good text")
	}
	if err := shared.Restart(); err != nil {
		t.Fatal(err)
	}
	edit("after the restart")
	eventually(t, "the service has joined again", func() bool {
		return s.Status().State == "ok" && shows(s, "after the restart")
	})
}
