package content_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/content"
)

// awaitSteps waits until the history of a key has been looked through for changes made past us: a later one has its
// step.
func awaitSteps(t *testing.T, s *content.Service, h *content.History, key string) []string {
	t.Helper()
	mark := fmt.Sprintf("mark.%s", key)
	made := write(t, "d_translation_keys", text{Locale: "en", Key: mark, Value: "one"})
	eventually(t, "the mark is known", func() bool { return s.Messages.Text("", "en", made.Key) == "one" })
	eventually(t, "the mark is in the history", func() bool { return len(stepsOf(t, h, mark)) == 1 })
	return stepsOf(t, h, key)
}

func mustSteps(t *testing.T, got []string, want ...string) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestHistory_RapidChangesThroughThePanel_AreNotAttributedToDirectus(t *testing.T) {
	s, history := remembered(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	shows := func(key, value string) {
		t.Helper()
		eventually(t, key+" is "+value, func() bool { return s.Messages.Text("", "en", key) == value })
	}
	var gone, changed dated
	for key, made := range map[string]*dated{"quick.gone": &gone, "quick.changed": &changed} {
		if err := at.call(t, post("d_translation_keys", `{"locale":"en","messageKey":"`+key+`","messageValue":"A"}`),
			made); err != nil {
			t.Fatal(err)
		}
		shows(key, "A")
	}
	if err := at.call(t, content.Call{
		Method: http.MethodDelete, Collection: "d_translation_keys",
		ID: fmt.Sprint(gone.ID),
	}, nil); err != nil {
		t.Fatal(err)
	}
	shows("quick.gone", "quick.gone")
	for _, value := range []string{"B", "A"} {
		if err := at.call(t, patch("d_translation_keys", changed.ID, `{"messageValue":"`+value+`"}`), nil); err != nil {
			t.Fatal(err)
		}
		shows("quick.changed", value)
	}
	mustSteps(t, awaitSteps(t, s, history, "quick.gone"), "Cora Content: A > -", "Cora Content: - > A")
	mustSteps(t, stepsOf(t, history, "quick.changed"), "Cora Content: B > A", "Cora Content: A > B", "Cora Content: - > A")
}

func TestHistory_PanelSavesOverAChangeMadeInDirectus_BothHaveTheirStepsInOrder(t *testing.T) {
	s, history := remembered(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	for key, isSeen := range map[string]bool{"over.seen": true, "over.unseen": false} {
		var made dated
		if err := at.call(t, post("d_translation_keys", `{"locale":"en","messageKey":"`+key+`","messageValue":"Two"}`),
			&made); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the text is known", func() bool { return s.Messages.Text("", "en", key) == "Two" })
		studio(t, "PATCH", fmt.Sprintf("/items/d_translation_keys/%d", made.ID), map[string]string{"messageValue": "Three"})
		if isSeen {
			eventually(t, "the text is known", func() bool { return s.Messages.Text("", "en", key) == "Three" })
		}
		if err := at.call(t, patch("d_translation_keys", made.ID, `{"messageValue":"Four"}`), nil); err != nil {
			t.Fatal(err)
		}
		mustSteps(t, awaitSteps(t, s, history, key), "Cora Content: Three > Four", "Directus: Two > Three",
			"Cora Content: - > Two")
	}
}

func TestHistory_TextRenamedInDirectus_HasAStepUnderEitherKey(t *testing.T) {
	s, history := remembered(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	var made dated
	if err := at.call(t, post("d_translation_keys", `{"locale":"en","messageKey":"renamed.old","messageValue":"Name"}`),
		&made); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the text is known", func() bool { return s.Messages.Text("", "en", "renamed.old") == "Name" })
	studio(t, "PATCH", fmt.Sprintf("/items/d_translation_keys/%d", made.ID),
		map[string]string{"messageKey": "renamed.new"})
	eventually(t, "the text is renamed", func() bool { return s.Messages.Text("", "en", "renamed.new") == "Name" })
	mustSteps(t, awaitSteps(t, s, history, "renamed.old"), "Directus: Name > -", "Cora Content: - > Name")
	mustSteps(t, stepsOf(t, history, "renamed.new"), "Directus: - > Name")
}

func TestState_BrokenTextSetToReviewedInDirectus_IsBrokenAgain(t *testing.T) {
	s, _ := remembered(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	forced := post("d_translation_keys",
		`[{"locale":"en","messageKey":"again.broken","messageValue":"Hi %{name}"},{"locale":"de","messageKey":"again.broken","messageValue":"Hallo"}]`)
	forced.Query = map[string][]string{"force": {"1"}}
	if err := at.call(t, forced, nil); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the text is known", func() bool { return s.Messages.Text("", "de", "again.broken") == "Hallo" })
	de := func() text {
		return stored(t, "d_translation_keys", "filter[messageKey][_eq]=again.broken&filter[locale][_eq]=de")[0]
	}
	studio(t, "PATCH", fmt.Sprintf("/items/d_translation_keys/%d", de().ID), map[string]string{"state": "REVIEWED"})
	limit := time.Now().Add(time.Minute)
	eventually(t, "it is broken again", func() bool { return de().State == "BROKEN" || time.Now().After(limit) })
	if state := de().State; state != "BROKEN" {
		t.Errorf("it is %s", state)
	}
}
