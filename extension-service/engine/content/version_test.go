package content_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/platform/fault"
)

func TestVersion_ChangeOfAnOlderOne_IsRefused(t *testing.T) {
	cfg := config(t)
	log := &journal{}
	cfg.Journal = log
	s := running(t, cfg)
	awaitJoin(t, s)
	at := operator{s.Gateway, requestAs(t, editor)}
	var first, second dated
	if err := at.call(t, post("d_translation_keys", `{"locale":"en","messageKey":"guard.key","messageValue":"one"}`),
		&first); err != nil {
		t.Fatal(err)
	}
	change := func(version, value string) content.Call {
		c := patch("d_translation_keys", first.ID, `{"messageValue":"`+value+`"}`)
		c.IfMatch = `"` + version + `"`
		return c
	}
	if err := at.call(t, change(first.Updated, "two"), &second); err != nil || second.Updated == first.Updated {
		t.Fatalf("%+v after %+v: %v", second, first, err)
	}
	late := fault.From(at.call(t, change(first.Updated, "three"), nil))
	if now := fmt.Sprint(late.Details["current"]); late.Code != "STALE_VERSION" || !strings.Contains(now, "two") ||
		late.Details["changedBy"] != "Cora Content" {
		t.Errorf("a change of what has changed: %v %v", late, late.Details)
	}
	remove := content.Call{
		Method: http.MethodDelete, Collection: "d_translation_keys", ID: fmt.Sprint(first.ID),
		IfMatch: `"` + first.Updated + `"`,
	}
	if got := fault.CodeOf(at.call(t, remove, nil)); got != "STALE_VERSION" {
		t.Errorf("a delete of what has changed: %q", got)
	}
	many := content.Call{
		Method: http.MethodPatch, Collection: "d_translation_keys", IfMatch: `"x"`,
		Body: fmt.Appendf(nil, `[{"id":%d,"state":"DRAFT"}]`, first.ID),
	}
	if got := fault.CodeOf(at.call(t, many, nil)); got != "BAD_REQUEST" {
		t.Errorf("one version for a list: %q", got)
	}
	if now := stored(t, "d_translation_keys", fmt.Sprintf("filter[id][_eq]=%d", first.ID)); now[0].Value != "two" {
		t.Errorf("a refused change was made: %+v", now)
	}
	for _, version := range []string{"", "*"} {
		if err := at.call(t, change(version, "by "+version), nil); err != nil {
			t.Errorf("If-Match %q: %v", version, err)
		}
	}
	var guarded []bool
	for _, e := range log.entries {
		guarded = append(guarded, !e.Unguarded)
	}
	if want := []bool{true, true, false, false}; !slices.Equal(guarded, want) {
		t.Errorf("guarded: %v, want %v", guarded, want)
	}
	remove.IfMatch = ""
	if err := at.call(t, remove, nil); err != nil {
		t.Fatal(err)
	}
}

func TestVersion_ConcurrentChanges_OneSucceeds(t *testing.T) {
	s := joined(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	var text dated
	if err := at.call(t, post("d_translation_keys", `{"locale":"en","messageKey":"guard.race","messageValue":"one"}`),
		&text); err != nil {
		t.Fatal(err)
	}
	const people = 4
	codes := make(chan string, people)
	for i := range people {
		c := patch("d_translation_keys", text.ID, fmt.Sprintf(`{"messageValue":"of %d"}`, i))
		c.IfMatch = `"` + text.Updated + `"`
		go func() {
			_, _, err := s.Gateway.Handle(at.who, c)
			codes <- fault.CodeOf(err)
		}()
	}
	won := 0
	for range people {
		switch code := <-codes; code {
		case "":
			won++
		case "STALE_VERSION":
		default:
			t.Errorf("code %q", code)
		}
	}
	if won != 1 {
		t.Errorf("%d of %d changes of one version were made", won, people)
	}
}

func TestVersion_OfTheOrderOfLanguages_IsChecked(t *testing.T) {
	s := joined(t)
	at := operator{s.Gateway, requestAs(t, editor)}
	if err := s.Clients.Save(t.Context(), 1002, "Ordered", "en", "de"); err != nil {
		t.Fatal(err)
	}
	c := patch("d_client", 1002, `{"languages":["de","en"]}`)
	c.IfMatch = `"en,de"`
	if err := at.call(t, c, nil); err != nil {
		t.Fatal(err)
	}
	if late := fault.From(at.call(t, c, nil)); late.Code != "STALE_VERSION" {
		t.Errorf("an order of another order: %v", late)
	}
}
