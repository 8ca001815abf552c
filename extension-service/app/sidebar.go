package app

import (
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
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
	Route    string `json:"route"`
	Resource string `json:"resource,omitempty"`

	needs role.Permission
}

// sidebar is the whole of it, in order. An entry with a resource shows once that resource is declared.
var sidebar = []group{
	{Name: "dashboard", Segment: "dashboard", Route: "/dashboard", needs: role.DashboardView},
	{Name: "projects", Segment: "projects", Entries: []entry{
		{Name: "projectList", Route: "/projects/list", Resource: "project", needs: role.ProjectRead},
		{Name: "applications", Route: "/projects/applications", Resource: "application", needs: role.ApplicationRead},
	}},
	{Name: "pools", Segment: "pools", Entries: []entry{
		{Name: "poolList", Route: "/pools/list", Resource: "pool", needs: role.PoolRead},
	}},
	{Name: "users", Segment: "users", needs: role.UsersGroup, Entries: []entry{
		{Name: "freelancers", Route: "/users/freelancers", Resource: "freelancer", needs: role.FreelancerRead},
		{Name: "msps", Route: "/users/msp", Resource: "msp", needs: role.MSPRead},
		{Name: "staff", Route: "/users/admins", Resource: "admin", needs: role.AdminUserRead},
	}},
	{Name: "questions", Segment: "questions", Entries: []entry{
		{Name: "questionList", Route: "/questions/list", Resource: "question", needs: role.QuestionRead},
	}},
	{Name: "platform", Segment: "platform", Entries: []entry{
		{Name: "clients", Route: "/platform/clients", Resource: "client", needs: role.ClientUpdate},
		{Name: "legalEntities", Route: "/platform/legal-entities", Resource: "legalEntity", needs: role.LegalEntityUpdate},
	}},
}

// groupsFor leaves out what the caller may not open; a group without a visible entry is hidden.
func groupsFor(who *role.Caller, registry *resource.Registry) []group {
	out := []group{}
	for _, g := range sidebar {
		if g.needs != "" && !who.Can(g.needs) {
			continue
		}
		shown := g
		shown.Entries = []entry{}
		for _, e := range g.Entries {
			if r := registry.Named(e.Resource); r != nil && r.About().Route == e.Route && who.Can(e.needs) {
				shown.Entries = append(shown.Entries, e)
			}
		}
		if shown.Route != "" || len(shown.Entries) > 0 {
			out = append(out, shown)
		}
	}
	return out
}
