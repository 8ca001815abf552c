package content

import (
	"context"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// More states can be asked by that are none of a text: for those with findings, and for those of keys that nothing is
// known to use.
const (
	withFinding = "FINDING"
	notUsed     = "UNUSED"
)

// TextFilter says which texts of a set are meant, in the words of the grid: the keys it shows in some languages.
type TextFilter struct {
	Client  int64    `json:"client"  check:"minvalue=0"` // 0: the texts of the product
	Locales []string `json:"locales" check:"max=50"`
	Text    string   `json:"text"    check:"max=200"` // part of a key or of a text in one of the languages
	State   string   `json:"state"   pattern:"MISSING|DRAFT|TRANSLATED|REVIEWED|STALE|BROKEN|FINDING|UNUSED"`
	// the language of which State is asked, or the only one without a state; "": each of them
	Locale string `json:"locale"  check:"max=35"`
}

// sheet holds the texts of a set in some languages, and for a client those of the product behind them.
type sheet struct {
	client    int64
	locales   []string
	rows      map[messageSet]map[string]row
	known     origins
	dismissed map[messageSet]map[string][]DismissedFinding
	all       []DismissedFinding
	unused    map[string]bool // the keys that nothing is known to use, where that is asked for
	asOf      string          // the last change of any of them
}

// cell is one key in one language. What shows there is its own text, or that of the product.
type cell struct {
	row // what is written there, without an id when nothing is

	shown, origin, state string
	comment              string
	limit                int
	dismissed            []Finding // those of its own text that somebody has set aside
}

// localesOf are the languages of a set that are meant, as they are called here; those of the product where none is
// named. A client the caller does not see is NOT_FOUND, a language nobody knows VALIDATION.
func (g *Gateway) localesOf(ctx context.Context, client int64, locales []string) ([]string, error) {
	if !canSeeClient(role.From(ctx), client) {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "no such client")
	}
	known, err := g.locales(ctx)
	if err != nil || len(locales) == 0 {
		return known, err
	}
	locales = slices.Clone(locales)
	for i, locale := range locales {
		if locales[i] = localeAmong(known, locale); !slices.Contains(known, locales[i]) {
			return nil, fault.Validation().Field("locales", "validation.oneOf",
				map[string]any{"values": strings.Join(known, ", ")})
		}
	}
	return locales, nil
}

// sheet reads what the grid shows of a set. It fails as localesOf does.
func (g *Gateway) sheet(ctx context.Context, client int64, locales []string) (*sheet, error) {
	locales, err := g.localesOf(ctx, client, locales)
	if err != nil {
		return nil, err
	}
	s := &sheet{client: client, locales: locales, rows: map[messageSet]map[string]row{}}
	filter := map[string]any{"locale": map[string]any{"_in": append(slices.Clone(locales), source)}}
	all, err := g.up.searchAll(ctx, defaultTexts, []string{"*"}, filter)
	if err == nil && client != 0 {
		filter["client"] = map[string]any{"_eq": client}
		var own []row
		own, err = g.up.searchAll(ctx, clientTexts, []string{"*"}, filter)
		all = append(all, own...)
	}
	if err != nil {
		return nil, err
	}
	s.addRows(all)
	dismissed, err := g.dismissed.list(ctx, client)
	s.addDismissed(dismissed)
	return s, err
}

func (s *sheet) addRows(rows []row) {
	s.known = originsOf(rows)
	for _, r := range rows {
		at := r.messageSet()
		if s.rows[at] == nil {
			s.rows[at] = map[string]row{}
		}
		s.rows[at][r.Key] = r
		s.asOf = max(s.asOf, r.Updated)
	}
}

func (s *sheet) addDismissed(found []DismissedFinding) {
	s.dismissed, s.all = map[messageSet]map[string][]DismissedFinding{}, found
	for _, a := range found {
		at := messageSet{a.Client, a.Locale}
		if s.dismissed[at] == nil {
			s.dismissed[at] = map[string][]DismissedFinding{}
		}
		s.dismissed[at][a.Key] = append(s.dismissed[at][a.Key], a)
	}
}

// cell returns the cell of a key and a language.
func (s *sheet) cell(locale, key string) cell {
	own, isOwn := s.rows[messageSet{s.client, locale}][key]
	if !isOwn {
		own = row{Client: s.client, Locale: locale, Key: key}
	}
	about := s.rows[messageSet{0, source}][key]
	c := cell{row: own, shown: own.Value, state: own.State, comment: about.Description, limit: about.MaxLength}
	c.origin, _ = s.known.originText(own)
	for _, a := range s.dismissed[messageSet{s.client, locale}][key] {
		if a.Value == own.Value && a.Source == c.origin {
			c.dismissed = append(c.dismissed, a.Finding)
		}
	}
	behind := s.rows[messageSet{0, locale}][key].Value
	switch {
	case own.Value != "":
		c.state = s.known.stateFor(own, s.all)
	case s.client != 0 && behind != "":
		c.shown, c.state = behind, stateTranslated
	default:
		c.state = stateMissing
	}
	return c
}

// open are the findings about a text that is to stand in the cell, without those that are set aside for it.
func (c cell) open(value, origin string) []Finding {
	if value == "" {
		return nil
	}
	return slices.DeleteFunc(FindingsOf(c.Locale, value, origin), func(f Finding) bool {
		return c.isDismissed(f, value, origin)
	})
}

func (c cell) isDismissed(f Finding, value, origin string) bool {
	return value == c.Value && origin == c.origin && slices.Contains(c.dismissed, f)
}

// matchesState says whether the cell is in a state that is asked for.
func (c cell) matchesState(state string) bool {
	return state == "" || state == notUsed || c.state == state || state == withFinding &&
		len(c.open(c.Value, c.origin)) > 0
}

// keys lists every key that there is a text of, in order.
func (s *sheet) keys() []string { return sortedKeys(s.keySet()) }

func (s *sheet) keySet() map[string]bool {
	seen := map[string]bool{}
	for _, texts := range s.rows {
		for key := range texts {
			seen[key] = true
		}
	}
	return seen
}

// isKnown says whether a key has a text in English, or an own one in any language at hand.
func (s *sheet) isKnown(key string) bool {
	for _, texts := range s.rows {
		if _, ok := texts[key]; ok {
			return true
		}
	}
	return false
}

// matching returns the cells that the grid shows for a filter, key by key: with a state only those that are in it.
func (s *sheet) matching(f TextFilter) []cell {
	locales := s.locales
	if f.Locale != "" {
		locales = []string{localeAmong(s.locales, f.Locale)}
	}
	wanted := strings.ToLower(f.Text)
	var out []cell
	for _, key := range s.keys() {
		if wanted != "" && !s.contains(key, wanted) || f.State == notUsed && !s.unused[key] {
			continue
		}
		for _, locale := range locales {
			if c := s.cell(locale, key); c.matchesState(f.State) {
				out = append(out, c)
			}
		}
	}
	return out
}

// contains says whether a key or one of its texts contains a text, whatever its case.
func (s *sheet) contains(key, wanted string) bool {
	return strings.Contains(strings.ToLower(key), wanted) || slices.ContainsFunc(s.locales, func(locale string) bool {
		return strings.Contains(strings.ToLower(s.cell(locale, key).shown), wanted)
	})
}
