package content_test

import (
	"maps"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/content"
)

func TestImport_ReplacingEverything_RemovesTheOtherTextsOfItsLanguages(t *testing.T) {
	x := exchanger(t)
	ctx := requestAs(t, editor)
	at := operator{x.Gateway, ctx}
	if err := x.Clients.Save(ctx, 1601, "Everything and More", "en", "de", "fr"); err != nil {
		t.Fatal(err)
	}
	list := `[{"client":1601,"locale":"de","messageKey":"menu.dashboard","messageValue":"Tafel","state":"REVIEWED"},
		{"client":1601,"locale":"de","messageKey":"menu.questionList","messageValue":"Alle Fragen"},{"client":1601,"locale":"de","messageKey":"menu.poolList","messageValue":"Alle Pools"},
		{"client":1601,"locale":"fr","messageKey":"menu.dashboard","messageValue":"Tableau"}]`
	if err := at.call(t, post("d_translation_client_keys", list), nil); err != nil {
		t.Fatal(err)
	}
	before := ofClient(t, "1601")
	x.uploads["f"] = "messageKey;locale;messageValue\r\nmenu.dashboard;de;Übersicht\r\nmenu.questionList;de;\r\nmenu.typo;de;Nichts\r\nmenu.poolList;fr;\r\n"
	in := content.Importing{ResourceID: "f", Format: "csv", Client: 1601}
	result, err := x.Import(ctx, in)
	if err != nil || result.Removed != 0 {
		t.Fatalf("an import removes nothing: %+v %v", result, err)
	}
	in.Everything = true
	shown, err := x.Import(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	counts, lines := summarise(shown)
	want := map[string]string{
		"de menu.dashboard": "CHANGED", "de menu.questionList": "REMOVED", "de menu.poolList": "REMOVED",
		"de menu.typo": "REFUSED panel.texts.reason.unknownKey",
	}
	if counts != "0 new, 1 changed, 1 unchanged, 0 conflicts, 1 refused" || shown.Removed != 2 ||
		!maps.Equal(lines, want) {
		t.Errorf("%s, %d removed: %v", counts, shown.Removed, lines)
	}
	if now := ofClient(t, "1601"); !maps.Equal(now, before) {
		t.Errorf("a look changed %v", now)
	}
	in.PlanID, in.Decisions = shown.PlanID, map[string]content.PlanDecision{"de menu.poolList": content.RetainText}
	done, err := x.Import(ctx, in)
	if err != nil || done.Written != 2 {
		t.Fatalf("%+v %v", done, err)
	}
	now := ofClient(t, "1601")
	if now["de menu.dashboard"] != "Übersicht TRANSLATED" || now["de menu.questionList"] != "" ||
		now["de menu.poolList"] == "" || now["fr menu.dashboard"] == "" {
		t.Errorf("%v", now)
	}
	if n := x.undo(t, ctx, done.BatchID); n != 2 || !maps.Equal(ofClient(t, "1601"), before) {
		t.Errorf("%d taken back: %v, want %v", n, ofClient(t, "1601"), before)
	}
}

// ofClient are the texts of a client with their states by language and key.
func ofClient(t *testing.T, id string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, r := range stored(t, "d_translation_client_keys", "filter[client][_eq]="+id) {
		out[r.Locale+" "+r.Key] = r.Value + " " + r.State
	}
	return out
}

// What is exported and replaces everything leaves all as it is; a text that comes back says
// to translators what it said, and its key has the limit it had.
func TestImport_ReplacingEverythingByItsExport_ChangesNoText(t *testing.T) {
	x := exchanger(t)
	ctx := requestAs(t, editor)
	at := operator{x.Gateway, ctx}
	exampleTexts(t, at, "whole")
	filters := content.TextFilter{Locales: []string{"de"}}
	for _, format := range textFormats {
		x.uploads["all"] = x.file(t, ctx, content.Exporting{Format: format, Locales: []string{"de"}, Filters: filters})
		out, err := x.Import(ctx, content.Importing{ResourceID: "all", Format: format, Everything: true})
		if counts, lines := summarise(out); err != nil || len(lines) != 0 {
			t.Errorf("%s: %s %v %v", format, counts, lines, err)
		}
	}
	ids := idsOf(t, "whole.")
	if err := at.call(t, patch("d_translation_keys", ids["en whole.short"], `{"description":"On a button"}`),
		nil); err != nil {
		t.Fatal(err)
	}
	for _, restore := range []bool{false, true} {
		if out, err := x.Trash(ctx, x.history, content.Trashing{
			Keys:    []string{"whole.short"},
			Restore: restore,
		}); err != nil || out.Moved != 1 {
			t.Fatalf("%+v %v", out, err)
		}
	}
	raw := string(studio(t, "GET",
		"/items/d_translation_keys?filter[messageKey][_eq]=whole.short&filter[locale][_eq]=en&fields=description,maxLength",
		nil))
	if !strings.Contains(raw, `"description":"On a button"`) || !strings.Contains(raw, `"maxLength":10`) {
		t.Errorf("it came back as %s", raw)
	}
}
