package app_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// The table of the specification ("Roles and permissions"): which roles see which group and entry of the sidebar. What
// the product has beyond it is not listed.
var sidebarRoles = map[string][]string{
	"dashboard":                 {"config", "content", "csm", "tech"},
	"projects/projectList":      {"csm"},
	"projects/applications":     {"csm"},
	"pools/poolList":            {"content"},
	"users":                     {"config", "csm"},
	"users/freelancers":         {"csm"},
	"users/msps":                {"csm"},
	"questions/questionList":    {"content"},
	"platform/cronJobs":         {"tech"},
	"esearch/searchFreelancers": {"tech"},
}

func TestSidebar_EachRole_SeesItsGroupsAndEntries(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		seen := map[string][]string{}
		for _, role := range []string{"config", "content", "csm", "tech"} {
			var meta struct {
				Groups []struct {
					Name    string
					Entries []struct{ Name string }
				}
			}
			if err := json.Unmarshal(p.expect(t, role, "GET /api/meta", "", 200, `"groups"`).body, &meta); err != nil {
				t.Fatal(err)
			}
			for _, group := range meta.Groups {
				seen[group.Name] = append(seen[group.Name], role)
				for _, entry := range group.Entries {
					name := group.Name + "/" + entry.Name
					seen[name] = append(seen[name], role)
				}
			}
		}
		for name, want := range sidebarRoles {
			if !slices.Equal(seen[name], want) {
				t.Errorf("%s is seen by %v, want %v", name, seen[name], want)
			}
		}
	})
}

func TestSidebar_ScreensOfAVMS_AreListedForThoseWhoOperateIt(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	listed := map[string][]string{
		"csm":    {"vmsProposal", "vmsDifference"},
		"tech":   {"vmsInbound", "vmsOutbound", "vmsUnknown", "vmsConnection", "vmsMapping"},
		"config": {"vmsInbound", "vmsOutbound", "vmsUnknown", "vmsConnection", "vmsMapping"},
	}
	for who, want := range listed {
		var meta struct {
			Groups []struct {
				Entries []struct {
					Name, Route string
					Unlisted    bool
				}
			}
		}
		if err := json.Unmarshal(p.expect(t, who, "GET /api/meta", "", 200, `"groups"`).body, &meta); err != nil {
			t.Fatal(err)
		}
		var got []string
		reached := 0
		for _, group := range meta.Groups {
			for _, entry := range group.Entries {
				if !strings.HasPrefix(entry.Route, "/platform/vms/") {
					continue
				}
				reached++
				if !entry.Unlisted {
					got = append(got, entry.Name)
				}
			}
		}
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("the sidebar of %s lists %v, want %v", who, got, want)
		}
		if who == "csm" && reached != 7 {
			t.Errorf("%s opens %d screens of a VMS by links, want 7", who, reached)
		}
	}
}

func TestSidebar_ReaderOfARecord_MayOpenItsScreen(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	for _, who := range []string{"config", "content", "csm", "tech"} {
		var meta struct {
			Groups []struct {
				Entries []struct{ Resource string }
			}
			Resources []struct{ Name, Route string }
		}
		if err := json.Unmarshal(p.expect(t, who, "GET /api/meta", "", 200, `"groups"`).body, &meta); err != nil {
			t.Fatal(err)
		}
		opened := map[string]bool{}
		for _, group := range meta.Groups {
			for _, entry := range group.Entries {
				opened[entry.Resource] = true
			}
		}
		for _, r := range meta.Resources {
			if r.Route != "" && !opened[r.Name] {
				t.Errorf("%s reads %s, but a link to %s leads nowhere", who, r.Name, r.Route)
			}
		}
	}
}

func TestSidebar_EveryScreenOfAResource_HasAnEntry(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	var meta struct {
		Groups []struct {
			Entries []struct{ Resource string }
		}
	}
	if err := json.Unmarshal(p.expect(t, "all", "GET /api/meta", "", 200, `"groups"`).body, &meta); err != nil {
		t.Fatal(err)
	}
	reached := map[string]bool{}
	for _, group := range meta.Groups {
		for _, entry := range group.Entries {
			reached[entry.Resource] = true
		}
	}
	for _, r := range p.Registry.All() {
		if about := r.Facts(); about.Route != "" && !reached[about.Name] {
			t.Errorf("no entry leads to %s at %s, so that it answers 404", about.Name, about.Route)
		}
	}
}
