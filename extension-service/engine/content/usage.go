package content

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/platform/role"
)

// Usage says who is shown a text of the product, and where.
type Usage struct {
	Pages   []Page    `json:"pages"` // at most 20
	Clients []Showing `json:"clients"`
	Beyond  int       `json:"beyond"` // clients outside of the caller's scope that show it
}

// Showing is a client by its languages: those that show the text of the product, and those that have one of their own
// in its place. A client with neither is not concerned.
type Showing struct {
	ID        int64    `json:"id" kind:"id"`
	Name      string   `json:"name"`
	Inherits  []string `json:"inherits"`
	Overrides []string `json:"overrides"`
}

type usageInput struct {
	Key    string `query:"messageKey" json:"messageKey" check:"required,max=150"`
	Locale string `query:"locale" json:"locale" check:"max=35"` // what a change of the text in this language would reach
}

// usage names the clients that the caller sees, counts the others, and names the pages. It is asked while somebody
// types, so it answers from memory, but for the pages, which one index holds.
func (s *Service) usage(ctx context.Context, in usageInput) (Usage, error) {
	out := s.Messages.texts().usage(role.From(ctx), in)
	pages, err := s.showings.pagesFor(ctx, in.Key)
	out.Pages = pages
	return out, err
}

func (t *texts) usage(who *role.Caller, in usageInput) Usage {
	out := Usage{Clients: []Showing{}}
	for _, one := range t.showing(in.Key, in.Locale) {
		if who.Kind == role.System || who.Scope.Covers(one.ID, 0) {
			out.Clients = append(out.Clients, one)
		} else if len(one.Inherits) > 0 {
			out.Beyond++
		}
	}
	return out
}

// showing lists the clients that a text of the product concerns: in one language, or in any without one.
func (t *texts) showing(key, locale string) []Showing {
	var out []Showing
	for _, c := range t.customers {
		one := Showing{ID: c.ID, Name: c.Name, Inherits: []string{}, Overrides: []string{}}
		for _, iso := range c.isos() {
			places := chain(messageSet{c.ID, iso})
			shared, ok := t.winner(slices.DeleteFunc(slices.Clone(places), func(p messageSet) bool {
				return p.Client != 0
			}), key, locale)
			if !ok || locale != "" && !sameLocale(shared.Locale, locale) {
				continue // another text of the product stands in between
			}
			if winner, _ := t.winner(places, key, locale); winner == shared {
				one.Inherits = append(one.Inherits, iso)
			} else {
				one.Overrides = append(one.Overrides, iso)
			}
		}
		if len(one.Inherits)+len(one.Overrides) > 0 {
			out = append(out, one)
		}
	}
	return out
}

// winner is the strongest of places that has the text, or would have it once the product has one in a language.
func (t *texts) winner(places []messageSet, key, locale string) (messageSet, bool) {
	for _, p := range slices.Backward(places) {
		if _, has := t.rows[p][key]; has || p == (messageSet{0, locale}) {
			return p, true
		}
	}
	return messageSet{}, false
}
