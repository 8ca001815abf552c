package rates

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"

	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

const route = "/platform/formulas"

// Cards are what the start page shows of formulas.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{{Key: "formulaWarnings", Needs: role.FormulaWrite, Link: route, Load: s.warnedByClient}}
}

// warnedByClient counts the applications with warnings, the client with most of them first.
func (s *Service) warnedByClient(ctx context.Context) (f dashboard.Content, err error) {
	var id int64
	var item dashboard.Item
	err = s.DB.Each(ctx, []any{&id, &item.Label, &item.Count}, func() error {
		item.Link = route + "?" + url.Values{"client": {strconv.FormatInt(id, 10)}}.Encode()
		f.Count += item.Count
		f.Items = append(f.Items, item)
		return nil
	}, `
		SELECT c.id, c.name, count(*)
		  FROM warned_applications a
		  JOIN client_facts c ON c.id = a.client_id
		 WHERE `+store.WithinScope(ctx, "a")+`
		 GROUP BY c.id, c.name
		 ORDER BY count(*) DESC, c.id`)
	return f, err
}

// Warned says which open applications of a record have warnings: how many there are, and by which code, the commonest
// first, with some of each by handle. Examined is how many were looked into, the latest ones: the codes count those
// alone.
type Warned struct {
	Count    int64        `json:"count"`
	Examined int64        `json:"examined"`
	Codes    []WarnedCode `json:"codes"`
}

// WarnedCode is one sort of warning.
type WarnedCode struct {
	Code    Code     `json:"code"`
	Key     string   `json:"key"`
	Name    string   `json:"name"` // the variable it is about
	Count   int64    `json:"count"`
	Handles []string `json:"handles"`
}

const (
	readWarned    = 200 // applications whose warnings are looked into
	warnedHandles = 5
)

// warnedOf reads the warnings of a record's open applications, the latest ones, within the caller's scope.
func (s *Service) warnedOf(ctx context.Context, at recordRef) (Warned, error) {
	out, where, args := Warned{Codes: []WarnedCode{}}, store.WithinScope(ctx, "a"), []any{}
	if column := map[Scope]string{
		OfClient: "client_id", OfLegalEntity: "legal_entity_id",
		OfProject: "project_id",
	}[at.Scope]; column != "" {
		where += " AND a." + column + " = $1"
		args = append(args, at.ID)
	}
	if _, err := s.DB.Row(ctx, []any{&out.Count}, "SELECT count(*) FROM warned_applications a WHERE "+where,
		args...); err != nil || out.Count == 0 {
		return out, err
	}
	var handle, text string
	err := s.DB.Each(ctx, []any{&handle, &text}, func() error {
		out.Examined++
		var b struct{ Warnings []Warning }
		if err := json.Unmarshal([]byte(text), &b); err != nil {
			return err
		}
		for _, w := range b.Warnings {
			out.add(w, handle)
		}
		return nil
	}, "SELECT a.handle, a.rate_breakdown FROM warned_applications a WHERE "+where+" ORDER BY a.id DESC LIMIT "+
		strconv.Itoa(readWarned), args...)
	slices.SortStableFunc(out.Codes, func(a, b WarnedCode) int { return cmp.Compare(b.Count, a.Count) })
	return out, err
}

func (w *Warned) add(one Warning, handle string) {
	at := slices.IndexFunc(w.Codes, func(c WarnedCode) bool {
		return c.Code == one.Code && c.Key == one.Key && c.Name == one.Name
	})
	if at < 0 {
		at = len(w.Codes)
		w.Codes = append(w.Codes, WarnedCode{Code: one.Code, Key: one.Key, Name: one.Name, Handles: []string{}})
	}
	c := &w.Codes[at]
	if c.Count++; len(c.Handles) < warnedHandles {
		c.Handles = append(c.Handles, handle)
	}
}
