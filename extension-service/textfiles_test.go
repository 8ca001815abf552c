package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/engine/content/exchange"
	"poolkeeper.example/extension-service/internal/test/directustest"
	"poolkeeper.example/extension-service/internal/test/textfiletest"
)

// Texts in files of other programs, small and large, go through upload, plan and import; each is read back as its
// program means it, and the export in our format of that kind has it unchanged and changes nothing when it is imported.
func TestTextFiles_OfOtherTools_PassTheAPIUnchanged(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts a process")
	}
	stored := directustest.StartFake(t)
	at := newPlace(t).withTexts(stored)
	at.withService(t, func(s *app.Service) error { return s.FillAccounts(t.Context()) })
	who := at.start(t).signIn(t)
	who.awaitTexts(t)
	textfiletest.Each(t, func(t *testing.T, f textfiletest.File) {
		w := textWalk{who, f}
		w.saveOrigins(t)
		w.importFile(t)
		w.compare(t)
		w.exportAgain(t)
		stored.Remove(f.Keys) // every look at the texts would be as long as all files together
	})
}

// withTexts is the place of a program whose texts lie in a content service.
func (p programPlace) withTexts(f *directustest.Fake) programPlace {
	p.env = append(slices.Clone(p.env), "CONTENT_URL="+f.URL, "CONTENT_TOKEN="+directustest.FakeToken)
	return p
}

// awaitTexts waits until the program has seeded the texts of the product.
func (c *client) awaitTexts(t *testing.T) {
	t.Helper()
	c.eventually(t, "/readyz", func(answer map[string]any) bool {
		checks, _ := answer["checks"].(map[string]any)
		return checks["content"] == "ok"
	})
}

// eventually asks until the answer is as wanted. Whatever goes on has the time it needs.
func (c *client) eventually(t *testing.T, path string, isWanted func(answer map[string]any) bool) {
	t.Helper()
	tick, deadline := time.NewTicker(50*time.Millisecond), time.Now().Add(patience)
	defer tick.Stop()
	for last := ""; ; <-tick.C {
		got, err := c.send(t.Context(), request{method: "GET", path: path})
		if err == nil && isWanted(got.json()) {
			return
		}
		if now := string(got.body); now != last {
			last, deadline = now, time.Now().Add(patience)
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: %v %d %.500s", path, err, got.status, got.body)
		}
	}
}

// textWalk is one file on its way in and out.
type textWalk struct {
	*client
	textfiletest.File
}

// saveOrigins saves the English texts of the file, and two German ones: one that it changes, one that it has too.
func (w textWalk) saveOrigins(t *testing.T) {
	t.Helper()
	type row struct {
		Locale string `json:"locale"`
		Key    string `json:"messageKey"`
		Value  string `json:"messageValue"`
	}
	rows := []row{{"de", w.Keys + "html", "<b>Alt</b>"}, {"de", w.Keys + "same", w.Want["same"]}}
	for key, value := range w.Origins() {
		rows = append(rows, row{"en", w.Keys + key, value})
	}
	slices.Reverse(rows) // English ones first
	for part := range slices.Chunk(rows, 100) {
		w.mustSend(t, "POST", "/items/d_translation_keys", encode(t, part), 200)
	}
}

func encode(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// importTexts asks for an import and returns the plan that is answered.
func (c *client) importTexts(t *testing.T, in map[string]any, statuses ...int) (out content.TextPlan) {
	t.Helper()
	got, err := c.send(t.Context(), request{method: "POST", path: "/api/translation/import", body: encode(t, in)})
	if err != nil || !slices.Contains(statuses, got.status) {
		t.Fatalf("import %v: %v %d %.500s", in, err, got.status, got.body)
	}
	if err := json.Unmarshal(got.body, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// importFile uploads the file, looks at its plan and carries it out.
func (w textWalk) importFile(t *testing.T) {
	t.Helper()
	in := map[string]any{"resourceId": w.upload(t, w.Name, w.Raw), "encoding": w.Chosen}
	seen := w.importTexts(t, in, 200)
	if seen.New != len(w.Want)-2 || seen.Changed != 1 || seen.Refused+seen.Conflicts != 0 {
		t.Fatalf("%d bytes are planned as %+v", len(w.Raw), short(seen))
	}
	in["planId"] = seen.PlanID
	done := w.importTexts(t, in, 200, 202)
	if done.JobID != "" {
		w.eventually(t, planPath(done.JobID), stateIs("COMPLETED"))
		done = w.planOf(t, done.JobID)
	}
	if done.Written != len(w.Want)-1 {
		t.Errorf("%d texts are written of %d", done.Written, len(w.Want)-1)
	}
}

// planOf is the plan of a job, or what has become of it.
func (c *client) planOf(t *testing.T, jobID string) (out content.TextPlan) {
	t.Helper()
	got, err := c.send(t.Context(), request{method: "GET", path: planPath(jobID)})
	if err == nil {
		err = json.Unmarshal(got.body, &out)
	}
	if err != nil || got.status != 200 {
		t.Fatalf("%v %d %.500s", err, got.status, got.body)
	}
	return out
}

// short is a plan with few of its lines.
func short(p content.TextPlan) content.TextPlan {
	p.Lines = p.Lines[:min(len(p.Lines), 5)]
	return p
}

// compare reads every German text of the file back.
func (w textWalk) compare(t *testing.T) {
	t.Helper()
	filter := encode(t, map[string]any{
		"locale":     map[string]any{"_eq": "de"},
		"messageKey": map[string]any{"_starts_with": w.Keys},
	})
	got, err := w.send(t.Context(), request{
		method: "GET",
		path:   "/items/d_translation_keys?limit=1000&filter=" + url.QueryEscape(filter),
	})
	if err != nil || got.status != 200 {
		t.Fatalf("%v %d %.500s", err, got.status, got.body)
	}
	var found struct {
		Data []struct{ MessageKey, MessageValue, State string }
	}
	if err := json.Unmarshal(got.body, &found); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for _, row := range found.Data {
		key := strings.TrimPrefix(row.MessageKey, w.Keys)
		values[key] = row.MessageValue
		if want := w.Reviewed && key == "hello"; (row.State == "REVIEWED") != want {
			t.Errorf("%s is %s", row.MessageKey, row.State)
		}
	}
	w.sameTexts(t, "stored", values)
}

// sameTexts compares texts with those of the file: no other, and none lost.
func (w textWalk) sameTexts(t *testing.T, where string, got map[string]string) {
	t.Helper()
	for key, want := range w.Want {
		if got[key] != want {
			t.Errorf("%s: %s is %.80q, want %.80q", where, key, got[key], want)
		}
	}
	for key := range got {
		if _, isWanted := w.Want[key]; !isWanted {
			t.Errorf("%s: %s is in no file", where, key)
		}
	}
}

// exportAgain fetches the texts as a file, which has them as they are and changes nothing.
func (w textWalk) exportAgain(t *testing.T) {
	t.Helper()
	format := w.Format()
	body := map[string]any{"format": format, "locales": []string{"de"}, "filters": map[string]any{"text": w.Keys}}
	link := w.mustSend(t, "POST", "/api/translation/export", encode(t, body), 200)
	file, err := w.send(t.Context(), request{method: "GET", path: fmt.Sprint(link["url"])})
	if err != nil || file.status != 200 {
		t.Fatalf("%s: %v %d %.500s", format, err, file.status, file.body)
	}
	read, err := exchange.Read(bytes.Clone(file.body), exchange.Format(format),
		exchange.Options{Forms: content.Forms, Locales: []string{"de", "en"}})
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for _, text := range read.Texts {
		if text.Locale == "de" && text.Value != "" {
			values[strings.TrimPrefix(text.Key, w.Keys)] = text.Value
		}
	}
	w.sameTexts(t, "exported as "+format, values)
	again := w.importTexts(t, map[string]any{"resourceId": w.upload(t, "again."+format, file.body), "format": format}, 200)
	if again.New+again.Changed+again.Refused+again.Conflicts != 0 || again.Unchanged < len(w.Want) {
		t.Errorf("the export as %s is planned as %+v", format, short(again))
	}
}
