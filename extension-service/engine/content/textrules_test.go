package content_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/platform/fault"
)

func TestTexts_InvalidWrites_AreRefused(t *testing.T) {
	s := joined(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	if err := s.Clients.Save(t.Context(), 801, "Rules"); err != nil {
		t.Fatal(err)
	}
	en := `{"locale":"en","messageKey":"rule.count","messageValue":"%{smart_count} row in %{name} |||| %{smart_count} rows"}`
	if err := at.call(t, post("d_translation_keys", en), nil); err != nil {
		t.Fatal(err)
	}
	of := func(locale, key, value string) string {
		raw, err := json.Marshal(text{Locale: locale, Key: key, Value: value})
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	for name, tc := range map[string]struct{ body, field, message string }{
		"a key with a space":     {of("en", "a b", "x"), "messageKey", "validation.messageKey"},
		"a key of 151":           {of("en", strings.Repeat("k", 151), "x"), "messageKey", "validation.messageKey"},
		"no locale":              {`{"messageKey":"k","messageValue":"x"}`, "locale", "validation.locale"},
		"a locale nobody offers": {of("sv", "k", "x"), "locale", "validation.oneOf"},
		"no value":               {`{"locale":"en","messageKey":"k"}`, "messageValue", "validation.required"},
		"null": {
			`{"locale":"en","messageKey":"k","messageValue":null}`, "messageValue",
			"validation.required",
		},
		"a long value":        {of("en", "k", strings.Repeat("ä", 10_001)), "messageValue", "validation.max"},
		"a control character": {of("en", "k", "a\u0007b"), "messageValue", "validation.control"},
		"a state that follows": {
			`{"locale":"en","messageKey":"k","messageValue":"x","state":"STALE"}`, "state",
			"validation.oneOf",
		},
		"a missing placeholder": {
			of("de", "rule.count", "%{smart_count} Zeile |||| %{smart_count} Zeilen"), "messageValue",
			"validation.placeholders",
		},
		"an unknown placeholder": {
			of("de", "rule.count", "%{smart_count} in %{name} von %{total}"), "messageValue",
			"validation.placeholders",
		},
		"the second of a list": {
			`[` + of("en", "k.1", "x") + `,` + of("en", "k 2", "x") + `]`, "[1].messageKey",
			"validation.messageKey",
		},
	} {
		t.Run(name, func(t *testing.T) {
			err := at.call(t, post("d_translation_keys", tc.body), nil)
			if e := fault.From(err); e.Code != "VALIDATION" || !slices.Contains(e.Fields[tc.field], tc.message) {
				t.Errorf("%v %v, want %s at %s", err, e.Fields, tc.message, tc.field)
			}
		})
	}
	if left := stored(t, "d_translation_keys", "filter[messageKey][_in]=k,k.1"); len(left) != 0 {
		t.Errorf("a refused text was kept: %+v", left)
	}
	good := post("d_translation_keys", of("de", "rule.count", "%{smart_count} in %{name} |||| %{smart_count} Zeilen"))
	if err := at.call(t, good, nil); err != nil {
		t.Errorf("a text with the right placeholders: %v", err)
	}
	again := fault.From(at.call(t, good, nil))
	if again.Code != "DUPLICATE" || strings.Contains(again.Text, "has to be unique") {
		t.Errorf("the same again: %v", again)
	}
	var forced text
	c := post("d_translation_client_keys", `{"client":801,"locale":"en","messageKey":"rule.count","messageValue":"rows"}`)
	c.Query = url.Values{"force": {"1"}}
	if err := at.call(t, c, &forced); err != nil || forced.State != "BROKEN" {
		t.Errorf("by force: %+v %v, want it flagged as a draft", forced, err)
	}
}

func TestSource_Changed_MakesTranslationsStale(t *testing.T) {
	s := joined(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	if err := s.Clients.Save(t.Context(), 901, "Stale"); err != nil {
		t.Fatal(err)
	}
	create := func(collection, body string) text {
		t.Helper()
		var out text
		if err := at.call(t, post(collection, body), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	en := create("d_translation_keys", `{"locale":"en","messageKey":"stale.key","messageValue":"Hello %{name}"}`)
	de := create("d_translation_keys", `{"locale":"de","messageKey":"stale.key","messageValue":"Hallo %{name}"}`)
	own := create("d_translation_client_keys",
		`{"client":901,"locale":"fr","messageKey":"stale.key","messageValue":"Salut %{name}"}`)
	if de.State != "TRANSLATED" || de.UpdatedBy != "Cora Content" || de.SourceHash == "" {
		t.Errorf("a new translation: %+v", de)
	}
	states := func() string {
		t.Helper()
		one := stored(t, "d_translation_keys", fmt.Sprintf("filter[id][_eq]=%d", de.ID))[0].State
		return one + ", " + stored(t, "d_translation_client_keys", fmt.Sprintf("filter[id][_eq]=%d", own.ID))[0].State
	}
	steps := []struct {
		name string
		call content.Call
		want string
	}{
		{
			"a description changes nothing", patch("d_translation_keys", en.ID, `{"description":"greeting"}`),
			"TRANSLATED, TRANSLATED",
		},
		{"review", patch("d_translation_keys", de.ID, `{"state":"REVIEWED"}`), "REVIEWED, TRANSLATED"},
		{"the source changes its placeholders", patch("d_translation_keys", en.ID,
			`{"messageValue":"Hello %{first} %{last}"}`), "STALE, STALE"},
		{"a whole record sent back", patch("d_translation_client_keys", own.ID,
			`{"id":1,"client":1,"locale":"fr","state":"STALE","messageValue":"Salut %{first} %{last}"}`), "STALE, TRANSLATED"},
		{
			"the source changes again", patch("d_translation_keys", en.ID, `{"messageValue":"Hello %{last} %{first}"}`),
			"STALE, STALE",
		},
		{
			"a new translation", patch("d_translation_keys", de.ID, `{"messageValue":"Hallo %{first} %{last}"}`),
			"TRANSLATED, STALE",
		},
		{
			"the translator confirms the old one", patch("d_translation_client_keys", own.ID, `{"state":"REVIEWED"}`),
			"TRANSLATED, REVIEWED",
		},
		{"many at once", content.Call{
			Method: "PATCH", Collection: "d_translation_keys",
			Body: fmt.Appendf(nil, `{"keys":[%d],"data":{"state":"DRAFT"}}`, de.ID),
		}, "DRAFT, REVIEWED"},
		{"a list", content.Call{
			Method: "PATCH", Collection: "d_translation_keys",
			Body: fmt.Appendf(nil, `[{"id":%d,"state":"TRANSLATED"}]`, de.ID),
		}, "TRANSLATED, REVIEWED"},
		{"source and translation at once", content.Call{
			Method: "PATCH", Collection: "d_translation_keys",
			Body: fmt.Appendf(nil, `[{"id":%d,"messageValue":"Dear %%{who}"},{"id":%d,"messageValue":"Liebe %%{who}"}]`, en.ID,
				de.ID),
		}, "TRANSLATED, STALE"},
	}
	for _, step := range steps {
		if err := at.call(t, step.call, nil); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if got := states(); got != step.want {
			t.Errorf("%s: %s, want %s", step.name, got, step.want)
		}
	}
}

// The English text and its translation may come in one call.
func TestTranslation_CreatedWithItsSource_IsCurrent(t *testing.T) {
	s := joined(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	var made []text
	both := `[{"locale":"en","messageKey":"both.key","messageValue":"Hello"},{"locale":"de","messageKey":"both.key","messageValue":"Hallo"}]`
	if err := at.call(t, post("d_translation_keys", both), &made); err != nil {
		t.Fatal(err)
	}
	for _, one := range stored(t, "d_translation_keys", "filter[messageKey][_eq]=both.key&sort=locale") {
		if one.State != "TRANSLATED" || one.Locale == "de" && one.SourceHash == "" {
			t.Errorf("made together: %+v", one)
		}
	}
	if len(made) != 2 {
		t.Errorf("answered with %+v", made)
	}
}
