package content

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// KnownText is a text as it was when the content service was last read.
type KnownText struct {
	Client  int64  `json:"client"`
	Locale  string `json:"locale"`
	Key     string `json:"messageKey"`
	Value   string `json:"messageValue"`
	State   string `json:"state"`
	Updated string `json:"dateUpdated"`
}

// KnownQuery asks for the texts of one language of a set, or for the one of a key.
type KnownQuery struct {
	Client int64  `query:"client" json:"client" check:"minvalue=0"` // 0: the texts of the product
	Locale string `query:"locale" json:"locale" check:"required,max=35"`
	Key    string `query:"messageKey" json:"messageKey" check:"max=150"`
}

// LastKnown lists the texts of a language as they are in memory, so that they can be read while the content service is
// away. NOT_FOUND for a client that the caller does not see.
func (s *Service) LastKnown(ctx context.Context, in KnownQuery) (out resource.List[KnownText], err error) {
	if !canSeeClient(role.From(ctx), in.Client) {
		return out, fault.New(fault.NotFound, "NOT_FOUND", "no such client")
	}
	t := s.Messages.texts()
	at := messageSet{in.Client, t.named(in.Locale)}
	out.Results = []KnownText{}
	for _, key := range sortedKeys(t.rows[at]) {
		if in.Key != "" && key != in.Key {
			continue
		}
		one := KnownText{Client: at.Client, Locale: at.Locale, Key: key, Value: t.rows[at][key], State: t.states[at][key]}
		if one.State == "" {
			one.State = stateTranslated
		}
		out.Results = append(out.Results, one)
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}

// FormerQuery names a translation.
type FormerQuery struct {
	Client int64  `query:"client"     json:"client"     check:"minvalue=0"`
	Locale string `query:"locale"     json:"locale"     check:"required,max=35"`
	Key    string `query:"messageKey" json:"messageKey" check:"required,max=150"`
}

// FormerSource is what a translation was made from, and what that says now.
type FormerSource struct {
	Source string     `json:"source"`
	Before string     `json:"before"` // "": nobody knows any more
	Until  *time.Time `json:"until"`  // when it was changed
	By     string     `json:"by"`
}

// Former finds the English text that a translation was made from, in the history. NOT_FOUND for a text that is not
// there, or is of a client that the caller does not see.
func (s *Service) Former(ctx context.Context, h *History, in FormerQuery) (out FormerSource, err error) {
	now, origin, err := s.Gateway.currentText(ctx, Dismissal{Client: in.Client, Locale: in.Locale, Key: in.Key})
	if err != nil {
		return out, err
	}
	out.Source = origin
	if now.SourceHash == digest(origin) {
		return out, nil
	}
	where, args := ChangesQuery{Key: in.Key, Locale: source}.where(role.From(ctx))
	found, err := h.read(ctx, where+" AND client_id IN (0, "+args.Add(in.Client)+") ORDER BY id DESC", args)
	for _, c := range found {
		if c.Before != nil && digest(c.Before.Text) == now.SourceHash {
			out.Before, out.By, out.Until = c.Before.Text, c.By, &c.At
			return out, err
		}
	}
	return out, err
}

// named is a language as it is called here: names are compared without case, de_AT is de-AT.
func (t *texts) named(locale string) string {
	if t.rows[messageSet{0, locale}] != nil || t.spoken[locale] {
		return locale
	}
	for at := range t.rows {
		if sameLocale(at.Locale, locale) {
			return at.Locale
		}
	}
	for known := range t.spoken {
		if sameLocale(known, locale) {
			return known
		}
	}
	return locale
}
