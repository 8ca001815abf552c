package skills

import (
	"context"
	"strconv"

	"poolkeeper.example/extension-service/engine/store"
)

// Keys returns what names a written skill: the same for all names of a term, and the folded form where no term has it.
func (s *Service) Keys(ctx context.Context) (func(written string) string, error) {
	terms := map[string]int64{}
	var name string
	var term int64
	err := s.DB().Each(ctx, []any{&name, &term}, func() error {
		terms[name] = term
		return nil
	}, "SELECT name, skill_term_id FROM skill_names")
	return func(written string) string {
		folded := store.Fold(written)
		if term, isKnown := terms[folded]; isKnown {
			return "term " + strconv.FormatInt(term, 10)
		}
		return folded
	}, err
}
