package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// What the service enforces stands in the document, so that a client may check before it asks.
func TestDocument_EnforcedRules_AreDeclared(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	var doc struct {
		Paths map[string]map[string]struct {
			Parameters  []map[string]any
			RequestBody struct {
				Content map[string]struct {
					Schema struct {
						Required   []string
						Properties map[string]map[string]any
					}
				}
			}
		}
	}
	if err := json.Unmarshal(p.document(t), &doc); err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]string{
		"get /api/project limit":            "map[maximum:1000 minimum:1 type:integer]",
		"get /api/job limit":                "map[maximum:1000 minimum:1 type:[integer null]]",
		"get /api/project id":               "map[pattern:^[0-9]+(,[0-9]+)*$ type:string]",
		"get /api/project legalEntityId":    "map[pattern:^[0-9]+(,[0-9]+)*$ type:string]",
		"get /api/project status":           "map[pattern:^((ACTIVE|PAUSED|CLOSED|DELETED)(,(ACTIVE|PAUSED|CLOSED|DELETED))*)?$ type:string]",
		"get /api/client active":            "map[type:boolean]",
		"get /api/project/{id} id":          "map[maximum:9.007199254740991e+15 minimum:1 type:integer]",
		"get /api/country filter":           "map[type:string]",
		"post /api/project Idempotency-Key": "map[maxLength:64 type:string]",
		"put /api/preference/{key} key":     "map[pattern:^(?:[a-zA-Z0-9_.-]{1,80})$ type:string]",
	} {
		call, name, _ := cutLast(what)
		method, path, _ := strings.Cut(call, " ")
		got := ""
		for _, one := range doc.Paths[path][method].Parameters {
			if one["name"] == name {
				got = fmt.Sprint(one["schema"])
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	body := doc.Paths["/api/project/{id}"]["put"].RequestBody.Content["application/json"].Schema
	for field, want := range map[string]string{
		"payRateFormula": "[rate.write]", "msps": "[project.mspAssign]",
		"title": "<nil>",
	} {
		if got := fmt.Sprint(body.Properties[field]["x-permissions"]); got != want {
			t.Errorf("changing %s needs %s, want %s", field, got, want)
		}
	}
	status := doc.Paths["/api/project/changeStatus"]["post"].RequestBody.Content["application/json"].Schema
	if got := fmt.Sprint(status.Required); got != "[id status]" {
		t.Errorf("a change of status requires %s", got)
	}
}

func cutLast(text string) (before, after string, found bool) {
	at := strings.LastIndexByte(text, ' ')
	return text[:max(at, 0)], text[at+1:], at >= 0
}
