package content_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/fault"
)

// exampleTexts are a source with placeholders, one with forms, and translations of them.
func exampleTexts(t *testing.T, at operator, prefix string) {
	t.Helper()
	body := strings.ReplaceAll(`[
		{"locale":"en","messageKey":"P.hello","messageValue":"Hello %{name}"}, {"locale":"de","messageKey":"P.hello","messageValue":"Hallo %{name}"},
		{"locale":"en","messageKey":"P.rows","messageValue":"%{n} row |||| %{n} rows"}, {"locale":"de","messageKey":"P.rows","messageValue":"%{n} Zeile |||| %{n} Zeilen"},
		{"locale":"en","messageKey":"P.short","messageValue":"Short","maxLength":10}, {"locale":"de","messageKey":"P.short","messageValue":"Kurz"},
		{"locale":"en","messageKey":"P.plain","messageValue":"Plain"}, {"locale":"de","messageKey":"P.plain","messageValue":"Schlicht"}]`, "P.", prefix+".")
	if err := at.call(t, post("d_translation_keys", body), nil); err != nil {
		t.Fatal(err)
	}
}

func TestImport_OfTexts_IsPreviewedAppliedAndUndone(t *testing.T) {
	x := exchanger(t)
	ctx := requestAs(t, editor)
	exampleTexts(t, operator{x.Gateway, ctx}, "imp")
	before := valuesOf(t, "d_translation_keys", "imp.")
	x.uploads["f"] = "messageKey;locale;messageValue;state\r\n" +
		"imp.hello;de;Guten Tag %{name};REVIEWED\r\nimp.hello;fr;Bonjour %{name};\r\nimp.hello;es;Hola;\r\n" +
		"imp.rows;de;%{n} Zeilen;\r\nimp.rows;pl;%{n} a |||| %{n} b |||| |||| %{n} d;\r\nimp.short;de;viel zu lang geworden;\r\n" +
		"imp.plain;de;Schlicht;\r\nimp.plain;xx;Nichts;\r\nimp.typo;de;Tippfehler;\r\nimp.plain;fr;;\r\nimp.hello;fr;Salut %{name};\r\n"
	in := content.Importing{ResourceID: "f", Format: "csv"}
	shown, err := x.Import(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	counts, lines := summarise(shown)
	if want := "1 new, 1 changed, 2 unchanged, 0 conflicts, 7 refused"; counts != want || shown.PlaceholderErrors != 1 {
		t.Errorf("%s, want %s", counts, want)
	}
	for id, want := range map[string]string{
		"de imp.hello": "CHANGED", "fr imp.hello": "NEW", "es imp.hello": "REFUSED validation.placeholders",
		"de imp.rows": "REFUSED panel.texts.reason.forms",
		"pl imp.rows": "REFUSED panel.texts.reason.emptyForm", "de imp.short": "REFUSED validation.max",
		"xx imp.plain": "REFUSED validation.oneOf",
		"de imp.typo":  "REFUSED panel.texts.reason.unknownKey", "fr imp.hello 8": "REFUSED error.duplicate",
	} {
		if lines[id] != want {
			t.Errorf("%s is %q, want %q", id, lines[id], want)
		}
	}
	for _, l := range shown.Lines {
		if l.ID == "de imp.short" && l.Reasons[0].Params["max"] != 10 {
			t.Errorf("it does not say how long a text may be: %v", l.Reasons)
		}
	}
	if now := valuesOf(t, "d_translation_keys", "imp."); !maps.Equal(now, before) {
		t.Errorf("a look changed %v", now)
	}
	in.PlanID = shown.PlanID
	done, err := x.Import(ctx, in)
	if err != nil || done.Written != 2 || len(done.Lines) != 0 || !strings.HasPrefix(done.BatchID, "txt_") {
		t.Fatalf("%+v %v", done, err)
	}
	now := valuesOf(t, "d_translation_keys", "imp.")
	if now["de imp.hello"] != "Guten Tag %{name} REVIEWED" || now["fr imp.hello"] != "Bonjour %{name} TRANSLATED" ||
		len(now) != len(before)+1 {
		t.Errorf("%v", now)
	}
	if n := x.undo(t, ctx, done.BatchID); n != 2 || !maps.Equal(valuesOf(t, "d_translation_keys", "imp."), before) {
		t.Errorf("%d taken back: %v", n, valuesOf(t, "d_translation_keys", "imp."))
	}
	in.PlanID, in.Force = "", true
	forced, err := x.Import(ctx, in)
	if counts, lines := summarise(forced); err != nil || lines["es imp.hello"] != "NEW validation.placeholders" ||
		lines["de imp.rows"] != "CHANGED panel.texts.reason.forms" {
		t.Errorf("by force: %s %v %v", counts, lines, err)
	}
	in.PlanID = forced.PlanID
	if _, err := x.Import(ctx, in); err != nil || valuesOf(t, "d_translation_keys",
		"imp.")["es imp.hello"] != "Hola BROKEN" {
		t.Errorf("%v %v", valuesOf(t, "d_translation_keys", "imp."), err)
	}
}

func TestImport_ChangedSinceTheExport_IsAConflict(t *testing.T) {
	for _, format := range textFormats {
		t.Run(format, func(t *testing.T) {
			x := exchanger(t)
			ctx := requestAs(t, editor)
			at := operator{x.Gateway, ctx}
			key := "con" + format
			exampleTexts(t, at, key)
			filters := content.TextFilter{Text: key + ".", Locales: []string{"de"}}
			file := x.file(t, ctx, content.Exporting{Format: format, Locales: []string{"de"}, Filters: filters})
			ids := map[string]int64{}
			for _, row := range stored(t, "d_translation_keys", "filter[messageKey][_starts_with]="+key) {
				ids[row.Locale+" "+row.Key] = row.ID
			}
			for id, value := range map[string]string{"de " + key + ".plain": "Einfach", "en " + key + ".short": "Brief"} {
				if err := at.call(t, patch("d_translation_keys", ids[id], `{"messageValue":"`+value+`"}`), nil); err != nil {
					t.Fatal(err)
				}
			}
			x.uploads["f"] = strings.NewReplacer("Schlicht", "Schlicht!", "Kurz", "Kurz!", "Hallo", "Hallo!").Replace(file)
			in := content.Importing{ResourceID: "f", Format: format}
			shown, err := x.Import(ctx, in)
			counts, lines := summarise(shown)
			conflicts := map[string]string{"de " + key + ".plain": "CONFLICT panel.texts.reason.changedSince"}
			if format == "json" { // it holds no English texts beside the others, but the state of the text tells
				conflicts["de "+key+".short"] = "CONFLICT panel.texts.reason.changedSince"
			} else {
				conflicts["de "+key+".short"] = "CONFLICT panel.texts.reason.changedSince panel.texts.reason.sourceChanged"
			}
			if want := "0 new, 1 changed, 1 unchanged, 2 conflicts, 0 refused"; err != nil || counts != want {
				t.Fatalf("%s, want %s: %v %v", counts, want, lines, err)
			}
			for id, want := range conflicts {
				if lines[id] != want {
					t.Errorf("%s is %q, want %q", id, lines[id], want)
				}
			}
			in.PlanID, in.Decisions = shown.PlanID, map[string]content.PlanDecision{
				"de " + key + ".plain": content.ReplaceText,
				"de " + key + ".hello": content.RetainText,
			}
			if done, err := x.Import(ctx, in); err != nil || done.Written != 1 {
				t.Errorf("%+v %v", done, err)
			}
			now := valuesOf(t, "d_translation_keys", key)
			if now["de "+key+".plain"] != "Schlicht! TRANSLATED" || now["de "+key+".hello"] != "Hallo %{name} TRANSLATED" ||
				now["de "+key+".short"] != "Kurz STALE" {
				t.Errorf("%v", now)
			}
			if _, err := x.Import(ctx, in); fault.CodeOf(err) != "PLAN_EXPIRED" {
				t.Errorf("a second time: %v", err)
			}
		})
	}
}

func TestImport_Large_IsOneBatch(t *testing.T) {
	x := exchanger(t)
	ctx := requestAs(t, editor)
	texts := map[string]map[string]string{"en": {}, "de": {}}
	for i := range stress.Size(450, 2_500) {
		key := fmt.Sprintf("large.%d", i)
		texts["en"][key], texts["de"][key] = "Text "+key, "Wort "+key
	}
	raw, _ := json.Marshal(texts) // maps of texts
	x.uploads["f"] = string(raw)
	in := content.Importing{ResourceID: "f", Format: "json"}
	if shown, err := x.Import(ctx, in); err != nil || shown.Refused != 2*len(texts["en"]) {
		t.Fatalf("unknown keys: %+v %v", shown.Refused, err)
	}
	in.NewKeys = true
	shown, err := x.Import(ctx, in)
	if err != nil || shown.New != 2*len(texts["en"]) {
		t.Fatalf("%d new, %v", shown.New, err)
	}
	in.PlanID = shown.PlanID
	start := time.Now()
	done, err := x.Import(ctx, in)
	t.Logf("%d texts written in %s", done.Written, time.Since(start))
	if err != nil || done.Written != shown.New {
		t.Fatalf("%+v %v", done, err)
	}
	for id, text := range valuesOf(t, "d_translation_keys", "large.") {
		if !strings.HasSuffix(text, " TRANSLATED") {
			t.Errorf("%s: %s", id, text)
		}
	}
	if n := x.undo(t, ctx, done.BatchID); n != shown.New || len(valuesOf(t, "d_translation_keys", "large.")) != 0 {
		t.Errorf("%d taken back, %d left", n, len(valuesOf(t, "d_translation_keys", "large.")))
	}
}
