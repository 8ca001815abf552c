package msps

import (
	"slices"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Permission is something the users of an MSP may do at the portal.
type Permission string

// The catalogue.
const (
	ApplicationView   Permission = "APPLICATION_VIEW"
	ApplicationCreate Permission = "APPLICATION_CREATE"
	ApplicationSubmit Permission = "APPLICATION_SUBMIT"
	ApplicationReject Permission = "APPLICATION_REJECT"
	FreelancerView    Permission = "FREELANCER_VIEW"
	FreelancerEdit    Permission = "FREELANCER_EDIT"
	PoolView          Permission = "POOL_VIEW"
	PoolInvite        Permission = "POOL_INVITE"
	QuestionAnswer    Permission = "QUESTION_ANSWER"
	RateView          Permission = "RATE_VIEW"
	RateEdit          Permission = "RATE_EDIT"
	ProjectView       Permission = "PROJECT_VIEW"
	ReportView        Permission = "REPORT_VIEW"
	UserManage        Permission = "USER_MANAGE"
)

// entry is one line of the catalogue: a permission and what it is useless without.
type entry struct {
	name    Permission
	implies []Permission
}

// catalogue is "MSP permission catalogue" in its order.
var catalogue = []entry{
	{ApplicationView, nil},
	{ApplicationCreate, []Permission{ApplicationView, ProjectView}},
	{ApplicationSubmit, []Permission{ApplicationView}},
	{ApplicationReject, nil},
	{FreelancerView, nil},
	{FreelancerEdit, []Permission{FreelancerView}},
	{PoolView, nil},
	{PoolInvite, []Permission{PoolView}},
	{QuestionAnswer, nil},
	{RateView, nil},
	{RateEdit, []Permission{RateView}},
	{ProjectView, nil},
	{ReportView, nil},
	{UserManage, nil},
}

// Enum lists the permissions.
func (Permission) Enum() enum.List {
	out := enum.List{Name: "mspPermission", Text: "enum.mspPermission"}
	for _, e := range catalogue {
		out.Values = append(out.Values, string(e.name))
	}
	return out
}

// implied returns what a permission brings along.
func (p Permission) implied() []Permission {
	at := slices.IndexFunc(catalogue, func(e entry) bool { return e.name == p })
	if at < 0 {
		return nil
	}
	return catalogue[at].implies
}

// grantScope is where a grant holds: a whole client, or one of its legal entities.
type grantScope struct{ client, entity int64 }

// right is a permission at a place.
type right struct {
	permission Permission
	grantScope
}

// complete adds to the rights what they imply at the same place, each once, in the order given.
func complete(rights []right) []right {
	out := []right{}
	for todo := slices.Clone(rights); len(todo) > 0; todo = todo[1:] {
		r := todo[0]
		if slices.Contains(out, r) {
			continue
		}
		out = append(out, r)
		for _, p := range r.permission.implied() {
			todo = append(todo, right{p, r.grantScope})
		}
	}
	return out
}

// ScopeKind says how far a grant reaches.
type ScopeKind string

// The scopes of a grant.
const (
	OfClient ScopeKind = "client"
	OfEntity ScopeKind = "legalentity"
)

// Enum lists the scopes.
func (ScopeKind) Enum() enum.List {
	return enum.List{
		Name: "grantScope", Text: "enum.grantScope",
		Values: []string{string(OfClient), string(OfEntity)},
	}
}

// CatalogueLine explains one permission.
type CatalogueLine struct {
	Name    Permission   `json:"name"`
	TextKey string       `json:"textKey"`
	Implies []Permission `json:"implies"`
	Scopes  []ScopeKind  `json:"scopes"`
}

// catalogueLines is the whole catalogue, which is not paged.
func catalogueLines() resource.List[CatalogueLine] {
	out := resource.List[CatalogueLine]{TotalResults: int64(len(catalogue))}
	for _, e := range catalogue {
		out.Results = append(out.Results, CatalogueLine{
			Name: e.name, TextKey: "enum.mspPermission." + string(e.name), Implies: append([]Permission{}, e.implies...),
			Scopes: []ScopeKind{OfClient, OfEntity},
		})
	}
	return out
}
