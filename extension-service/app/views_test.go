package app_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"testing"
)

// shippedView is a view of a list as the metadata tells the panel of it.
type shippedView struct {
	Name, Sort string
	Filter     map[string]any
}

// shipped are the views that come with the lists of an account, by the names of the resources, and the paths of the
// lists.
func (p *product) shipped(t *testing.T, who string) (views map[string][]shippedView, paths map[string]string) {
	t.Helper()
	var meta struct {
		Resources []struct {
			Name, Path string
			Views      []shippedView
		}
	}
	if err := json.Unmarshal(p.expect(t, who, "GET /api/meta", "", 200, "").body, &meta); err != nil {
		t.Fatal(err)
	}
	views, paths = map[string][]shippedView{}, map[string]string{}
	for _, r := range meta.Resources {
		views[r.Name], paths[r.Name] = r.Views, r.Path
	}
	return views, paths
}

// The number beside a view is that of the rows one finds in it, whoever looks.
func TestViews_ShippedWithTheProduct_CountWhatTheyShow(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.somethingToCount(t)
		p.expect(t, "csm", "PUT /api/project/1", fmt.Sprintf(`{"ownerId":%d}`, p.staffID(t, "csm")), 200, "")
		seen := 0
		for _, who := range everybody {
			views, paths := p.shipped(t, who)
			for resource, list := range views {
				for _, view := range list {
					filter, err := json.Marshal(view.Filter)
					if err != nil {
						t.Fatal(err)
					}
					counted := p.expect(t, who, "POST /api/view/"+resource+"/totals", fmt.Sprintf(`{"filters":[%s]}`, filter), 200,
						"").json(t)["totals"].([]any)
					listed := p.expect(t, who, "POST /api/dbSearch/"+resource,
						fmt.Sprintf(`{"filters":%s,"limit":1000,"s":%q}`, filter, view.Sort), 200, "").json(t)
					if rows := listed["results"].([]any); counted[0] != float64(len(rows)) {
						t.Errorf("%s: %s of %s (%s) counts %v and shows %d", who, view.Name, resource, paths[resource], counted[0],
							len(rows))
					} else if len(rows) > 0 {
						seen++
					}
				}
			}
		}
		if seen < 4 {
			t.Errorf("only %d views show anything", seen)
		}
		p.expect(t, "csm", "GET /api/view/waiting", "", 200, `{"resource":"application","view":"resendable","count":1}`)
		p.expect(t, "tech", "GET /api/view/waiting", "", 200, `"results":[]`)
	})
}

func TestViews_FiltersThatTheListRefuses_HaveNoTotal(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.expect(t, "csm", "POST /api/view/project/totals", `{"filters":[{},{"gone":"x"},{"owner":"Ada"}]}`, 200,
		`{"totals":[0,null,null]}`)
	p.expect(t, "csm", "POST /api/view/nothing/totals", `{"filters":[{}]}`, 404, "NOT_FOUND")
	p.expect(t, "tech", "POST /api/view/project/totals", `{"filters":[{}]}`, 403, "project.read")
	p.expect(t, "csm", "POST /api/view/project/totals", `{"filters":[]}`, 422, `"filters":["validation.required"]`)
}

// A worklist of one's own leads to what it counts, and has what one owns or stands in for, and applications for these
// projects.
func TestDashboard_Mine_CountsWhatTheCallerOwns(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.somethingToCount(t)
		worklists := func() map[string]float64 {
			var start struct {
				Cards []struct {
					Key, Link string
					Count     float64
				}
			}
			if err := json.Unmarshal(p.expect(t, "csm", "GET /api/dashboard?mine=true", "", 200, "").body, &start); err != nil {
				t.Fatal(err)
			}
			out := map[string]float64{}
			for _, card := range start.Cards {
				out[card.Key] = card.Count
				at, err := url.Parse(card.Link)
				if err != nil {
					t.Fatal(err)
				}
				if card.Key == "sendFailed" {
					p.expect(t, "csm", "POST /api/dbSearch/application", fmt.Sprintf(`{"filters":%s}`, at.Query().Get("filter")), 200,
						fmt.Sprintf(`"totalResults":%.0f`, card.Count))
				}
			}
			return out
		}
		if got := worklists(); got["sendFailed"] != 0 || got["openProjects"] != 2 {
			t.Errorf("of nobody: %v", got)
		}
		p.expect(t, "csm", "PUT /api/project/1", fmt.Sprintf(`{"deputyId":%d}`, p.staffID(t, "csm")), 200, "")
		if got := worklists(); got["sendFailed"] != 1 || got["unconfirmed"] != 1 {
			t.Errorf("as deputy: %v", got)
		}
		p.expect(t, "csm", "GET /api/projectApplication?owner=me", "", 200, `"totalResults":4`)
		p.expect(t, "all", "GET /api/projectApplication?owner=me", "", 200, `"totalResults":0`)
		// a deputy alone is no owner
		p.expect(t, "csm", "GET /api/projectApplication?owner=nobody", "", 200, `"totalResults":5`)
		p.expect(t, "csm", "PUT /api/project/1", fmt.Sprintf(`{"deputyId":%d}`, p.staffID(t, "all")), 200, "")
		p.expect(t, "csm", "GET /api/projectApplication?owner=me", "", 200, `"totalResults":0`)
		p.expect(t, "all", "GET /api/projectApplication?owner=me", "", 200, `"totalResults":4`)
		p.expect(t, "csm", "GET /api/note?assigneeId=me&state=OPEN", "", 200, `"totalResults":0`)
	})
}
