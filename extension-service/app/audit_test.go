package app_test

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"testing"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// offered lists what the filters of the audit log let people choose from.
func (p *product) offered(filter string) []string {
	for _, f := range p.Registry.Named("audit").Meta(&role.Caller{Kind: role.System}).Filters {
		if f.Name == filter {
			return f.Enumeration().Values
		}
	}
	return nil
}

// tellsOfWhatIsKnown fails the test when the log tells of something that nobody could look for.
func (p *product) tellsOfWhatIsKnown(t *testing.T) {
	t.Helper()
	kinds, actions := p.offered("entity"), p.offered("action")
	rows, err := p.DB.Query(context.Background(), "SELECT DISTINCT entity, action FROM audit")
	if err != nil {
		t.Error(err)
		return
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var entity, action string
		if err := rows.Scan(&entity, &action); err != nil {
			t.Error(err)
		}
		if !slices.Contains(kinds, entity) || !slices.Contains(actions, action) {
			t.Errorf("the audit log tells of %s %s, which no filter offers", entity, action)
		}
	}
	if err := rows.Err(); err != nil {
		t.Error(err)
	}
}

// What is done under a name that stands in the source can be looked for in the audit log.
func TestTheAuditLogIsSearchedForWhateverIsDone(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	actions, done := p.offered("action"), map[string]string{}
	sourceKeys(t, "..", regexp.MustCompile(`\b[aA]ction(?::| :?=) +"([a-zA-Z.]*[a-zA-Z])"`), ".go", done)
	if len(done) < 20 {
		t.Fatalf("found only %v", done)
	}
	for recorded, file := range done {
		if !slices.Contains(actions, recorded) {
			t.Errorf("no filter offers %s, see %s", recorded, file)
		}
	}
}

// The log is no record with a history of its own, and what is only indexed has no list.
func TestNothingIsPromisedThatIsNotServed(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	served := map[string]bool{}
	for _, e := range p.Endpoints() {
		served[e.Name] = true
	}
	verbs := map[string]string{"read": "list"}
	for _, r := range p.Registry.All() {
		m := r.Meta(&role.Caller{Kind: role.System})
		for _, ability := range m.Can {
			can := string(ability)
			if can == "restore" { // a change of status
				continue
			}
			if name := m.Name + "." + cmp.Or(verbs[can], can); !served[name] {
				t.Errorf("%s promises %s, but there is no call %s", m.Name, can, name)
			}
		}
		if m.Handle != "" && resource.Find(m.Fields, m.Handle) == nil {
			t.Errorf("%s names its records by %s, which is no field", m.Name, m.Handle)
		}
	}
}
