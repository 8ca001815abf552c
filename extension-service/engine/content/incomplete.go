package content

import "context"

// IncompleteLanguage is a language in which texts of the product, or of the client of this name, need attention.
type IncompleteLanguage struct {
	Coverage

	Name string // "" = the product
}

// IncompleteLanguages lists the languages in which anything is missing, stale or broken, those of the product first.
func (s *Service) IncompleteLanguages(ctx context.Context) ([]IncompleteLanguage, error) {
	t := s.Messages.texts()
	var out []IncompleteLanguage
	for _, c := range append([]customer{{}}, t.customers...) {
		dismissed, err := s.Gateway.dismissed.list(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		locales, _ := t.locales(c.ID)
		for _, iso := range locales {
			w := IncompleteLanguage{t.coverage(messageSet{c.ID, iso}), c.Name}
			t.excuse(&w.Coverage, dismissed)
			if w.Missing+w.Stale+w.Broken > 0 {
				out = append(out, w)
			}
		}
	}
	return out, nil
}
