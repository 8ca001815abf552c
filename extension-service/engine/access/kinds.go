package access

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Kind is a kind of record with all that can be asked about it. It is the same for everyone, since people ask about
// what they may not do or see themselves.
type Kind struct {
	Name    string   `json:"name"`
	Verbs   []string `json:"verbs"`   // of "read", "create", "update" and "delete", in this order
	Actions []string `json:"actions"` // its own
	Fields  []string `json:"fields"`
}

// verbs are what every kind of record may have.
var verbs = []string{"read", "create", "update", "delete"}

// kinds lists every kind of record that the panel shows to anyone.
func (s *Service) kinds(context.Context, struct{}) (resource.List[Kind], error) {
	out := resource.List[Kind]{Results: []Kind{}}
	everything := &role.Caller{Permissions: role.Permissions()}
	for _, r := range s.Records.All() {
		if meta := r.Meta(everything); meta != nil {
			out.Results = append(out.Results, kindOf(r, meta))
		}
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}

func kindOf(r resource.Resource, meta *resource.Meta) Kind {
	out := Kind{Name: meta.Name, Actions: []string{}, Fields: []string{}}
	out.Verbs = slices.DeleteFunc(slices.Clone(verbs), func(verb string) bool { return r.NeedsOf(verb) == nil })
	for _, a := range meta.Actions {
		out.Actions = append(out.Actions, a.Name)
	}
	for _, f := range meta.Fields {
		out.Fields = append(out.Fields, f.Name)
	}
	return out
}
