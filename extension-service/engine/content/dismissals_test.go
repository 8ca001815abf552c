package content_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/platform/fault"
)

// listening keeps what is recorded beside the history.
type listening struct {
	*content.History

	heard []content.Entry
}

func (l *listening) Record(ctx context.Context, entries []content.Entry) error {
	l.heard = append(l.heard, entries...)
	return l.History.Record(ctx, entries)
}

// newJudgingService is a service that keeps what is set aside, and what it records.
func newJudgingService(t *testing.T) (*content.Service, *listening) {
	t.Helper()
	_, h := remembering(t)
	cfg := config(t)
	heard := &listening{History: h}
	cfg.DB, cfg.Journal = h.DB, heard
	s := running(t, cfg)
	awaitJoin(t, s)
	return s, heard
}

// findingsOf are the keys with a finding that nobody has set aside, as the batches see them.
func findingsOf(t *testing.T, s *content.Service, text string) []string {
	t.Helper()
	out, err := s.Review(requestAs(t, editor), content.Reviewing{
		State:   "REVIEWED",
		Filters: content.TextFilter{Text: text, Locales: []string{"de", "pl"}, State: "FINDING"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, l := range out.Lines {
		keys = append(keys, fmt.Sprint(l.Locale, " ", l.Key, " ", l.Findings))
	}
	slices.Sort(keys)
	return keys
}

func TestFinding_Dismissed_ReturnsWhenTheTextOrItsSourceChanges(t *testing.T) {
	s, heard := newJudgingService(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	list := `[{"locale":"en","messageKey":"asidekey.same","messageValue":"Status"},{"locale":"de","messageKey":"asidekey.same","messageValue":"Status"},
		{"locale":"en","messageKey":"asidekey.long","messageValue":"Save."},{"locale":"de","messageKey":"asidekey.long","messageValue":"Zwischenspeichern"}]`
	if err := at.call(t, post("d_translation_keys", list), nil); err != nil {
		t.Fatal(err)
	}
	both := []string{"de asidekey.long [LONGER ENDING]", "de asidekey.same [SAME]"}
	if got := findingsOf(t, s, "asidekey."); !slices.Equal(got, both) {
		t.Errorf("%q", got)
	}
	in := content.Dismissal{
		Locale: "de", Key: "asidekey.same", Finding: content.FindsSame, Value: "Status",
		Reason: " It is the German word too. ",
	}
	done, err := s.Dismiss(at.who, in)
	if err != nil || done.Reason != "It is the German word too." || done.By != "Cora Content" || done.Source != "Status" {
		t.Fatalf("%+v %v", done, err)
	}
	if got := findingsOf(t, s, "asidekey."); !slices.Equal(got, both[:1]) {
		t.Errorf("%q", got)
	}
	last := heard.heard[len(heard.heard)-1]
	if last.Action != "setAside" || last.Collection != "d_translation_keys" || last.After["reason"] != done.Reason ||
		last.Before != nil {
		t.Errorf("recorded: %+v", last)
	}
	if history, err := heard.List(at.who, content.ChangesQuery{Key: "asidekey.same", Locale: "de"}); err != nil ||
		history.TotalResults != 1 {
		t.Errorf("it is no change of the text: %+v %v", history, err)
	}
	ids := idsOf(t, "asidekey.")
	for _, step := range []struct {
		id, value string
		want      []string
	}{
		{"de asidekey.same", "Zustand", both[:1]},
		{"de asidekey.same", "Status", both[:1]}, // the text that it is about, again
		{"en asidekey.same", "Status ", both},    // another source
	} {
		if err := at.call(t, patch("d_translation_keys", ids[step.id], fmt.Sprintf(`{"messageValue":%q}`, step.value)),
			nil); err != nil {
			t.Fatal(err)
		}
		if got := findingsOf(t, s, "asidekey."); !slices.Equal(got, step.want) {
			t.Errorf("%s is %q: %q, want %q", step.id, step.value, got, step.want)
		}
	}
	in.TakeBack, in.Reason = true, ""
	if _, err := s.Dismiss(at.who, in); err != nil {
		t.Fatal(err)
	}
	out, err := s.ListDismissed(at.who, content.DismissedQuery{Key: "asidekey.same"})
	if err != nil || out.TotalResults != 0 {
		t.Errorf("%+v %v", out, err)
	}
	if last := heard.heard[len(heard.heard)-1]; last.Action != "takeBack" || last.Before["finding"] != "SAME" ||
		last.After != nil {
		t.Errorf("recorded: %+v", last)
	}
}

func idsOf(t *testing.T, prefix string) map[string]int64 {
	t.Helper()
	out := map[string]int64{}
	for _, r := range stored(t, "d_translation_keys", "filter[messageKey][_starts_with]="+prefix) {
		out[r.Locale+" "+r.Key] = r.ID
	}
	return out
}

// A language may have a text that needs no forms: it is not broken once somebody says so.
func TestFinding_DismissedPluralForms_BreakNothing(t *testing.T) {
	s, _ := newJudgingService(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	list := `[{"locale":"en","messageKey":"asideforms.rows","messageValue":"%{n} row |||| %{n} rows"},{"locale":"pl","messageKey":"asideforms.rows","messageValue":"Wiersze: %{n}","state":"DRAFT"}]`
	if err := at.call(t, post("d_translation_keys", list), nil); err != nil {
		t.Fatal(err)
	}
	polish := func() (c content.Coverage) {
		t.Helper()
		found, err := s.IncompleteLanguages(at.who)
		for _, w := range found {
			if w.Client == 0 && w.Locale == "pl" {
				c = w.Coverage
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	eventually(t, "it counts as broken", func() bool { return polish().Broken > 0 })
	before := polish()
	in := content.Reviewing{State: "REVIEWED", Filters: content.TextFilter{Text: "asideforms.", Locales: []string{"pl"}}}
	if out, err := s.Review(at.who, in); err != nil || out.Refused != 1 {
		t.Errorf("%+v %v", out, err)
	}
	if _, err := s.Dismiss(at.who, content.Dismissal{
		Locale: "pl", Key: "asideforms.rows", Finding: content.FindsForms,
		Value: "Wiersze: %{n}", Reason: "a list",
	}); err != nil {
		t.Fatal(err)
	}
	if after := polish(); after.Broken != before.Broken-1 || after.Draft != before.Draft || after.Used != before.Used {
		t.Errorf("%+v, before %+v", after, before)
	}
	if out, err := s.Review(at.who, in); err != nil || out.Changed != 1 || out.Refused != 0 {
		t.Errorf("%+v %v", out, err)
	}
	if got := findingsOf(t, s, "asideforms."); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

func TestFinding_NotFound_CannotBeDismissed(t *testing.T) {
	s, _ := newJudgingService(t)
	if err := s.Clients.Save(t.Context(), 1501, "Aside and Aside", "en", "de"); err != nil {
		t.Fatal(err)
	}
	at := operator{s.Gateway, requestAs(t, editor, 1501)}
	list := `[{"client":1501,"locale":"de","messageKey":"menu.dashboard","messageValue":"Dashboard"}]`
	if err := at.call(t, post("d_translation_client_keys", list), nil); err != nil {
		t.Fatal(err)
	}
	good := content.Dismissal{
		Client: 1501, Locale: "de", Key: "menu.dashboard", Finding: content.FindsSame,
		Value: "Dashboard", Reason: "a name",
	}
	for name, tc := range map[string]struct {
		change func(*content.Dismissal)
		who    context.Context
		want   string
	}{
		"another text":     {func(in *content.Dismissal) { in.Value = "Übersicht" }, at.who, "STALE_VERSION"},
		"no reason":        {func(in *content.Dismissal) { in.Reason = " " }, at.who, "VALIDATION"},
		"what is not so":   {func(in *content.Dismissal) { in.Finding = content.FindsLonger }, at.who, "VALIDATION"},
		"no such text":     {func(in *content.Dismissal) { in.Locale = "fr" }, at.who, "NOT_FOUND"},
		"out of the scope": {func(*content.Dismissal) {}, requestAs(t, editor, 9), "NOT_FOUND"},
		"all is well":      {func(*content.Dismissal) {}, at.who, ""},
	} {
		in := good
		tc.change(&in)
		if _, err := s.Dismiss(tc.who, in); fault.CodeOf(err) != tc.want {
			t.Errorf("%s: %v, want %s", name, err, tc.want)
		}
	}
	if out, err := s.ListDismissed(at.who, content.DismissedQuery{Client: 1501, Locale: "de"}); err != nil ||
		out.TotalResults != 1 || out.Results[0].Reason != "a name" {
		t.Errorf("%+v %v", out, err)
	}
	if _, err := s.ListDismissed(requestAs(t, editor, 9),
		content.DismissedQuery{Client: 1501}); fault.CodeOf(err) != "NOT_FOUND" {
		t.Errorf("outside of the scope: %v", err)
	}
}

// What the grid shows of keys that nothing uses is what is done to all of them.
func TestBatch_UnusedKeys_AppliesToAllOfThem(t *testing.T) {
	s, _ := newJudgingService(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	if err := at.call(t, post("d_translation_keys",
		`[{"locale":"en","messageKey":"batchunused.key","messageValue":"Nobody"}]`), nil); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the key is known", func() bool {
		found, err := s.TrashedKeys(at.who, nil, content.TrashQuery{Unused: true})
		return err == nil && slices.ContainsFunc(found.Results, func(k content.TrashedKey) bool {
			return k.Key == "batchunused.key"
		})
	})
	for text, want := range map[string]int{"batchunused.": 1, "menu.": 0} {
		out, err := s.Review(at.who, content.Reviewing{
			State:   "REVIEWED",
			Filters: content.TextFilter{Text: text, Locales: []string{"en"}, State: "UNUSED"},
		})
		if err != nil || out.Changed != want || out.Unchanged != 0 {
			t.Errorf("%s: %+v %v", text, out, err)
		}
	}
}
