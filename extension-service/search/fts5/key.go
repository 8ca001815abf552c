package fts5

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/search"
)

// plainToken is the length up to which a value stands in its token as it is; a longer one is hashed.
const plainToken = 24

// A token is one exact fact of a document in lower-case letters and digits, which the ascii tokenizer leaves whole.
func clientToken(id int64) string      { return "c" + strconv.FormatInt(id, 10) }
func legalEntityToken(id int64) string { return "l" + strconv.FormatInt(id, 10) }

func (f field) token(value string) string {
	return encode("e"+strconv.Itoa(f.at), value)
}

// startToken says that a word of the field begins with these one or two characters.
func (f field) startToken(start string) string {
	return encode("s"+strconv.Itoa(f.at), start)
}

func encode(prefix, value string) string {
	if len(value) <= plainToken {
		return prefix + "x" + hex.EncodeToString([]byte(value))
	}
	sum := sha256.Sum256([]byte(value))
	return prefix + "h" + hex.EncodeToString(sum[:16])
}

// entry is what the tables hold of a live document.
type entry struct {
	source string // its fields as JSON
	tokens string
	parts  []string       // one per text field, in their order
	sort   map[string]any // column → value
}

func (l *layout) entry(d search.Document) (entry, error) {
	if d.Deleted {
		return entry{}, nil
	}
	source, err := d.Text()
	if err != nil {
		return entry{}, err
	}
	seen := map[string]bool{}
	var b strings.Builder
	add := func(token string) {
		if !seen[token] {
			seen[token] = true
			b.WriteString(token)
			b.WriteByte(' ')
		}
	}
	add(clientToken(d.ClientID))
	add(legalEntityToken(d.LegalEntityID))
	out, err := l.read(d, func(f field, v string) {
		if f.isKey() {
			add(f.token(v))
		}
		if f.isText() {
			search.WordStarts(v, func(s string) { add(f.startToken(s)) })
		}
	})
	out.source, out.tokens = source, b.String()
	return out, err
}

// was is the entry of a document that is kept as source, without its tokens.
func (l *layout) was(source string) (entry, error) {
	fields, err := decode(source)
	if err != nil {
		return entry{}, err
	}
	return l.read(search.Document{Fields: fields}, func(field, string) {})
}

// read takes from a document what its entry has besides tokens, and tells of each value.
func (l *layout) read(d search.Document, each func(f field, value string)) (entry, error) {
	out := entry{sort: map[string]any{}}
	for _, f := range l.fields {
		values, err := f.Values(d)
		if err != nil {
			return out, err
		}
		for _, v := range values {
			each(f, v)
		}
		if f.isText() {
			out.parts = append(out.parts, strings.Join(values, "\n"))
		}
		if f.Sortable && len(values) > 0 {
			out.sort[f.column()] = cell(f, values[0])
		}
	}
	return out, nil
}

// cell is a canonical value in the form that sorts rightly.
func cell(f field, value string) any {
	if f.Type == search.Long {
		n, _ := strconv.ParseInt(value, 10, 64)
		return n
	}
	if f.Type == search.Double {
		n, _ := strconv.ParseFloat(value, 64)
		return n
	}
	return value
}
