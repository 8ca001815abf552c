package content

import (
	"context"
	"maps"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/platform/fault"
)

// unused lists the keys of a set that this version of the product does not come with, that no record names, and that no
// panel has shown, or missed in another language, lately. What another program reads from Directus by itself is not
// known here.
func (s *Service) unused(ctx context.Context, client int64) ([]TrashedKey, error) {
	used, err := s.named(ctx)
	return s.Messages.texts().unusedKeys(client, s.cfg.Texts[source], used), err
}

// sheetOf reads the texts that a filter is about.
func (s *Service) sheetOf(ctx context.Context, f TextFilter) (*sheet, error) {
	locales, err := s.localesOf(ctx, f)
	if err != nil {
		return nil, err
	}
	known, err := s.Gateway.sheet(ctx, f.Client, locales)
	if err != nil || f.State != notUsed {
		return known, err
	}
	found, err := s.unused(ctx, f.Client)
	known.unused = map[string]bool{}
	for _, one := range found {
		known.unused[one.Key] = true
	}
	return known, err
}

// localesOf are the languages that a filter is about. VALIDATION when the one of its state is none of them.
func (s *Service) localesOf(ctx context.Context, f TextFilter) ([]string, error) {
	if f.Locale != "" && len(f.Locales) > 0 && !slices.ContainsFunc(f.Locales, func(one string) bool {
		return sameLocale(one, f.Locale)
	}) {
		f.Locales = append(slices.Clone(f.Locales), f.Locale)
	}
	out, err := s.Gateway.localesOf(ctx, f.Client, f.Locales)
	if err == nil && f.Locale != "" && !slices.Contains(out, localeAmong(out, f.Locale)) {
		err = fault.Validation().Field("filters.locale", "validation.oneOf",
			map[string]any{"values": strings.Join(out, ", ")})
	}
	return out, err
}

// unusedKeys lists the keys of a set that are neither shipped nor used.
func (t *texts) unusedKeys(client int64, shipped map[string]string, used map[string]bool) []TrashedKey {
	left := map[string]bool{}
	for at, rows := range t.rows {
		for key := range rows {
			if at.Client == client && !used[key] && shipped[key] == "" {
				left[key] = true
			}
		}
	}
	out := []TrashedKey{}
	for _, key := range slices.Sorted(maps.Keys(left)) {
		out = append(out, TrashedKey{Key: key, Texts: []TrashedText{}})
	}
	return out
}

// named are the keys that records name, and those that panels showed or lacked.
func (s *Service) named(ctx context.Context) (map[string]bool, error) {
	out := map[string]bool{}
	for _, keys := range s.cfg.Named {
		found, err := keys(ctx)
		if err != nil {
			return nil, err
		}
		for _, key := range found {
			out[key] = true
		}
	}
	var key string
	err := s.cfg.DB.Each(ctx, []any{&key}, func() error {
		out[key] = true
		return nil
	}, `SELECT message_key FROM missing_texts UNION SELECT message_key FROM seen_texts`)
	return out, err
}
