package content_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// newOfflineService is a service with these texts that never hears of Directus.
func newOfflineService(t *testing.T, texts map[string]map[string]string) *content.Service {
	t.Helper()
	cfg := content.Config{Dir: t.TempDir(), Texts: texts, Now: time.Now}
	return content.New(cfg)
}

func TestCoverage_OfALanguage_CountsUsedTexts(t *testing.T) {
	t.Parallel()
	s := newOfflineService(t, map[string]map[string]string{
		"en": {"a": "Hello %{name}", "b": "one row |||| rows", "c": "Bye"},
		"de": {"a": "Hallo", "b": "eine Zeile |||| Zeilen", "old": "niemand braucht ihn"},
		"pl": {"b": "wiersz |||| wiersze", "c": "Pa"},
	})
	who := &role.Caller{Kind: role.Admin}
	got, err := s.Messages.Coverage(who, 0, "")
	want := []content.Coverage{
		{Locale: "en", Used: 3, Own: 3, Percent: 100},
		{Locale: "de", Used: 3, Own: 2, Missing: 1, Broken: 1, Percent: 66},
		{Locale: "pl", Used: 3, Own: 2, Missing: 1, Broken: 1, Percent: 66},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v %v", got, err)
	}
	if one, err := s.Messages.Coverage(who, 0, "pl"); err != nil || len(one) != 1 || one[0].Locale != "pl" {
		t.Errorf("one language: %+v %v", one, err)
	}
	if one, err := s.Messages.Coverage(who, 0, "nl"); err != nil || len(one) != 1 ||
		one[0] != (content.Coverage{Locale: "nl", Used: 3, Missing: 3}) {
		t.Errorf("a language before it is one of them: %+v %v", one, err)
	}
	if _, err := s.Messages.Coverage(who, 5, ""); fault.CodeOf(err) != "NOT_FOUND" {
		t.Errorf("a client that nobody knows: %v", err)
	}
}

func TestCoverage_OfAClient_StaysWithinTheScope(t *testing.T) {
	s := joined(t)
	for id, name := range map[int64]string{1101: "Covered", 1102: "Beyond"} {
		if err := s.Clients.Save(t.Context(), id, name, "en", "de"); err != nil {
			t.Fatal(err)
		}
	}
	write(t, "d_translation_keys", text{Locale: "en", Key: "cover.key", Value: "Hello %{name}"})
	at := operator{s.Gateway, requestAs(t, editor, 1101)}
	if err := at.call(t, post("d_translation_client_keys",
		`{"client":1101,"locale":"de","messageKey":"cover.key","messageValue":"Hallo %{name}","state":"DRAFT"}`),
		nil); err != nil {
		t.Fatal(err)
	}
	who := role.From(at.who)
	eventually(t, "the client's draft is counted", func() bool {
		s.Sync()
		found, err := s.Messages.Coverage(who, 1101, "de")
		return err == nil && len(found) == 1 && found[0].Draft == 1
	})
	if _, err := s.Messages.Coverage(who, 1102, ""); fault.CodeOf(err) != "NOT_FOUND" {
		t.Errorf("a client outside the scope: %v", err)
	}
	if err := at.call(t, patch("d_translation_client_keys", ownText(t, 1101), `{"state":"REVIEWED"}`), nil); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a state that changed alone is counted", func() bool {
		found, err := s.Messages.Coverage(who, 1101, "de")
		return err == nil && found[0].Draft == 0
	})
}

func ownText(t *testing.T, client int64) int64 {
	t.Helper()
	for _, row := range stored(t, "d_translation_client_keys", "filter[messageKey][_eq]=cover.key") {
		if row.Client == client {
			return row.ID
		}
	}
	t.Fatal("the text is not there")
	return 0
}

func TestFallback_TextOfAnotherLanguage_IsNamedWithIt(t *testing.T) {
	t.Parallel()
	s := newOfflineService(t, map[string]map[string]string{
		"en": {"rows": "%{n} row |||| %{n} rows", "plain": "Bye", "own": "a |||| b"},
		"pl": {"own": "a |||| b |||| c |||| d"},
		"de": {"own": "a |||| b"},
	})
	for locale, want := range map[string]string{
		"pl": `{"en":["plain","rows"]}`, "en": `{}`,
		"de": `{"en":["plain","rows"]}`,
	} {
		raw, _ := s.Messages.Set("", locale).Detailed()
		var answer struct {
			Messages  map[string]string
			Fallbacks json.RawMessage
		}
		if err := json.Unmarshal(raw, &answer); err != nil || string(answer.Fallbacks) != want || len(answer.Messages) != 3 {
			t.Errorf("%s: %s %v", locale, raw, err)
		}
	}
}

func TestFirstTexts_Answer_IndicatesThatThereAreMore(t *testing.T) {
	t.Parallel()
	s := newOfflineService(t, map[string]map[string]string{
		"en": {
			"menu.boats": "Boats", "resources.boat.fields.name": "Name", "resources.boat.hints.name": "Painted on it",
			"menus": "Menus",
		},
		"de": {"menu.boats": "Boote"},
	})
	raw, _ := s.Messages.Set("", "de").First()
	want := `{"fallbacks":{"en":["resources.boat.fields.name"]},"messages":{"menu.boats":"Boote","resources.boat.fields.name":"Name"},"more":true}`
	if string(raw) != want {
		t.Errorf("%s, want %s", raw, want)
	}
}
