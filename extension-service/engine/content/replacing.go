package content

import (
	"context"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Replacing asks what becomes of texts when words in them are replaced, or lets it.
type Replacing struct {
	Deciding

	Find      string     `json:"find"    kind:"longtext" check:"required,max=500"`
	With      string     `json:"with"    kind:"longtext" check:"max=500"`
	IsCase    bool       `json:"matchCase"`
	IsWord    bool       `json:"wholeWord"`
	IsPattern bool       `json:"isPattern"` // Find is a regular expression, $1 in With its first group
	Force     bool       `json:"force"`     // texts whose placeholders or forms are wrong then are broken
	Filters   TextFilter `json:"filters"`
}

// Replace plans what becomes of the texts that a filter matches. PLAN_EXPIRED.
func (s *Service) Replace(ctx context.Context, in Replacing) (out TextPlan, err error) {
	replace, err := in.replacer()
	if err != nil {
		return out, err
	}
	known, err := s.sheetOf(ctx, in.Filters)
	if err != nil {
		return out, err
	}
	p := &TextPlan{Lines: []PlanLine{}}
	now := map[string]string{} // English texts as they will be
	cells := known.matching(in.Filters)
	for _, c := range cells {
		if value := replace(c.Value); c.ID != 0 && c.Locale == source && value != c.Value && value != "" {
			now[c.Key] = value
		}
	}
	for _, c := range cells {
		value := replace(c.Value)
		if c.ID == 0 || value == c.Value {
			p.Unchanged++
			continue
		}
		p.add(c.planLine(value, stateReplaced(c.State), originIn(known, c, now), in.Force))
	}
	if err := p.sealed(); err != nil {
		return out, err
	}
	return s.decide(ctx, decision{in.Filters.Client, "replace", p, in.Deciding})
}

// stateReplaced is the state of a text in which words were replaced: nobody has reviewed it, and it is no better than
// it was.
func stateReplaced(state string) string {
	if state == stateReviewed || state == stateBroken || state == "" {
		return stateTranslated
	}
	return state
}

// replacer is what becomes of one text.
func (in Replacing) replacer() (func(string) string, error) {
	pattern := in.Find
	if !in.IsPattern {
		pattern = regexp.QuoteMeta(pattern)
	}
	if !in.IsCase {
		pattern = "(?i)" + pattern
	}
	found, err := regexp.Compile(pattern)
	if err != nil || found.MatchString("") {
		return nil, fieldError("find", "validation.regex")
	}
	return func(text string) string {
		var out []byte
		from := 0
		for _, at := range found.FindAllStringSubmatchIndex(text, -1) {
			if at[0] == at[1] || in.IsWord && !isWord(text, at[0], at[1]) {
				continue
			}
			out = append(out, text[from:at[0]]...)
			if in.IsPattern {
				out = found.ExpandString(out, in.With, text, at)
			} else {
				out = append(out, in.With...)
			}
			from = at[1]
		}
		return string(append(out, text[from:]...))
	}, nil
}

// isWord says whether no letter and no digit stands right before or behind a part of a text.
func isWord(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	behind, _ := utf8.DecodeRuneInString(text[to:])
	return !ofWord(before) && !ofWord(behind)
}

func ofWord(c rune) bool {
	return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) ||
		strings.ContainsRune("_", c))
}
