package search

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"poolkeeper.example/extension-service/platform/fault"
)

const (
	maxQuery = 4000 // bytes of a query text
	maxTerms = 32
)

// Terms writes a query text as the panel does: empty values are dropped, the others are joined with " AND ". The id is
// written as id:123 and any other field as field:"value", with \ and " escaped by a backslash; that asks for documents
// whose field is exactly the value. A value between two asterisks is written as field:*part*, with \ and * escaped, and
// asks for texts that contain the part. The id comes first, then the fields by name.
func Terms(values map[string]string) string {
	var out []string
	for name, value := range values {
		switch {
		case value == "":
		case name == "id":
			out = append(out, "id:"+value)
		default:
			out = append(out, name+":"+written(value))
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		if strings.HasPrefix(a, "id:") != strings.HasPrefix(b, "id:") {
			return map[bool]int{true: -1, false: 1}[strings.HasPrefix(a, "id:")]
		}
		return strings.Compare(a, b)
	})
	return strings.Join(out, " AND ")
}

func written(value string) string {
	if part := strings.TrimSuffix(strings.TrimPrefix(value, "*"), "*"); len(value) == len(part)+2 && part != "" {
		return "*" + partEscapes.Replace(part) + "*"
	}
	return `"` + escapes.Replace(value) + `"`
}

var (
	escapes     = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	partEscapes = strings.NewReplacer(`\`, `\\`, "*", `\*`)
)

// Parse reads a query text of exactly the grammar that Terms writes: no other wildcards, no OR, nothing between the
// terms but " AND ". It answers UNKNOWN_FIELD for a field one cannot search and VALIDATION for all else that is wrong.
func Parse(text string, s Schema) ([]Term, error) {
	if text == "" {
		return nil, nil
	}
	if len(text) > maxQuery || !utf8.ValidString(text) {
		return nil, malformed(0)
	}
	p := &parser{text: text, schema: s}
	var out []Term
	for {
		t, err := p.term()
		if err != nil {
			return nil, err
		}
		out = append(out, t)
		if p.at == len(text) {
			return out, nil
		}
		if !p.accept(" AND ") || len(out) == maxTerms {
			return nil, malformed(p.at)
		}
	}
}

type parser struct {
	text   string
	schema Schema
	at     int
}

func (p *parser) accept(word string) bool {
	if !strings.HasPrefix(p.text[p.at:], word) {
		return false
	}
	p.at += len(word)
	return true
}

func (p *parser) term() (Term, error) {
	start := p.at
	for p.at < len(p.text) && isName(p.text[p.at]) {
		p.at++
	}
	name := p.text[start:p.at]
	if name == "" || !p.accept(":") {
		return Term{}, malformed(p.at)
	}
	if name == "id" {
		return p.id()
	}
	t := Term{Field: name, Exact: !strings.HasPrefix(p.text[p.at:], "*")}
	value, err := p.enclosed(t.Exact)
	if err != nil {
		return Term{}, err
	}
	f := p.schema.Field(name)
	if f == nil || !f.Searchable {
		return Term{}, unknownField("query", name)
	}
	if !t.Exact && f.Type != Text {
		return Term{}, fault.Validation().Field("query", "index.query.part", map[string]any{"field": name})
	}
	if _, err := f.Canonical(value); err != nil {
		return Term{}, wrongValue("query", *f)
	}
	t.Values = []string{value}
	return t, nil
}

func (p *parser) id() (Term, error) {
	start := p.at
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
	rest := p.text[p.at:]
	_, err := strconv.ParseInt(p.text[start:p.at], 10, 64)
	if err != nil || rest != "" && !strings.HasPrefix(rest, " AND ") {
		return Term{}, wrongValue("query", Field{Type: Long})
	}
	return Term{Field: "id", Values: []string{p.text[start:p.at]}}, nil
}

// enclosed reads a value between quotation marks, or a part of one between asterisks. A backslash comes before another
// one and before the enclosing sign.
func (p *parser) enclosed(isQuoted bool) (string, error) {
	sign := map[bool]string{true: `"`, false: "*"}[isQuoted]
	if !p.accept(sign) {
		return "", malformed(p.at)
	}
	var b strings.Builder
	for p.at < len(p.text) {
		c, size := utf8.DecodeRuneInString(p.text[p.at:])
		switch {
		case string(c) == sign && b.Len() > 0:
			p.at++
			return b.String(), nil
		case c == '\\' && (strings.HasPrefix(p.text[p.at+1:], `\`) || strings.HasPrefix(p.text[p.at+1:], sign)):
			p.at++
			b.WriteByte(p.text[p.at])
		case string(c) == sign, c == '\\', unicode.IsControl(c) && c != '\n' && c != '\t':
			return "", malformed(p.at)
		default:
			b.WriteRune(c)
		}
		p.at += size
	}
	return "", malformed(p.at)
}

func isName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.'
}

// malformed says at which byte, counted from 1, a query text leaves the grammar.
func malformed(at int) error {
	return fault.Validation().Field("query", "index.query.syntax", map[string]any{"position": at + 1})
}

func unknownField(path, name string) error {
	return fault.New(fault.Invalid, "UNKNOWN_FIELD", "unknown field %s", name).Field(path, "error.unknownField",
		nil).With("field", name)
}

func wrongValue(path string, f Field) error {
	return fault.Validation().Field(path, wrongMessage(f), nil)
}

// wrongMessage says what a value of the field must be.
func wrongMessage(f Field) string {
	if key, ok := map[FieldType]string{
		Long: "validation.integer", Double: "validation.numeric",
		Boolean: "validation.boolean",
	}[f.Type]; ok {
		return key
	}
	return "index.filter.text"
}
