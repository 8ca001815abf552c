package app_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/cmd/seed/demo"
)

// What is deleted is counted in the trash by the very next answer, on every list that has one.
func TestTrash_RecordIsDeleted_ItsTotalGrowsAtOnce(t *testing.T) {
	t.Parallel()
	p := newProduct(t, t.TempDir()+"/demo.db")
	if err := demo.FillProduct(t.Context(), p.Service); err != nil {
		t.Fatal(err)
	}
	clear(p.tokens)
	var meta struct {
		Resources []struct {
			Name  string
			Path  string
			Trash *struct{ Field string }
		}
	}
	if err := json.Unmarshal(p.expect(t, "all", "GET /api/meta", "", 200, "").body, &meta); err != nil {
		t.Fatal(err)
	}
	p.newProject(t, "A project without applications")
	seen := 0
	for _, r := range meta.Resources {
		if r.Trash == nil {
			continue
		}
		seen++
		before := p.total(t, r.Path+"?deleted=true")
		if !p.deleteOne(t, r.Path) {
			t.Errorf("%s: no record could be deleted, so that nothing was compared", r.Name)
			continue
		}
		if after := p.total(t, r.Path+"?deleted=true"); after != before+1 {
			t.Errorf("%s: %d in the trash after %d", r.Name, after, before)
		}
	}
	if seen < 5 {
		t.Errorf("only %d lists have a trash", seen)
	}
}

// deleteOne deletes one of the newest records that the rules let go.
func (p *product) deleteOne(t *testing.T, path string) bool {
	t.Helper()
	var refusal []byte
	var list struct{ Results []struct{ ID int64 } }
	if err := json.Unmarshal(p.expect(t, "all", "GET "+path+"?limit=100&s=id:desc", "", 200, "").body, &list); err != nil {
		t.Fatal(err)
	}
	for _, one := range list.Results {
		for _, reason := range []string{"", "?reason=OTHER", "?reason=OTHER&comment=gone"} { // as the resource asks for it
			got := p.call(t, "all", "DELETE", fmt.Sprint(path, "/", one.ID, reason), "")
			if got.status < 300 {
				return true
			}
			refusal = got.body
		}
	}
	t.Logf("the last refusal: %s", refusal)
	return false
}

// total is how many rows a list has.
func (p *product) total(t *testing.T, path string) int64 {
	t.Helper()
	var list struct{ TotalResults int64 }
	if err := json.Unmarshal(p.expect(t, "all", "GET "+path, "", 200, "").body, &list); err != nil {
		t.Fatal(err)
	}
	return list.TotalResults
}
