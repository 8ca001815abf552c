package content

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"

	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/platform/role"
)

// Endpoints are the calls about texts that are not their items ("Extensions", Translations).
func (s *Service) Endpoints(h *History) []resource.Endpoint {
	return slices.Concat(s.textEndpoints(h), s.batchEndpoints(h))
}

func (s *Service) textEndpoints(h *History) []resource.Endpoint {
	return []resource.Endpoint{{
		Name: "translation.coverage", Method: "GET", Path: "/api/translation/coverage",
		Needs:  []role.Permission{role.TranslationRead},
		Handle: resource.Handle(s.coverage),
	}, {
		Name: "translation.history", Method: "GET", Path: "/api/translation/history",
		Needs:  []role.Permission{role.TranslationRead},
		Handle: resource.Handle(h.List),
	}, {
		Name: "translation.usage", Method: "GET", Path: "/api/translation/usage",
		Needs:  []role.Permission{role.TranslationRead},
		Handle: resource.Handle(s.usage),
	}, {
		Name: "translation.trash", Method: "GET", Path: "/api/translation/trash",
		Needs: []role.Permission{role.TranslationRead},
		Handle: resource.Handle(func(ctx context.Context, in TrashQuery) (resource.List[TrashedKey], error) {
			return s.TrashedKeys(ctx, h, in)
		}),
	}, {
		Name: "translation.moveToTrash", Method: "POST", Path: "/api/translation/trash",
		Needs:  []role.Permission{role.TranslationWrite},
		Handle: resource.Handle(func(ctx context.Context, in Trashing) (Trashed, error) { return s.Trash(ctx, h, in) }),
	}, {
		Name: "translation.findings", Method: "GET", Path: "/api/translation/finding",
		Needs:  []role.Permission{role.TranslationRead},
		Handle: resource.Handle(s.ListDismissed),
	}, {
		Name: "translation.setAside", Method: "POST", Path: "/api/translation/finding",
		Needs:  []role.Permission{role.TranslationWrite},
		Handle: resource.Handle(s.Dismiss),
	}, {
		Name: "translation.missing", Method: "GET", Path: "/api/translation/missing",
		Needs:  []role.Permission{role.TranslationRead},
		Handle: resource.Handle(s.missing.list),
	}, {
		Name: "translation.reportMissing", Method: "POST", Path: "/api/translation/missing", Public: true,
		Handle: resource.Handle(s.missing.report), BodyLimit: reportBytes,
	}, {
		Name: "translation.reportSeen", Method: "POST", Path: "/api/translation/seen", Public: true,
		Handle: resource.Handle(s.showings.report), BodyLimit: reportBytes,
	}, {
		Name: "translation.lastKnown", Method: "GET", Path: "/api/translation/lastKnown",
		Needs:  []role.Permission{role.TranslationRead},
		Handle: resource.Handle(s.LastKnown),
	}, {
		Name: "translation.source", Method: "GET", Path: "/api/translation/source",
		Needs: []role.Permission{role.TranslationRead},
		Handle: resource.Handle(func(ctx context.Context, in FormerQuery) (FormerSource, error) {
			return s.Former(ctx, h, in)
		}),
	}}
}

// batchEndpoints are the calls that change many texts at once.
func (s *Service) batchEndpoints(h *History) []resource.Endpoint {
	return []resource.Endpoint{{
		Name: "translation.restore", Method: "POST", Path: "/api/translation/restore",
		Needs:  []role.Permission{role.TranslationWrite},
		Handle: resource.Handle(func(ctx context.Context, in Restoring) (Restored, error) { return s.Restore(ctx, h, in) }),
	}, {
		Name: "translation.export", Method: "POST", Path: "/api/translation/export",
		Needs:  []role.Permission{role.TranslationExport},
		Handle: resource.Handle(s.Export),
	}, {
		Name: "translation.import", Method: "POST", Path: "/api/translation/import",
		Needs:  []role.Permission{role.TranslationWrite},
		Handle: resource.Handle(s.Import),
	}, {
		Name: "translation.plan", Method: "GET", Path: "/api/translation/import/{jobId}",
		Needs:  []role.Permission{role.TranslationRead},
		Handle: resource.Handle(s.PlanOf),
	}, {
		Name: "translation.replace", Method: "POST", Path: "/api/translation/replace",
		Needs:  []role.Permission{role.TranslationWrite},
		Handle: resource.Handle(s.Replace),
	}, {
		Name: "translation.review", Method: "POST", Path: "/api/translation/review",
		Needs:  []role.Permission{role.TranslationWrite},
		Handle: resource.Handle(s.Review),
	}}
}

type coverageInput struct {
	Client int64  `query:"client" json:"client" check:"minvalue=0"`
	Locale string `query:"locale" json:"locale" check:"max=35"`
}

// coverage answers how far the texts of a client or of the product are, language by language.
func (s *Service) coverage(ctx context.Context, in coverageInput) (out resource.List[Coverage], err error) {
	out.Results, err = s.coverageOf(ctx, in.Client, in.Locale)
	out.TotalResults = int64(len(out.Results))
	return out, err
}

// coverageOf is the coverage of a set, without what somebody has set aside.
func (s *Service) coverageOf(ctx context.Context, client int64, locale string) ([]Coverage, error) {
	out, err := s.Messages.Coverage(role.From(ctx), client, locale)
	if err != nil {
		return nil, err
	}
	dismissed, err := s.Gateway.dismissed.list(ctx, client)
	for i := range out {
		s.Messages.texts().excuse(&out[i], dismissed)
	}
	return out, err
}

const translationsRoute = "/content/translations"

// seenMissing is what the grid calls the texts that panels lacked, beside the states of texts.
const seenMissing = "SEEN"

// Cards are what the start page shows of texts, to those who write them.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{
		{
			Key: "missingTexts", Needs: role.TranslationWrite, Link: textsIn("MISSING"),
			Load: s.outstandingCard("MISSING", func(c Coverage) int {
				return c.Missing
			}),
		},
		{Key: "textsSeenMissing", Needs: role.TranslationWrite, Link: textsIn(seenMissing), Load: s.seenMissing},
		{
			Key: "staleTexts", Needs: role.TranslationWrite, Link: textsIn("STALE"),
			Load: s.outstandingCard("STALE", func(c Coverage) int {
				return c.Stale
			}),
		},
	}
}

// outstandingCard counts over the languages of the product, and leads to those of each.
func (s *Service) outstandingCard(state string, count func(Coverage) int) func(context.Context) (dashboard.Content,
	error) {
	return func(ctx context.Context) (f dashboard.Content, err error) {
		found, err := s.coverageOf(ctx, 0, "")
		counts := map[string]int{}
		for _, c := range found {
			counts[c.Locale] = count(c)
		}
		return byLanguage(state, counts), err
	}
}

// seenMissing counts the texts that panels lacked, in each language once, whoever's panel it was.
func (s *Service) seenMissing(ctx context.Context) (dashboard.Content, error) {
	found, err := s.missing.open(ctx, func(MissingText) bool { return true })
	seen, counts := map[row]bool{}, map[string]int{}
	for _, one := range found {
		if id := (row{Locale: one.Locale, Key: one.Key}); !seen[id] {
			seen[id] = true
			counts[one.Locale]++
		}
	}
	return byLanguage(seenMissing, counts), err
}

// byLanguage is a card of the languages that count for something, each leading to the texts in a state in it.
func byLanguage(state string, counts map[string]int) (out dashboard.Content) {
	var locales []string
	for _, locale := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[locale]; n > 0 {
			locales = append(locales, locale)
			out.Count += int64(n)
			out.Items = append(out.Items, dashboard.Item{
				Label: languageName(locale), Count: int64(n),
				Link: textsIn(state, locale),
			})
		}
	}
	out.Link = textsIn(state, locales...)
	return out
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
	if at := slices.IndexFunc(shipped, func(l directusschema.Language) bool {
		return l.ISO == locale
	}); err == nil && at >= 0 {
		return shipped[at].Name
	}
	return locale
}
