package skills

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// called links the terms to all of their names.
var called = query.Link{Table: "skill_names", Own: "skill_term_id", Other: "name"}

// Resource declares the catalogue to the admin.
func Resource(s *Service) resource.Declaration {
	t := new(Term)
	return resource.Declare(resource.Spec[Term]{
		Name: "skillTerm", Route: "/users/skills", Of: t, Store: s, Title: &t.Name, New: NewTerm, Limit: 50,
		Sort:    resource.Order{By: &t.Name},
		Columns: resource.Refs{&t.Name, &t.Aliases, &t.Category, &t.LastUpdated},
		Hidden:  resource.Refs{&t.Created},
		Row:     resource.Refs{&t.ID, &t.Name, &t.Category, &t.Aliases, &t.Created, &t.LastUpdated, &t.Version},
		Filters: resource.Refs{
			resource.FilterBy("name", field.Text, s.named).WithLinks(called).Written(".{1,200}",
				"the name contains it, or a name or alias begins with it, folded"),
			&t.Category,
		},
		Form: []resource.Group{resource.Section("general", &t.Name, &t.Category, &t.Aliases)},
		Access: resource.Access{
			Read: role.SkillRead, Create: role.SkillWrite, Update: role.SkillWrite,
			Delete: role.SkillWrite,
		},
	})
}

// named narrows to the terms whose name holds a text, or one of whose names begins with it.
func (s *Service) named(_ context.Context, text string) ([]query.Cond, error) {
	t := new(Term)
	return []query.Cond{{Op: query.AnyOf, Any: append(
		query.WhereContains(t, &t.Name, text), query.HavingKeyFrom(called, store.Fold(text)),
	)}}, nil
}
