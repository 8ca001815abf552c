package content

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/content/exchange"
	"poolkeeper.example/extension-service/platform/role"
)

// ExportEntity is under which name files of texts are handed out and audited, those of clients too.
const ExportEntity = defaultTexts

// Exporting asks for texts as a file: those a filter matches, in some of its languages.
type Exporting struct {
	Format    string     `json:"format"    check:"required" pattern:"json|csv|xliff"`
	Delimiter string     `json:"delimiter" pattern:"comma|semicolon|tab"` // of CSV; "" is a comma
	Locales   []string   `json:"locales"   check:"max=50"`                // none: those of the filter
	Filters   TextFilter `json:"filters"`
}

var delimiters = map[string]string{"comma": ",", "semicolon": ";", "tab": "\t"}

// Export returns the link to a file. It checks the request first, so that what is wrong is said at once.
func (s *Service) Export(ctx context.Context, in Exporting) (resource.Ticket, error) {
	if _, err := s.Gateway.localesOf(ctx, in.Filters.Client, in.Locales); err != nil {
		return resource.Ticket{}, err
	}
	if _, err := s.localesOf(ctx, in.Filters); err != nil {
		return resource.Ticket{}, err
	}
	request, err := json.Marshal(in)
	if err != nil {
		return resource.Ticket{}, err
	}
	url, err := s.cfg.Ticket(ctx, resource.DownloadRequest{Entity: ExportEntity, For: request})
	return resource.Ticket{URL: url}, err
}

// Requested makes the file of an export, of what the caller may read today.
func (s *Service) Requested(ctx context.Context, request json.RawMessage) (resource.Download, error) {
	if !role.From(ctx).Can(role.TranslationExport) {
		return resource.Download{}, resource.Forbidden(role.TranslationExport)
	}
	var in Exporting
	if err := json.Unmarshal(request, &in); err != nil {
		return resource.Download{}, err
	}
	found, err := s.sheetOf(ctx, in.Filters)
	if err != nil {
		return resource.Download{}, err
	}
	texts := in.texts(found)
	name, set := "texts", "default"
	if id := in.Filters.Client; id != 0 {
		set = cmp.Or(s.Messages.clientName(id), "client")
		name += "-" + keyWord(set)
	}
	o := exchange.Options{Delimiter: delimiters[in.Delimiter], AsOf: found.asOf, Set: set, Forms: Forms}
	format := exchange.Format(in.Format)
	return resource.Download{
		Name: name + map[string]string{"json": ".json", "csv": ".csv", "xliff": ".xlf"}[in.Format],
		Type: map[string]string{
			"json": "application/json", "csv": "text/csv; charset=utf-8",
			"xliff": "application/xliff+xml",
		}[in.Format],
		AuditDetails: map[string]any{
			"format": in.Format, "client": in.Filters.Client, "locales": in.Locales, "locale": in.Filters.Locale,
			"text": in.Filters.Text, "state": in.Filters.State, "texts": len(texts),
		},
		Stream: func(_ context.Context, w io.Writer) error { return exchange.Write(w, format, texts, o) },
	}, nil
}

// texts are those of the file, language by language.
func (in Exporting) texts(found *sheet) []exchange.Text {
	byLocale := map[string][]exchange.Text{}
	for _, c := range found.matching(in.Filters) {
		if len(in.Locales) > 0 && !slices.ContainsFunc(in.Locales, func(one string) bool {
			return sameLocale(one, c.Locale)
		}) {
			continue
		}
		byLocale[c.Locale] = append(byLocale[c.Locale], exchange.Text{
			Key: c.Key, Locale: c.Locale, Source: cmp.Or(c.origin, c.shown), Value: c.shown, State: c.state, Note: c.comment,
			MaxLength: c.limit,
		})
	}
	var out []exchange.Text
	for _, locale := range slices.Sorted(maps.Keys(byLocale)) {
		out = append(out, byLocale[locale]...)
	}
	return out
}

// keyWord is a name as it can stand in the name of a file everywhere.
func keyWord(name string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return '-'
	}, strings.ToLower(name))
}

// clientName is the name of a client, or nothing.
func (m *Messages) clientName(id int64) string {
	for name, known := range m.texts().clients {
		if known == id {
			return name
		}
	}
	return ""
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
