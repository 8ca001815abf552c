package app_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A button of a worklist would do nothing if its action, or the status it asks for, were none of the list that the card
// leads to.
func TestCards_Steps_AreActionsOfTheListTheyLeadTo(t *testing.T) {
	t.Parallel()
	p, steps := newProduct(t, furnished.SQLite(t)), 0
	for _, who := range everybody {
		actions := p.actionsByRoute(t, who)
		var start struct {
			Cards []struct {
				Key, Link string
				Steps     []struct{ Action, Status string }
			}
		}
		if err := json.Unmarshal(p.expect(t, who, "GET /api/dashboard", "", 200, `"cards"`).body, &start); err != nil {
			t.Fatal(err)
		}
		for _, card := range start.Cards {
			route, _, _ := strings.Cut(card.Link, "?")
			for _, step := range card.Steps {
				offered, isKnown := actions[route]
				statuses, isOffered := offered[step.Action]
				switch {
				case !isKnown:
					t.Errorf("%s as %s: %s is no list of the reader", card.Key, who, route)
				case step.Action != "" && !isOffered && who == "all":
					t.Errorf("%s: %s has no action %q on a record", card.Key, route, step.Action)
				case step.Status != "" && !slices.Contains(statuses, step.Status) && who == "all":
					t.Errorf("%s: %s of %s leads to no status %q", card.Key, step.Action, route, step.Status)
				}
				steps++
			}
		}
	}
	if steps < 30 {
		t.Errorf("only %d steps", steps)
	}
}

// actionsByRoute are the actions on a record by the route of its list, each with the codes of its inputs that are
// enumerations.
func (p *product) actionsByRoute(t *testing.T, who string) map[string]map[string][]string {
	t.Helper()
	var meta struct {
		Enums     map[string][]string
		Resources []struct {
			Route   string
			Actions []struct {
				Name  string
				Input []struct{ Enum string }
			}
		}
	}
	if err := json.Unmarshal(p.expect(t, who, "GET /api/meta", "", 200, `"resources"`).body, &meta); err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string][]string{}
	for _, r := range meta.Resources {
		out[r.Route] = map[string][]string{}
		for _, a := range r.Actions {
			out[r.Route][a.Name] = []string{}
			for _, in := range a.Input {
				out[r.Route][a.Name] = append(out[r.Route][a.Name], meta.Enums[in.Enum]...)
			}
		}
	}
	return out
}

// A line about a record that one may not open says nothing but its number.
func TestDashboard_ActivityOfUnreadableRecords_IsOmitted(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	record := fmt.Sprint("project/", p.newProject(t, "Welder"))
	for i := range 15 { // more than the start page shows
		p.newNote(t, "csm", record, fmt.Sprintf(`,"text":"Call %d"`, i))
	}
	p.expect(t, "config", "POST /api/client", `{"name":"Seen by all","code":"SEE","currency":"EUR"}`, 201, "")
	p.newNote(t, "csm", record, `,"text":"Call again"`)
	var start struct {
		Activity []struct {
			Entity, Title string
			Records       int
		}
	}
	for who, want := range map[string]string{"csm": "note", "config": "client"} {
		if err := json.Unmarshal(p.expect(t, who, "GET /api/dashboard", "", 200, "").body, &start); err != nil {
			t.Fatal(err)
		}
		if len(start.Activity) == 0 || start.Activity[0].Entity != want {
			t.Errorf("%s: %v, want a line about a %s first", who, start.Activity, want)
		}
		for _, line := range start.Activity {
			if line.Title == "" && line.Records <= 1 {
				t.Errorf("%s: a %s without a title", who, line.Entity)
			}
		}
	}
}

// What one actor does to many records one after the other is one line, so that it leaves room for what others do.
func TestDashboard_ManyRecordsOfOneKindByOneActor_AreOneLine(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	first := p.newProject(t, "Welder")
	for i := range 15 {
		p.newNote(t, "csm", fmt.Sprint("project/", first), fmt.Sprintf(`,"text":"Call %d"`, i))
	}
	last := p.newProject(t, "Plumber")
	var start struct {
		Activity []struct {
			Entity, Title string
			EntityID      int64
			Records       int
		}
	}
	if err := json.Unmarshal(p.expect(t, "csm", "GET /api/dashboard", "", 200, "").body, &start); err != nil {
		t.Fatal(err)
	}
	if len(start.Activity) < 3 {
		t.Fatalf("%v, want three lines", start.Activity)
	}
	newest, many, oldest := start.Activity[0], start.Activity[1], start.Activity[2]
	if newest.EntityID != int64(last) || newest.Title == "" || oldest.EntityID != int64(first) {
		t.Errorf("%v, want a line for each of two projects", start.Activity)
	}
	if many.Entity != "note" || many.Records != 15 || many.Title != "" {
		t.Errorf("%v, want one line for 15 notes", many)
	}
}
