package preferences

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"poolkeeper.example/extension-service/engine/store"
)

// EraseNames takes what names somebody out of the preferences of staff: a saved view may look for a person, or be
// called after one. A shared one is withdrawn, and its history loses its words.
func (s *Service) EraseNames(ctx context.Context, names Names) error {
	if err := s.eraseShared(ctx, names); err != nil {
		return err
	}
	list, err := s.all(ctx)
	if err != nil {
		return err
	}
	for _, p := range list {
		var value any
		if err := json.Unmarshal([]byte(p.value), &value); err != nil {
			continue // nothing that the panel could read
		}
		cleaned, isNaming := names.redact(value)
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
		if err := s.savePreference(ctx, p, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// eraseShared withdraws the shared views that name somebody.
func (s *Service) eraseShared(ctx context.Context, names Names) error {
	list, err := s.loadShared(ctx, "1 = 1 ORDER BY id")
	if err != nil {
		return err
	}
	for _, v := range list {
		if !names.IsNamed(v.Name) && !names.IsNamed(v.Query) {
			continue
		}
		if err := s.deleteShared(ctx, v); err != nil {
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

// Names are the words that somebody is known by.
type Names []string

// Redact returns a value without the parts that name somebody.
func (n Names) Redact(value any) any {
	rest, _ := n.redact(value)
	return rest
}

// redact returns a value without the parts that name somebody, which are whole: of a list the entry goes, not its text.
// It also says whether the value itself is such a part.
func (n Names) redact(value any) (any, bool) {
	switch v := value.(type) {
	case string:
		return v, n.IsNamed(v)
	case []any:
		out := []any{}
		for _, one := range v {
			if rest, isNaming := n.redact(one); !isNaming {
				out = append(out, rest)
			}
		}
		return out, false
	case map[string]any:
		out := map[string]any{}
		for name, one := range v {
			rest, isNaming := n.redact(one)
			if isNaming || n.IsNamed(name) {
				return nil, true
			}
			out[name] = rest
		}
		return out, false
	}
	return value, false
}

// IsNamed finds a name or an address in a text, also in one that is written as part of a web address.
func (n Names) IsNamed(text string) bool {
	decoded, err := url.QueryUnescape(text)
	if err != nil {
		decoded = text
	}
	decoded = store.Fold(decoded)
	words := strings.FieldsFunc(decoded, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(n, func(word string) bool {
		word = store.Fold(word)
		if word == "" {
			return false
		}
		if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			return strings.Contains(decoded, word)
		}
		return slices.Contains(words, word) // "Berg" is not named by "Bergbau"
	})
}
