package skills

import (
	"context"
	"fmt"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

// Service keeps the rules of the catalogue.
type Service struct {
	*store.Table[Term, *Term]
}

// New returns the catalogue. with completes the table with what all tables share.
func New(db *store.DB, with func(store.Config) store.Config) *Service {
	return &Service{store.NewTable[Term](db, with(store.Config{
		Name: "skill_terms", Entity: "skillTerm",
		Reach: store.Unscoped,
	}))}
}

// Check names the name and the aliases that another term has, or that are the same when folded; resource.Checker.
func (s *Service) Check(ctx context.Context, old Term, t *Term, bad *fault.Error) error {
	seen := map[string]bool{}
	for at, name := range namesOf(t) {
		folded := store.Fold(name.text)
		switch {
		case folded == "":
			bad.Field(name.field, "validation.required", nil)
		case len([]rune(name.text)) > MaxName:
			bad.Field(name.field, "validation.max", map[string]any{"max": MaxName})
		case strings.Contains(name.text, ","):
			bad.Field(name.field, "validation.noComma", nil)
		case at > 0 && seen[folded]:
			bad.Field(name.field, "validation.duplicate", nil)
		}
		seen[folded] = true
		var owner int64
		found, err := s.DB().Row(ctx, []any{&owner}, "SELECT skill_term_id FROM skill_names WHERE name = $1", folded)
		if err != nil {
			return err
		}
		if found && owner != old.ID {
			bad.Field(name.field, "error.nameTaken", nil)
		}
	}
	return nil
}

type namedField struct{ field, text string }

// namesOf lists the name and the aliases of a term with the fields that hold them.
func namesOf(t *Term) []namedField {
	out := []namedField{{"name", t.Name}}
	for i, alias := range t.Aliases {
		out = append(out, namedField{fmt.Sprintf("aliases[%d]", i), alias})
	}
	return out
}

// Create saves a new term. NAME_TAKEN when another one has got one of its names meanwhile. A term concerns the people
// of all clients, so that nobody changes one who sees some of them only: TRANSITION_NOT_ALLOWED.
func (s *Service) Create(ctx context.Context, t *Term) error {
	if resource.IsConfined(ctx) {
		return resource.BeyondScope()
	}
	if err := s.Table.Create(ctx, t); err != nil {
		return err
	}
	return s.ownsNames(ctx, t)
}

// Update saves a changed term. NAME_TAKEN when another one has got one of its names meanwhile.
func (s *Service) Update(ctx context.Context, old Term, t *Term) error {
	if resource.IsConfined(ctx) {
		return resource.BeyondScope()
	}
	if err := s.Table.Update(ctx, old, t); err != nil {
		return err
	}
	return s.ownsNames(ctx, t)
}

// Delete removes a term: what it has meant is found again only as it is written.
func (s *Service) Delete(ctx context.Context, t *Term) error {
	if resource.IsConfined(ctx) {
		return resource.BeyondScope()
	}
	return s.Table.Delete(ctx, t)
}

// ownsNames refuses a term of which a trigger has left out a name, because another term has it by now.
func (s *Service) ownsNames(ctx context.Context, t *Term) error {
	wanted := map[string]bool{}
	for _, name := range namesOf(t) {
		wanted[store.Fold(name.text)] = true
	}
	has, err := s.DB().Texts(ctx, "SELECT name FROM skill_names WHERE skill_term_id = $1 ORDER BY name", t.ID)
	if err == nil && len(has) < len(wanted) {
		err = fault.New(fault.Conflict, "NAME_TAKEN", "another skill has one of these names").Field("name", "error.nameTaken",
			nil)
	}
	return err
}

// Names returns for each written skill the folded forms that mean the same: all names of its term, or its own alone
// where no term has it. What folds to nothing has none.
func (s *Service) Names(ctx context.Context, written []string) ([][]string, error) {
	out := make([][]string, len(written))
	for i, text := range written {
		folded := store.Fold(text)
		if folded == "" {
			continue
		}
		names, err := s.DB().Texts(ctx, `
			SELECT o.name
			  FROM skill_names n
			  JOIN skill_names o ON o.skill_term_id = n.skill_term_id
			 WHERE n.name = $1
			 ORDER BY o.name`, folded)
		if err != nil {
			return nil, err
		}
		if out[i] = names; len(names) == 0 {
			out[i] = []string{folded}
		}
	}
	return out, nil
}
