package content_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/fault"
)

// exchanging is a service with uploads that lie in a map, and the history of texts.
type exchanging struct {
	*content.Service

	history *content.History
	uploads map[string]string
	request resource.DownloadRequest // the last one a ticket was given for
	jobs    *jobs.Service            // of one whose large changes are done by jobs
	later   atomic.Int64             // by how much the clock of such a one is ahead, in nanoseconds
}

// upload opens an upload, whose id is its name.
func (x *exchanging) upload(_ context.Context, id string) (string, io.ReadCloser, error) {
	raw, ok := x.uploads[id]
	if !ok {
		return "", nil, fault.New(fault.NotFound, "NOT_FOUND", "no such upload")
	}
	return id, io.NopCloser(strings.NewReader(raw)), nil
}

// dropUpload removes an upload.
func (x *exchanging) dropUpload(_ context.Context, id string) error {
	delete(x.uploads, id)
	return nil
}

func exchanger(t *testing.T) *exchanging {
	t.Helper()
	x := &exchanging{history: &content.History{DB: pgtest.SQLite(t), Now: time.Now}, uploads: map[string]string{}}
	cfg := config(t)
	cfg.Journal = x.history
	cfg.Upload = x.upload
	cfg.Ticket = func(_ context.Context, w resource.DownloadRequest) (string, error) {
		x.request = w
		return "/api/download/x", nil
	}
	x.Service = running(t, cfg)
	awaitJoin(t, x.Service)
	return x
}

// file exports texts and fetches the file.
func (x *exchanging) file(t *testing.T, ctx context.Context, in content.Exporting) string {
	t.Helper()
	if _, err := x.Export(ctx, in); err != nil {
		t.Fatal(err)
	}
	d, err := x.Requested(ctx, x.request.For)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := d.Stream(ctx, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// summarise is a plan in short: the counts, and the lines by their ids.
func summarise(p content.TextPlan) (counts string, lines map[string]string) {
	lines = map[string]string{}
	for _, l := range p.Lines {
		lines[l.ID] = string(l.Kind)
		for _, r := range l.Reasons {
			lines[l.ID] += " " + r.Key
		}
	}
	return fmt.Sprintf("%d new, %d changed, %d unchanged, %d conflicts, %d refused", p.New, p.Changed, p.Unchanged,
		p.Conflicts, p.Refused), lines
}

// undo takes a batch back and says how many texts that changed.
func (x *exchanging) undo(t *testing.T, ctx context.Context, batch string) int {
	t.Helper()
	dry := false
	out, err := x.Gateway.Restore(ctx, x.history, content.Restoring{BatchID: batch, DryRun: &dry})
	if err != nil {
		t.Fatal(err)
	}
	return len(out.Changes)
}

// valuesOf are texts with their states by language and key.
func valuesOf(t *testing.T, collection, prefix string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, row := range stored(t, collection, "filter[messageKey][_starts_with]="+prefix) {
		out[row.Locale+" "+row.Key] = row.Value + " " + row.State
	}
	return out
}

var textFormats = []string{"json", "csv", "xliff"}

// What goes out and comes in again changes nothing, in the set of the product and in that of a client, whose texts are
// partly the product's.
func TestProveExport_ImportedAgain_ChangesNoText(t *testing.T) {
	x := exchanger(t)
	ctx := requestAs(t, editor)
	if err := x.Clients.Save(ctx, 1301, "Trip and Trip", "en", "de", "pl"); err != nil {
		t.Fatal(err)
	}
	r := stress.Rand(t)
	n := stress.Size(60, 2_900)
	pieces := []string{
		"<b>", "&amp;", `"`, "\n", "\r\n", "\r", "\t", " ", "||||", " |||| ", "|||||", "%{name}", "=1+1",
		"'=1", "-", "مرحبا", "שלום", "é", "👩‍👧", "x", "Word", ";", ",",
	}
	var rows, own []text
	for _, locale := range []string{"en", "de", "es", "fr", "it", "nl", "pl"} {
		for i := range n {
			var value strings.Builder
			for range 1 + r.IntN(6) {
				value.WriteString(pieces[r.IntN(len(pieces))])
			}
			rows = append(rows, text{
				Locale: locale, Key: fmt.Sprintf("trip.key-%d", i), Value: value.String(),
				State: "TRANSLATED",
			})
			if locale == "pl" && i%3 == 0 {
				own = append(own, text{
					Client: 1301, Locale: locale, Key: fmt.Sprintf("trip.key-%d", i),
					Value: value.String() + "own", State: "REVIEWED",
				})
			}
		}
	}
	for part := range slices.Chunk(rows, 1000) {
		studio(t, "POST", "/items/d_translation_keys?fields=id&limit=1", part)
	}
	for part := range slices.Chunk(own, 1000) {
		studio(t, "POST", "/items/d_translation_client_keys?fields=id&limit=1", part)
	}
	for _, set := range []int64{0, 1301} {
		for _, format := range textFormats {
			x.uploads["trip"] = x.file(t, ctx, content.Exporting{
				Format: format, Delimiter: "semicolon",
				Filters: content.TextFilter{
					Client: set, Text: "trip.key",
					Locales: []string{"en", "de", "es", "fr", "it", "nl", "pl"},
				},
			})
			out, err := x.Import(ctx, content.Importing{ResourceID: "trip", Format: format, Client: set})
			counts, lines := summarise(out)
			if want := fmt.Sprintf("0 new, 0 changed, %d unchanged, 0 conflicts, 0 refused", 7*n); err != nil || counts != want {
				t.Errorf("%s of %d: %s, want %s: %v %v", format, set, counts, want, lines, err)
			}
			t.Logf("%s of client %d: %s", format, set, counts)
		}
	}
}

func TestReplace_Texts_ChangesWhatThePreviewShowed(t *testing.T) {
	x := exchanger(t)
	ctx := requestAs(t, editor)
	at := operator{x.Gateway, ctx}
	body := `[{"locale":"en","messageKey":"rep.a","messageValue":"The pool of pools %{pool}"},{"locale":"de","messageKey":"rep.a","messageValue":"Der Pool %{pool}","state":"REVIEWED"},
		{"locale":"en","messageKey":"rep.b","messageValue":"Öl-pool, pool"},{"locale":"de","messageKey":"rep.b","messageValue":"Ölpool"}]`
	if err := at.call(t, post("d_translation_keys", body), nil); err != nil {
		t.Fatal(err)
	}
	before := valuesOf(t, "d_translation_keys", "rep.")
	filters := content.TextFilter{Text: "rep.", Locales: []string{"en", "de"}}
	german := content.TextFilter{Text: "rep.", Locales: []string{"de"}}
	for name, tc := range map[string]struct {
		in   content.Replacing
		want map[string]string // what the lines become, with ! those that are refused
	}{
		"any case, anywhere": {content.Replacing{Find: "POOL", With: "circle", Filters: filters}, map[string]string{
			"en rep.a": "The circle of circles %{circle}", "de rep.a": "Der circle %{circle}", "en rep.b": "Öl-circle, circle",
			"de rep.b": "Ölcircle",
		}},
		"complete words": {
			content.Replacing{Find: "pool", With: "circle", IsCase: true, IsWord: true, Filters: filters},
			map[string]string{
				"en rep.a": "The circle of pools %{circle}", "de rep.a": "Der Pool %{circle}", "en rep.b": "Öl-circle, circle",
			},
		},
		"a pattern": {content.Replacing{
			Find: `(Öl)-?(pool)`, With: "$2 $1", IsPattern: true,
			Filters: filters,
		}, map[string]string{"en rep.b": "pool Öl, pool", "de rep.b": "pool Öl"}},
		"a placeholder": {
			content.Replacing{Find: "pool}", With: "x}", Filters: german},
			map[string]string{"de rep.a": "!Der Pool %{x}"},
		},
		"a placeholder, by force": {
			content.Replacing{Find: "pool}", With: "x}", Force: true, Filters: german},
			map[string]string{"de rep.a": "Der Pool %{x}"},
		},
		"to nothing": {
			content.Replacing{Find: "Ölpool", Filters: german},
			map[string]string{"de rep.b": "!"},
		},
		"what is not there":           {content.Replacing{Find: "lake", With: "sea", Filters: filters}, map[string]string{}},
		"a sign of patterns as it is": {content.Replacing{Find: ".", With: "!", Filters: filters}, map[string]string{}},
	} {
		shown, err := x.Replace(ctx, tc.in)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, l := range shown.Lines {
			got[l.ID] = l.After.Text
			if l.Kind == content.IsRefused {
				got[l.ID] = "!" + l.After.Text
			}
		}
		if !maps.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
	in := content.Replacing{Find: "The pool", With: "A pool", Filters: filters}
	shown, err := x.Replace(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	in.PlanID = shown.PlanID
	done, err := x.Replace(ctx, in)
	now := valuesOf(t, "d_translation_keys", "rep.")
	if err != nil || done.Written != 1 || now["en rep.a"] != "A pool of pools %{pool} TRANSLATED" ||
		now["de rep.a"] != "Der Pool %{pool} STALE" {
		t.Fatalf("%+v %v %v", done, now, err)
	}
	in = content.Replacing{Find: "Der", With: "Ein", Filters: filters}
	if shown, err = x.Replace(ctx, in); err != nil {
		t.Fatal(err)
	}
	in.PlanID = shown.PlanID
	if _, err := x.Replace(ctx, in); err != nil || valuesOf(t, "d_translation_keys",
		"rep.")["de rep.a"] != "Ein Pool %{pool} STALE" {
		t.Errorf("a replacement does not make a translation current: %v %v", valuesOf(t, "d_translation_keys", "rep."), err)
	}
	x.undo(t, ctx, done.BatchID)
	if now := valuesOf(t, "d_translation_keys", "rep."); now["en rep.a"] != before["en rep.a"] {
		t.Errorf("%v", now)
	}
	for _, find := range []string{"(", "x*", "a|"} {
		if _, err := x.Replace(ctx, content.Replacing{
			Find: find, IsPattern: true,
			Filters: filters,
		}); fault.CodeOf(err) != "VALIDATION" {
			t.Errorf("%s: %v", find, err)
		}
	}
}

func TestReview_EveryMatch_IsReviewed(t *testing.T) {
	x := exchanger(t)
	ctx := requestAs(t, editor)
	exampleTexts(t, operator{x.Gateway, ctx}, "rev")
	studio(t, "POST", "/items/d_translation_keys", text{
		Locale: "fr", Key: "rev.hello", Value: "Bonjour",
		State: "TRANSLATED",
	})
	before := valuesOf(t, "d_translation_keys", "rev.")
	in := content.Reviewing{State: "REVIEWED", Filters: content.TextFilter{
		Text: "rev.", Locales: []string{"de", "fr"},
		State: "TRANSLATED",
	}}
	shown, err := x.Review(ctx, in)
	if counts, lines := summarise(shown); err != nil || counts != "0 new, 4 changed, 0 unchanged, 0 conflicts, 0 refused" {
		t.Fatalf("%s %v %v", counts, lines, err)
	}
	in.PlanID = shown.PlanID
	done, err := x.Review(ctx, in)
	now := valuesOf(t, "d_translation_keys", "rev.")
	if err != nil || done.Written != 4 || now["de rev.plain"] != "Schlicht REVIEWED" ||
		now["en rev.plain"] != "Plain TRANSLATED" || now["fr rev.hello"] != "Bonjour TRANSLATED" {
		t.Errorf("%v %v", now, err)
	}
	x.undo(t, ctx, done.BatchID)
	if now := valuesOf(t, "d_translation_keys", "rev."); !maps.Equal(now, before) {
		t.Errorf("%v, want %v", now, before)
	}
	in = content.Reviewing{State: "REVIEWED", Filters: content.TextFilter{Text: "rev.hello", Locales: []string{"fr"}}}
	if shown, err := x.Review(ctx, in); err != nil || shown.Refused != 1 {
		t.Errorf("a broken text is not reviewed: %+v %v", shown, err)
	}
}

// The texts of a client outside the caller's scope are nobody's business, in any of the calls.
func TestBatch_TextsOutsideTheScope_AreRefused(t *testing.T) {
	x := exchanger(t)
	if err := x.Clients.Save(t.Context(), 1302, "Scope of Batches", "en", "de"); err != nil {
		t.Fatal(err)
	}
	x.uploads["f"] = `{"de":{"menu.dashboard":"Tafel"}}`
	f := content.TextFilter{Client: 1302, Text: "menu.dashboard", Locales: []string{"de"}}
	for name, call := range map[string]func(context.Context) error{
		"export": func(ctx context.Context) error {
			_, err := x.Export(ctx, content.Exporting{Format: "csv", Filters: f})
			return err
		},
		"import": func(ctx context.Context) error {
			_, err := x.Import(ctx, content.Importing{ResourceID: "f", Format: "json", Client: 1302})
			return err
		},
		"replace": func(ctx context.Context) error {
			_, err := x.Replace(ctx, content.Replacing{Find: "x", Filters: f})
			return err
		},
		"review": func(ctx context.Context) error {
			_, err := x.Review(ctx, content.Reviewing{State: "DRAFT", Filters: f})
			return err
		},
	} {
		if err := call(requestAs(t, editor, 1302)); err != nil {
			t.Errorf("%s within: %v", name, err)
		}
		if err := call(requestAs(t, editor, 9)); fault.CodeOf(err) != "NOT_FOUND" {
			t.Errorf("%s outside: %v", name, err)
		}
	}
	if _, err := x.Requested(requestAs(t, nil), x.request.For); fault.CodeOf(err) != "FORBIDDEN" {
		t.Errorf("a file for somebody who may not have it: %v", err)
	}
	if _, err := x.Import(requestAs(t, editor), content.Importing{
		ResourceID: "nothing",
		Format:     "json",
	}); fault.CodeOf(err) != "VALIDATION" {
		t.Errorf("no file: %v", err)
	}
}
