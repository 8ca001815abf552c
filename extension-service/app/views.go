package app

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"poolkeeper.example/extension-service/store"
)

// forgetNames takes what names somebody out of what staff have asked for and saved. words are what that person was called.
func (s *Service) forgetNames(ctx context.Context, words []string) error {
	named := naming(words)
	if err := s.forgetViews(ctx, named); err != nil {
		return err
	}
	return s.parts.jobs.ForgetInputs(ctx, func(input any) any {
		rest, _ := named.without(input)
		return rest
	})
}

// forgetViews takes what names somebody out of the preferences of staff: a saved view may look for a person, or be called
// after one.
func (s *Service) forgetViews(ctx context.Context, named naming) error {
	kept, err := s.preferences(ctx)
	if err != nil {
		return err
	}
	for _, p := range kept {
		var value any
		if err := json.Unmarshal([]byte(p.value), &value); err != nil {
			continue // nothing that the panel could read
		}
		cleaned, isNaming := named.without(value)
		if isNaming {
			cleaned = nil
		}
		text, err := json.Marshal(cleaned)
		if err != nil {
			return err
		}
		if string(text) == canonical(value) {
			continue
		}
		if err := s.putPreference(ctx, p, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// canonical is a value in the spelling of this program.
func canonical(value any) string {
	text, _ := json.Marshal(value) // it was read from JSON
	return string(text)
}

type kept struct {
	staff      int64
	key, value string
}

func (s *Service) preferences(ctx context.Context) (out []kept, err error) {
	rows, err := s.DB.Query(ctx, "SELECT staff_id, key, value FROM preferences ORDER BY staff_id, key")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p kept
		if err := rows.Scan(&p.staff, &p.key, &p.value); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, rows.Err()
}

func (s *Service) putPreference(ctx context.Context, p kept, text string) error {
	if text == noPreference {
		_, err := s.DB.Exec(ctx, "DELETE FROM preferences WHERE staff_id = $1 AND key = $2", p.staff, p.key)
		return err
	}
	_, err := s.DB.Exec(ctx, "UPDATE preferences SET value = $1 WHERE staff_id = $2 AND key = $3", text, p.staff, p.key)
	return err
}

// naming are the words that somebody is known by.
type naming []string

// without returns a value without the parts that name somebody, which are whole: of a list the entry goes, not its text. It
// also says whether the value itself is such a part.
func (n naming) without(value any) (any, bool) {
	switch v := value.(type) {
	case string:
		return v, n.says(v)
	case []any:
		out := []any{}
		for _, one := range v {
			if rest, isNaming := n.without(one); !isNaming {
				out = append(out, rest)
			}
		}
		return out, false
	case map[string]any:
		out := map[string]any{}
		for name, one := range v {
			rest, isNaming := n.without(one)
			if isNaming || n.says(name) {
				return nil, true
			}
			out[name] = rest
		}
		return out, false
	}
	return value, false
}

// says finds a name or an address in a text, also in one that is written as part of a web address.
func (n naming) says(text string) bool {
	plain, err := url.QueryUnescape(text)
	if err != nil {
		plain = text
	}
	plain = store.Fold(plain)
	words := strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(n, func(word string) bool {
		word = store.Fold(word)
		if word == "" {
			return false
		}
		if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			return strings.Contains(plain, word)
		}
		return slices.Contains(words, word) // "Berg" is not named by "Bergbau"
	})
}

// ForgetNames takes a person out of what staff have asked for and saved for themselves.
func (t freelancerTraces) ForgetNames(ctx context.Context, words []string) error {
	return t.forgetNames(ctx, words)
}
