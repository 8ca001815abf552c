package content_test

import (
	"fmt"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// remembered is a service with a history, as the product has it.
func remembered(t *testing.T) (*content.Service, *content.History) {
	t.Helper()
	cfg := config(t)
	cfg.DB = pgtest.SQLite(t)
	history := &content.History{DB: cfg.DB, Now: time.Now}
	cfg.Journal = history
	s := running(t, cfg)
	awaitJoin(t, s)
	return s, history
}

func stepsOf(t *testing.T, h *content.History, key string) (out []string) {
	t.Helper()
	found, err := h.List(requestAs(t, editor), content.ChangesQuery{Key: key})
	if err != nil {
		t.Fatal(err)
	}
	of := func(v *content.Value) string {
		if v == nil {
			return "-"
		}
		return v.Text
	}
	for _, c := range found.Results {
		out = append(out, fmt.Sprintf("%s: %s > %s", c.By, of(c.Before), of(c.After)))
	}
	return out
}

func TestHistory_ChangeMadeInDirectus_HasAStepWithTheOldValue(t *testing.T) {
	s, history := remembered(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	var text dated
	if err := at.call(t, post("d_translation_keys", `{"locale":"en","messageKey":"outside.key","messageValue":"one"}`),
		&text); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the text is known", func() bool { return s.Messages.Text("", "en", "outside.key") == "one" })
	path := fmt.Sprintf("/items/d_translation_keys/%d", text.ID)
	studio(t, "PATCH", path, map[string]string{"messageValue": "two"})
	eventually(t, "the change is in the history", func() bool { return len(stepsOf(t, history, "outside.key")) == 2 })
	if err := at.call(t, patch("d_translation_keys", text.ID, `{"messageValue":"three"}`), nil); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the text is known", func() bool { return s.Messages.Text("", "en", "outside.key") == "three" })
	studio(t, "DELETE", path, nil)
	eventually(t, "the removal is in the history", func() bool { return len(stepsOf(t, history, "outside.key")) == 4 })
	want := fmt.Sprint([]string{
		"Directus: three > -", "Cora Content: two > three", "Directus: one > two",
		"Cora Content: - > one",
	})
	if got := fmt.Sprint(stepsOf(t, history, "outside.key")); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestState_TextThatCannotBeShown_IsBrokenEverywhere(t *testing.T) {
	s, _ := remembered(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	list := `[{"locale":"en","messageKey":"broken.hello","messageValue":"Hello %{name}"},{"locale":"en","messageKey":"broken.rows","messageValue":"row |||| rows"},
		{"locale":"de","messageKey":"broken.hello","messageValue":"Hallo"},{"locale":"fr","messageKey":"broken.hello","messageValue":"Bonjour %{nom} %{name}"},
		{"locale":"de","messageKey":"broken.rows","messageValue":"Zeile |||| "},{"locale":"pl","messageKey":"broken.rows","messageValue":"wiersz |||| wiersze"},
		{"locale":"es","messageKey":"broken.hello","messageValue":"Hola %{name}"}]`
	forced := post("d_translation_keys", list)
	forced.Query = map[string][]string{"force": {"1"}}
	if err := at.call(t, forced, nil); err != nil {
		t.Fatal(err)
	}
	states := func() map[string]string {
		out := map[string]string{}
		for _, r := range stored(t, "d_translation_keys", "filter[messageKey][_starts_with]=broken.") {
			out[r.Locale+" "+r.Key] = r.State
		}
		return out
	}
	want := map[string]string{
		"en broken.hello": "TRANSLATED", "en broken.rows": "TRANSLATED", "de broken.hello": "BROKEN",
		"fr broken.hello": "BROKEN", "de broken.rows": "BROKEN", "pl broken.rows": "BROKEN", "es broken.hello": "TRANSLATED",
	}
	if got := states(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	shown, err := s.Review(at.who, content.Reviewing{
		State:   "REVIEWED",
		Filters: content.TextFilter{Text: "broken.", State: "BROKEN"},
	})
	if err != nil || shown.Refused != 4 || shown.New+shown.Changed != 0 {
		t.Errorf("the filter of broken texts: %+v %v", shown, err)
	}
	es := stored(t, "d_translation_keys", "filter[messageKey][_eq]=broken.hello&filter[locale][_eq]=es")[0]
	studio(t, "PATCH", fmt.Sprintf("/items/d_translation_keys/%d", es.ID), map[string]string{"messageValue": "Hola"})
	eventually(t, "what was written in Directus is broken", func() bool { return states()["es broken.hello"] == "BROKEN" })
	if err := at.call(t, patch("d_translation_keys", es.ID, `{"messageValue":"Hola, %{name}"}`), nil); err != nil ||
		states()["es broken.hello"] != "TRANSLATED" {
		t.Errorf("a mended text is %s: %v", states()["es broken.hello"], err)
	}
	var answer struct{ State string }
	de := stored(t, "d_translation_keys", "filter[messageKey][_eq]=broken.hello&filter[locale][_eq]=de")[0]
	if err := at.call(t, patch("d_translation_keys", de.ID, `{"state":"REVIEWED"}`), &answer); err != nil ||
		answer.State != "BROKEN" {
		t.Errorf("a broken text that is reviewed is %+v: %v", answer, err)
	}
}
