package content

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/platform/fault"
)

const maxLanguages = 50

// link is a row of the junction between a client and a language.
type link struct {
	ID  int64  `json:"id,omitempty"`
	ISO string `json:"iso"`
	// Sort keeps the order; the first language is the default one.
	Sort int `json:"sort"`
}

// setLanguages replaces the languages of a client, the only thing about clients that belongs to the content service.
func (g *Gateway) setLanguages(ctx context.Context, t target, c Call) ([]byte, error) {
	wanted, err := languagesIn(c.Body)
	if err != nil {
		return nil, err
	}
	stored, err := g.links(ctx, t)
	if err != nil {
		return nil, err
	}
	locales, err := g.active(ctx)
	if err != nil {
		return nil, err
	}
	var before []string
	for _, l := range stored {
		before = append(before, l.ISO)
	}
	if err := guardOf(c.IfMatch).checkLanguages(before); err != nil {
		return nil, err
	}
	next := make([]link, len(wanted))
	for i, iso := range wanted {
		if !slices.Contains(locales, iso) && !slices.Contains(before, iso) {
			values := map[string]any{"values": strings.Join(locales, ", ")}
			return nil, fault.Validation().Field("languages["+strconv.Itoa(i)+"]", "validation.oneOf", values)
		}
		// The row of a language that stays keeps its id: Directus would add a second one before it removes the first.
		next[i] = link{ISO: iso, Sort: i + 1}
		if at := slices.Index(before, iso); at >= 0 {
			next[i].ID = stored[at].ID
		}
	}
	if _, err := g.up.change(ctx, http.MethodPatch, clients, []change{{"id": t.id, "languages": next}}); err != nil {
		return nil, err
	}
	g.changed()
	e := Entry{
		Action: "update", Collection: clients, ID: c.ID, ClientID: t.id.(int64),
		Unguarded: guardOf(c.IfMatch) == "",
	}
	e.Before, e.After = map[string]any{"languages": before}, map[string]any{"languages": wanted}
	if err := g.record(ctx, []Entry{e}); err != nil {
		return nil, err
	}
	c.Method, c.IfMatch, c.Query, c.Body = http.MethodGet, "", map[string][]string{"fields": {"id,name,languages.iso"}},
		nil
	if t.answer != nil {
		c.Query.Set("fields", strings.Join(t.answer, ","))
	}
	return g.read(ctx, t, c)
}

// languagesIn reads {"languages":[…]} with isos or objects that have one, without repetitions.
func languagesIn(raw []byte) ([]string, error) {
	var body map[string]json.RawMessage
	if err := json.Unmarshal(raw, &body); err != nil {
		return nil, unreadable(err)
	}
	for name := range body {
		if name != "languages" {
			return nil, unknown(name)
		}
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(body["languages"], &parts); err != nil {
		return nil, fieldError("languages", "validation.list")
	}
	if len(parts) == 0 || len(parts) > maxLanguages {
		return nil, fieldError("languages", "validation.required")
	}
	var out []string
	for i, part := range parts {
		var one languageCode
		if json.Unmarshal(part, &one) != nil && json.Unmarshal(part, &one.ISO) != nil || !localeName.MatchString(one.ISO) {
			return nil, fieldError("languages["+strconv.Itoa(i)+"]", "validation.locale")
		}
		if !slices.Contains(out, one.ISO) {
			out = append(out, one.ISO)
		}
	}
	return out, nil
}

func (g *Gateway) links(ctx context.Context, t target) ([]link, error) {
	q := query{
		"limit": 1, "fields": []string{"id", "languages.id", "languages.iso", "languages.sort"},
		"deep": map[string]any{"languages": map[string]any{"_sort": []string{"sort"}, "_limit": -1}},
	}
	t.limit(q)
	var found []struct {
		Languages []link `json:"languages"`
	}
	if err := g.up.search(ctx, clients, q, &found); err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "no such record")
	}
	return found[0].Languages, nil
}

func (g *Gateway) active(ctx context.Context) ([]string, error) {
	var found []languageCode
	q := query{
		"limit": -1, "fields": []string{"iso"}, "sort": []string{"sort"},
		"filter": map[string]any{"active": map[string]any{"_eq": true}},
	}
	err := g.up.search(ctx, languages, q, &found)
	return customer{Languages: found}.isos(), err
}
