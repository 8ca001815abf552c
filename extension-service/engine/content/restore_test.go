package content_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
)

// remembering is a service that keeps the history of texts, and the history.
func remembering(t *testing.T) (*content.Service, *content.History) {
	t.Helper()
	history := &content.History{DB: pgtest.SQLite(t), Now: time.Now}
	cfg := config(t)
	cfg.Journal = history
	s := running(t, cfg)
	awaitJoin(t, s)
	return s, history
}

func TestHistory_OfAText_ShowsEveryChange(t *testing.T) {
	s, history := remembering(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	var made dated
	if err := at.call(t, post("d_translation_keys", `{"locale":"en","messageKey":"past.key","messageValue":"one"}`),
		&made); err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{"two", "three"} {
		if err := at.call(t, patch("d_translation_keys", made.ID, `{"messageValue":"`+value+`"}`), nil); err != nil {
			t.Fatal(err)
		}
	}
	found, err := history.List(at.who, content.ChangesQuery{
		Window: resource.Window{Limit: new(int64(2))},
		Key:    "past.key",
	})
	if err != nil || found.TotalResults != 3 || len(found.Results) != 2 || found.Results[0].After.Text != "three" ||
		found.Results[1].Before.Text != "one" {
		t.Fatalf("%+v %v", found, err)
	}
	if found.Results[0].By != "Cora Content" || !strings.HasPrefix(found.Results[0].BatchID, "txt_") ||
		found.Results[0].BatchID == found.Results[1].BatchID {
		t.Errorf("%+v", found.Results[0])
	}
	stranger, err := history.List(requestAs(t, editor, 9), content.ChangesQuery{Key: "past.key"})
	if err != nil || stranger.TotalResults != 3 {
		t.Errorf("the texts of the product are everybody's: %+v %v", stranger, err)
	}
}

func TestRestore_Batch_SparesWhatWasChangedSince(t *testing.T) {
	s, history := remembering(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	write := func(c content.Call) {
		t.Helper()
		if err := at.call(t, c, nil); err != nil {
			t.Fatal(err)
		}
	}
	list := `[{"locale":"en","messageKey":"back.a","messageValue":"A"},{"locale":"en","messageKey":"back.b","messageValue":"B"},{"locale":"de","messageKey":"back.b","messageValue":"Be"}]`
	write(post("d_translation_keys", list))
	ids := map[string]int64{}
	for _, row := range stored(t, "d_translation_keys", "filter[messageKey][_starts_with]=back.") {
		ids[row.Locale+" "+row.Key] = row.ID
	}
	write(patch("d_translation_keys", ids["de back.b"], `{"state":"REVIEWED"}`))
	many := fmt.Sprintf(`[{"id":%d,"messageValue":"A2"},{"id":%d,"messageValue":"B2"},{"id":%d,"messageValue":"Be2"}]`,
		ids["en back.a"], ids["en back.b"], ids["de back.b"])
	write(content.Call{Method: "PATCH", Collection: "d_translation_keys", Body: []byte(many)})
	batch, err := history.List(at.who, content.ChangesQuery{
		Window: resource.Window{Limit: new(int64(1))}, Key: "back.b",
		Locale: "de",
	})
	if err != nil {
		t.Fatal(err)
	}
	write(patch("d_translation_keys", ids["en back.a"], `{"messageValue":"A3"}`))
	values := func() (out string) {
		for _, row := range stored(t, "d_translation_keys", "filter[messageKey][_starts_with]=back.") {
			out += row.Value + " " + row.State + ", "
		}
		return out
	}
	before := values()
	in := content.Restoring{BatchID: batch.Results[0].BatchID}
	shown, err := s.Gateway.Restore(at.who, history, in)
	if err != nil || len(shown.Changes) != 2 || len(shown.Conflicts) != 1 || shown.Conflicts[0].Key != "back.a" ||
		values() != before {
		t.Fatalf("a look: %+v %v, from %sto %s", shown, err, before, values())
	}
	dry := false
	in.DryRun = &dry
	if _, err := s.Gateway.Restore(at.who, history, in); err != nil {
		t.Fatal(err)
	}
	if want := "A3 TRANSLATED, B TRANSLATED, Be REVIEWED, "; values() != want {
		t.Errorf("%s, want %s", values(), want)
	}
	again, err := s.Gateway.Restore(at.who, history, in)
	if err != nil || len(again.Conflicts) != 3 {
		t.Errorf("a second time: %+v %v", again, err)
	}
	changes, err := history.List(at.who, content.ChangesQuery{
		Window: resource.Window{Limit: new(int64(1))}, Key: "back.b",
		Locale: "de",
	})
	if err != nil || changes.Results[0].After.State != "REVIEWED" {
		t.Errorf("%+v %v", changes, err)
	}
	in.BatchID = changes.Results[0].BatchID // what was taken back can be done again
	if _, err := s.Gateway.Restore(at.who, history, in); err != nil || !strings.Contains(values(), "Be2 TRANSLATED") {
		t.Errorf("%s %v", values(), err)
	}
}

func TestRestore_CreatedOrRemovedTexts_AreUndoneToo(t *testing.T) {
	s, history := remembering(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	var made dated
	if err := at.call(t, post("d_translation_keys", `{"locale":"en","messageKey":"gone.key","messageValue":"here"}`),
		&made); err != nil {
		t.Fatal(err)
	}
	remove := content.Call{Method: "DELETE", Collection: "d_translation_keys", ID: fmt.Sprint(made.ID)}
	if err := at.call(t, remove, nil); err != nil {
		t.Fatal(err)
	}
	steps, err := history.List(at.who, content.ChangesQuery{Key: "gone.key"})
	if err != nil || len(steps.Results) != 2 {
		t.Fatalf("%+v %v", steps, err)
	}
	dry := false
	for _, want := range []string{"here", ""} {
		in := content.Restoring{Entry: steps.Results[0].EntryID, DryRun: &dry}
		if _, err := s.Gateway.Restore(at.who, history, in); err != nil {
			t.Fatal(err)
		}
		rows := stored(t, "d_translation_keys", "filter[messageKey][_eq]=gone.key")
		if (len(rows) == 1) != (want != "") || len(rows) == 1 && rows[0].Value != want {
			t.Errorf("%+v, want %q", rows, want)
		}
		steps.Results = steps.Results[1:]
	}
}

func TestRestore_WithoutASelection_IsRefused(t *testing.T) {
	s, history := remembering(t)
	for name, tc := range map[string]struct {
		in   content.Restoring
		want string
	}{
		"nothing":           {content.Restoring{}, "VALIDATION"},
		"somebody for ever": {content.Restoring{Author: 7}, "VALIDATION"},
		"a batch of nobody": {content.Restoring{BatchID: "txt_none"}, "NOT_FOUND"},
	} {
		if _, err := s.Gateway.Restore(requestAs(t, editor), history, tc.in); fault.CodeOf(err) != tc.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What an import of many texts wrote is taken back by its job, but whoever asks what that would do is shown its newest
// changes.
func TestRestore_PreviewOfALargeBatch_ShowsItsNewestChangesAndTheirNumber(t *testing.T) {
	s, history := remembering(t)
	who := requestAs(t, editor)
	entries := make([]content.Entry, 5_001)
	for i := range entries {
		entries[i] = content.Entry{
			Action: "create", Collection: "d_translation_keys", Locale: "en", Key: fmt.Sprintf("large.%d", i),
			After: map[string]any{"messageValue": "x", "state": "TRANSLATED"},
		}
	}
	if err := history.Record(who, entries); err != nil {
		t.Fatal(err)
	}
	last, err := history.List(who, content.ChangesQuery{Window: resource.Window{Limit: new(int64(1))}, Key: "large.5000"})
	if err != nil {
		t.Fatal(err)
	}
	in := content.Restoring{BatchID: last.Results[0].BatchID}
	shown, err := s.Gateway.Restore(who, history, in)
	if err != nil || shown.Total != 5_001 || len(shown.Changes)+len(shown.Conflicts) != 100 {
		t.Fatalf("%d in all, %d and %d shown: %v", shown.Total, len(shown.Changes), len(shown.Conflicts), err)
	}
	in.DryRun = new(false)
	if _, err := s.Gateway.Restore(who, history, in); fault.From(err).Fields["batchId"] == nil {
		t.Errorf("taken back while the caller waits: %v", err)
	}
}
