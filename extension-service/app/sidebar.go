package app

import (
	"slices"
	"strings"

	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// group is one group of the sidebar ("Routes and sidebar"). Segment is the part of a path that highlights it.
type group struct {
	Name    string  `json:"name"`
	Segment string  `json:"segment"`
	Route   string  `json:"route,omitempty"`
	Entries []entry `json:"entries"`

	needs role.Permission
}

type entry struct {
	Name     string `json:"name"`
	Label    string `json:"label"` // key of its text
	Route    string `json:"route"`
	Resource string `json:"resource,omitempty"`

	// Unlisted leaves it out of the sidebar: the caller comes to it by links and the palette.
	Unlisted bool `json:"unlisted,omitempty"`

	needs  role.Permission
	listed []role.Permission // one of these puts it into the sidebar; none: all who may open it
	screen bool              // a screen of its own, which no resource draws
}

// sidebar orders the groups and names the entries the specification names. A resource with a screen that is not listed
// follows in the group of its route's first segment, under the plural of its name.
var sidebar = []group{
	{Name: "dashboard", Segment: "dashboard", Route: "/dashboard", needs: role.DashboardView},
	{Name: "projects", Segment: "projects", Entries: []entry{
		{Name: "projectList", Route: "/projects/list"},
		{Name: "applications", Route: "/projects/applications"},
	}},
	{Name: "pools", Segment: "pools", Entries: []entry{
		{Name: "poolList", Route: "/pools/list"},
		{Name: "poolMembers", Route: "/pools/members", listed: []role.Permission{role.PoolRead}},
		{Name: "poolCategories", Route: "/pools/categories", listed: []role.Permission{role.PoolCategory}},
	}},
	{Name: "users", Segment: "users", needs: role.UsersGroup, Entries: []entry{
		{Name: "freelancers", Route: "/users/freelancers"},
		{Name: "msps", Route: "/users/msp"},
		{Name: "duplicates", Route: "/users/duplicates"},
		{Name: "erasures", Route: "/users/erasures"},
		{Name: "staff", Route: "/users/admins"},
	}},
	{Name: "questions", Segment: "questions", Entries: []entry{{Name: "questionList", Route: "/questions/list"}}},
	{Name: "content", Segment: "content", Entries: []entry{
		{Name: "translations", Route: "/content/translations", needs: role.TranslationRead, screen: true},
	}},
	{Name: "platform", Segment: "platform", Entries: []entry{
		{Name: "status", Route: "/platform/status", needs: role.CronRead, screen: true},
		{Name: "cronJobs", Route: "/platform/cronjobs", needs: role.CronRead, screen: true},
		{Name: "mails", Route: "/platform/mails"},
		{Name: "clients", Route: "/platform/clients", listed: []role.Permission{role.ClientUpdate}},
		{
			Name: "legalEntities", Route: "/platform/legal-entities",
			listed: []role.Permission{role.LegalEntityUpdate},
		},
		{Name: "formulas", Route: "/platform/formulas", needs: role.FormulaRead, screen: true},
		{Name: "planned", Route: "/platform/planned", needs: role.ClientUpdate, screen: true},
		{Name: "settings", Route: "/platform/settings", needs: role.SettingRead, screen: true},
		{Name: "audit", Route: "/platform/audit"},
		{Name: "vmsInbound", Route: "/platform/vms/inbound"},
		{Name: "vmsOutbound", Route: "/platform/vms/outbound"},
		{Name: "vmsUnknown", Route: "/platform/vms/unknown", needs: role.VMSMessageRead, screen: true, listed: vms.Operators},
	}},
	{Name: "esearch", Segment: "esearch", Entries: []entry{
		{Name: "searchFreelancers", Route: "/esearch/freelancers", needs: role.IndexRead, screen: true},
	}},
}

// groupsFor leaves out what the caller may not open; a group without a visible entry is hidden.
func groupsFor(who *role.Caller, registry *resource.Registry) []group {
	screens := map[string]resource.Facts{} // by route
	var order []string
	for _, r := range registry.All() {
		if about := r.Facts(); about.Route != "" && who.CanAny(about.Read) {
			screens[about.Route] = about
			order = append(order, about.Route)
		}
	}
	out := []group{}
	for _, g := range sidebar {
		if g.needs != "" && !who.Can(g.needs) {
			continue
		}
		g.Entries = append(named(g, screens, who), derived(g, screens, order, who)...)
		if g.Route != "" || len(g.Entries) > 0 {
			out = append(out, g)
		}
	}
	return out
}

func named(g group, screens map[string]resource.Facts, who *role.Caller) []entry {
	out := []entry{}
	for _, e := range g.Entries {
		about, ok := screens[e.Route]
		if (ok || e.screen) && (e.needs == "" || who.Can(e.needs)) {
			e.Resource, e.Label = about.Name, "menu."+e.Name
			e.Unlisted = !who.CanAny(slices.Concat(e.listed, about.Sidebar))
			out = append(out, e)
		}
	}
	return out
}

func derived(g group, screens map[string]resource.Facts, order []string, who *role.Caller) []entry {
	var out []entry
	for _, route := range order {
		listed := slices.ContainsFunc(g.Entries, func(e entry) bool { return e.Route == route })
		if segment, _, _ := strings.Cut(strings.TrimPrefix(route, "/"), "/"); segment != g.Segment || listed {
			continue
		}
		about := screens[route]
		out = append(out, entry{
			Name: about.Name, Label: "resources." + about.Name + ".plural", Route: route,
			Resource: about.Name, Unlisted: about.IsPart || !who.CanAny(about.Sidebar),
		})
	}
	return out
}
