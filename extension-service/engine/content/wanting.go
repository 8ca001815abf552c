package content

import "context"

// Wanting is a language in which texts of the product, or of the client of this name, need attention.
type Wanting struct {
	Coverage

	Name string // "" = the product
}

// Wanting lists the languages in which anything is missing, stale or broken, those of the product first.
func (s *Service) Wanting(ctx context.Context) ([]Wanting, error) {
	t := s.Messages.texts()
	var out []Wanting
	for _, c := range append([]customer{{}}, t.customers...) {
		aside, err := s.Gateway.dismissed.of(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		locales, _ := t.locales(c.ID)
		for _, iso := range locales {
			w := Wanting{t.coverage(place{c.ID, iso}), c.Name}
			t.excuse(&w.Coverage, aside)
			if w.Missing+w.Stale+w.Broken > 0 {
				out = append(out, w)
			}
		}
	}
	return out, nil
}
