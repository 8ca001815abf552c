package app_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What somebody may do with the records of a resource, by its name in the metadata: the call that does it. What
// restores one is among its actions.
var abilityCalls = map[string]func(name, path string) string{
	"read":    func(_, path string) string { return "GET " + path + "/{id}" },
	"create":  func(_, path string) string { return "POST " + path },
	"update":  func(_, path string) string { return "PUT " + path + "/{id}" },
	"delete":  func(_, path string) string { return "DELETE " + path + "/{id}" },
	"history": func(name, _ string) string { return "GET /api/history/" + name + "/{id}" },
	"export":  func(name, _ string) string { return "POST /api/export/" + name },
}

func TestMeta_EveryPathItNames_IsThere(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	var meta struct {
		Resources []struct {
			Name, Path string
			Create     struct{ Path string }
			Can        []string
			Actions    []struct {
				Name, Method, Path string
				Bulk, Undo         bool
			}
		}
		Lookups map[string]string
	}
	answer := p.expect(t, "all", "GET /api/meta", "", 200, `"resources"`).body
	if err := json.Unmarshal(answer, &meta); err != nil {
		t.Fatal(err)
	}
	var there, named []string
	for _, e := range p.Endpoints() {
		there = append(there, e.Method+" "+e.Path)
	}
	for _, r := range meta.Resources {
		if r.Path != "" {
			named = append(named, "GET "+r.Path)
		}
		if r.Create.Path != "" {
			named = append(named, "POST "+r.Create.Path)
		}
		for _, ability := range r.Can {
			if call := abilityCalls[ability]; call != nil {
				named = append(named, call(r.Name, r.Path))
			}
		}
		for _, a := range r.Actions {
			named = append(named, a.Method+" "+a.Path)
			if a.Bulk {
				named = append(named, "POST /api/bulk/"+r.Name+"/"+a.Name)
			}
		}
	}
	for _, path := range meta.Lookups {
		named = append(named, "GET "+path)
	}
	for _, call := range named {
		if !slices.Contains(there, call) {
			t.Errorf("the metadata names %s, which is not there", call)
		}
	}
	for _, found := range regexp.MustCompile(`"(/n?api/[^"]*)"`).FindAllStringSubmatch(string(answer), -1) {
		if !slices.ContainsFunc(named, func(call string) bool { return strings.HasSuffix(call, " "+found[1]) }) {
			t.Errorf("the metadata names %s for no call that is looked up", found[1])
		}
	}
	if len(named) < 150 {
		t.Errorf("only %d calls are looked up", len(named))
	}
}

// Every list that carries an amount carries its currency, and the unit that it is paid for where the record has one.
func TestMeta_ListsWithAmounts_CarryTheirCurrencyAndUnit(t *testing.T) {
	t.Parallel()
	var meta struct {
		Resources []struct {
			Name   string
			Row    []string
			Fields []struct{ Name, Kind, Enum, CurrencyField string }
		}
	}
	answer := newProduct(t, furnished.SQLite(t)).expect(t, "all", "GET /api/meta", "", 200, `"resources"`).body
	if err := json.Unmarshal(answer, &meta); err != nil {
		t.Fatal(err)
	}
	amounts := 0
	for _, r := range meta.Resources {
		for _, f := range r.Fields {
			if f.Kind != "money" || !slices.Contains(r.Row, f.Name) {
				continue
			}
			amounts++
			if !slices.Contains(r.Row, f.CurrencyField) {
				t.Errorf("the list of %s carries %s without its currency %q", r.Name, f.Name, f.CurrencyField)
			}
			for _, unit := range r.Fields {
				if unit.Enum == "rateUnit" && !slices.Contains(r.Row, unit.Name) {
					t.Errorf("the list of %s carries %s without %s", r.Name, f.Name, unit.Name)
				}
			}
		}
	}
	if amounts < 5 {
		t.Errorf("only %d amounts were looked at", amounts)
	}
}
