package app_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// event is what the tests look at of a timeline.
type event struct {
	Kind, Entity, Title, Text string
	ID                        int64
	Mail                      *struct{ Template, To string }
	Entry                     *struct {
		Action        string
		Changed       []string
		Before, After map[string]json.RawMessage
	}
}

// timeline is part of what has happened to a record, as somebody reads it, and what asks for the rest.
func (p *product) timeline(t *testing.T, who, record, query string) (out []event, next string) {
	t.Helper()
	var page struct {
		Results []event
		Next    string
	}
	got := p.expect(t, who, "GET /api/timeline/"+record+"?"+query, "", 200, "")
	if err := json.Unmarshal(got.body, &page); err != nil {
		t.Fatal(err)
	}
	return page.Results, page.Next
}

// summarise is each event in one word, the newest first.
func summarise(events []event) (out []string) {
	for _, e := range events {
		word := e.Kind + " " + e.Text
		switch {
		case e.Mail != nil:
			word = e.Kind + " " + e.Mail.Template
		case e.Entry != nil:
			word = e.Kind + " " + e.Entity + " " + e.Entry.Action
		}
		out = append(out, word)
	}
	return out
}

// somebodyWithAStory makes an application with a note beside it and beside the person, who gets another title
// afterwards.
func (p *product) somebodyWithAStory(t *testing.T) (person, project string) {
	t.Helper()
	made := p.newProject(t, "Welder")
	application := p.newApplication(t, made, "samira")
	id := p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", application), "", 200, "").json(t)["freelancerId"]
	person = fmt.Sprintf("freelancer/%.0f", id)
	p.newNote(t, "csm", person, `,"text":"Prefers mornings"`)
	p.newNote(t, "csm", fmt.Sprint("application/", application), `,"text":"Sent the questions"`)
	p.expect(t, "csm", "PUT /api/"+person, `{"academicTitle":"Dr.","mobileNumber":"+31612345678"}`, 200, "Dr.")
	return person, fmt.Sprint("project/", made)
}

func TestTimeline_OfAPerson_ListsEveryKindOfEventInOneOrder(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		person, _ := p.somebodyWithAStory(t)
		events, next := p.timeline(t, "csm", person, "")
		words := summarise(events)
		for _, want := range []string{
			"CHANGES freelancer create", "STATUSES freelancer status", "CHANGES freelancer update", "RELATED application create",
			"NOTES Prefers mornings", "NOTES Sent the questions", "MAILS user.verify",
		} {
			if !slices.Contains(words, want) {
				t.Errorf("%q is not told: %q", want, words)
			}
		}
		if words[0] != "CHANGES freelancer update" || next != "" {
			t.Errorf("the newest is %q, and %q follows", words[0], next)
		}
		for _, e := range events {
			if e.Kind == "RELATED" && !strings.Contains(e.Title, "Welder") {
				t.Errorf("an application is called %q", e.Title)
			}
		}
	})
}

func TestTimeline_InSmallPages_ShowsEachEventOnce(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		person, _ := p.somebodyWithAStory(t)
		all, _ := p.timeline(t, "csm", person, "count=100")
		var paged []event
		for next := ""; len(paged) <= len(all); {
			part, after := p.timeline(t, "csm", person, "count=2&before="+url.QueryEscape(next))
			paged = append(paged, part...)
			if next = after; next == "" {
				break
			}
		}
		if !slices.Equal(summarise(paged), summarise(all)) {
			t.Errorf("in pages:\n%q\nwhole:\n%q", summarise(paged), summarise(all))
		}
	})
}

func TestTimeline_NarrowedToKinds_ShowsOnlyThese(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		person, project := p.somebodyWithAStory(t)
		for _, kind := range []string{"CHANGES", "STATUSES", "RELATED", "MAILS", "NOTES"} {
			events, _ := p.timeline(t, "csm", person, "kind="+kind)
			if len(events) == 0 || slices.ContainsFunc(events, func(e event) bool { return e.Kind != kind }) {
				t.Errorf("%s: %q", kind, summarise(events))
			}
		}
		both, _ := p.timeline(t, "csm", project, "kind=CHANGES,RELATED")
		if words := summarise(both); !slices.Contains(words, "RELATED application create") ||
			!slices.Contains(words, "CHANGES project create") {
			t.Errorf("of the project: %q", words)
		}
		p.expect(t, "csm", "GET /api/timeline/"+person+"?kind=GOSSIP", "", 422, "validation.")
		p.expect(t, "csm", "GET /api/timeline/"+person+"?before=application", "", 422, "validation.integer")
		p.expect(t, "csm", "GET /api/timeline/"+person+"?count=101", "", 422, "validation.")
	})
}

// What is sensitive stays out of a list, so that nobody has to be noted as its reader.
func TestTimeline_SensitiveValues_AreOmitted(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	person, _ := p.somebodyWithAStory(t)
	events, _ := p.timeline(t, "csm", person, "kind=CHANGES")
	last := events[0].Entry
	if !slices.Contains(last.Changed, "mobileNumber") || last.After["mobileNumber"] != nil ||
		string(last.After["academicTitle"]) != `"Dr."` {
		t.Errorf("changed %q to %s", last.Changed, last.After)
	}
}

func TestTimeline_RecordOrPartOutsideTheScope_IsOmitted(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
		made := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Hidden treasure","clientId":2}}`, 201,
			"")
		hidden := int(made.json(t)["id"].(float64))
		application := p.newApplication(t, hidden, "samira")
		id := p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", application), "", 200, "").json(t)["freelancerId"]
		person := fmt.Sprintf("freelancer/%.0f", id)
		p.newNote(t, "csm", fmt.Sprint("application/", application), `,"text":"Buried under the oak"`)

		p.expect(t, "scoped", fmt.Sprint("GET /api/timeline/project/", hidden), "", 404, "NOT_FOUND")
		p.expect(t, "tech", fmt.Sprint("GET /api/timeline/project/", hidden), "", 403, "project.read")
		p.expect(t, "content", "GET /api/timeline/"+person, "", 403, "freelancer.read")
		p.expect(t, "csm", "GET /api/timeline/"+person, "", 200, "Hidden treasure")

		// Bound to a client of the other one's scope, the person is within it; the application is not.
		p.expect(t, "csm", "POST /api/boundClient", fmt.Sprintf(`{"freelancerId":%.0f,"clientId":1,"scope":"client"}`, id),
			201, "")
		events, _ := p.timeline(t, "scoped", person, "")
		words := strings.Join(summarise(events), ", ")
		if !strings.Contains(words, "CHANGES freelancer create") || strings.Contains(words, "application") ||
			strings.Contains(words, "Buried") {
			t.Errorf("somebody of another client is told %s", words)
		}
	})
}
