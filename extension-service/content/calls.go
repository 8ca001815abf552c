package content

import (
	"context"
	"net/url"
	"slices"
	"strings"

	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/dashboard"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// Endpoints are the calls about texts that are not their items ("Extensions", Translations).
func (s *Service) Endpoints(h *History) []resource.Endpoint {
	return []resource.Endpoint{{
		Name: "translation.coverage", Method: "GET", Path: "/api/translation/coverage", Needs: []role.Permission{role.TranslationRead},
		Handle: resource.Handle(s.coverage),
	}, {
		Name: "translation.history", Method: "GET", Path: "/api/translation/history", Needs: []role.Permission{role.TranslationRead},
		Handle: resource.Handle(h.List),
	}, {
		Name: "translation.restore", Method: "POST", Path: "/api/translation/restore", Needs: []role.Permission{role.TranslationWrite},
		Handle: resource.Handle(func(ctx context.Context, in Restoring) (Restored, error) { return s.Gateway.Restore(ctx, h, in) }),
	}}
}

type coverageInput struct {
	Client int64  `query:"client" json:"client" check:"min=0"`
	Locale string `query:"locale" json:"locale" check:"max=35"`
}

// coverage answers how far the texts of a client or of the product are, language by language.
func (s *Service) coverage(ctx context.Context, in coverageInput) (out resource.List[Coverage], err error) {
	out.Results, err = s.Messages.Coverage(role.From(ctx), in.Client, in.Locale)
	out.TotalResults = int64(len(out.Results))
	return out, err
}

const translationsRoute = "/content/translations"

// Cards are what the start page shows of texts, to those who write them.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{
		{Key: "missingTexts", Needs: role.TranslationWrite, Link: textsIn("MISSING"), Load: s.behind("MISSING", func(c Coverage) int { return c.Missing })},
		{Key: "staleTexts", Needs: role.TranslationWrite, Link: textsIn("STALE"), Load: s.behind("STALE", func(c Coverage) int { return c.Stale })},
	}
}

// behind counts over the languages of the product, and leads to those of each.
func (s *Service) behind(state string, count func(Coverage) int) func(context.Context) (dashboard.Content, error) {
	return func(ctx context.Context) (f dashboard.Content, err error) {
		found, err := s.Messages.Coverage(role.From(ctx), 0, "")
		if err != nil {
			return f, err
		}
		var locales []string
		for _, c := range found {
			if n := count(c); n > 0 {
				locales = append(locales, c.Locale)
				f.Count += int64(n)
				f.Items = append(f.Items, dashboard.Item{Label: languageName(c.Locale), Count: int64(n), Link: textsIn(state, c.Locale)})
			}
		}
		f.Link = textsIn(state, locales...)
		return f, nil
	}
}

// textsIn is the grid of the texts in a state, in those languages.
func textsIn(state string, locales ...string) string {
	q := url.Values{"state": {state}}
	if len(locales) == 1 {
		q.Set("locale", locales[0])
	}
	if len(locales) > 0 {
		q.Set("locales", strings.Join(locales, ","))
	}
	return translationsRoute + "?" + q.Encode()
}

// languageName is what a language calls itself.
func languageName(locale string) string {
	shipped, err := directusschema.Languages()
	if at := slices.IndexFunc(shipped, func(l directusschema.Language) bool { return l.ISO == locale }); err == nil && at >= 0 {
		return shipped[at].Name
	}
	return locale
}
