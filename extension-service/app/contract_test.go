package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// contract holds every answer of every test against the document that /api/openapi.json serves.
type contract struct {
	once    sync.Once
	schemas map[string]*jsonschema.Schema // "GET /api/project/{id} 200"
	paths   []string
	err     error
}

func (c *contract) load(p *product) {
	c.schemas = map[string]*jsonschema.Schema{}
	var doc struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Content map[string]struct {
					Schema json.RawMessage `json:"schema"`
				} `json:"content"`
			} `json:"responses"`
		} `json:"paths"`
	}
	if c.err = json.Unmarshal(p.OpenAPI(), &doc); c.err != nil {
		return
	}
	for path, operations := range doc.Paths {
		c.paths = append(c.paths, path)
		for method, op := range operations {
			for status, answer := range op.Responses {
				if schema := answer.Content["application/json"].Schema; status != "default" && schema != nil {
					key := strings.ToUpper(method) + " " + path + " " + status
					c.schemas[key], c.err = compileSchema(key, schema)
					if c.err != nil {
						return
					}
				}
			}
		}
	}
}

func compileSchema(name string, text []byte) (*jsonschema.Schema, error) {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	at := "mem:///" + strings.NewReplacer(" ", "_", "{", "", "}", "").Replace(name)
	if err := compiler.AddResource(at, value); err != nil {
		return nil, err
	}
	return compiler.Compile(at)
}

// check fails the test when a successful JSON answer is not what the document says.
func (c *contract) check(t *testing.T, p *product, method, path string, a answer) {
	t.Helper()
	c.once.Do(func() { c.load(p) })
	if c.err != nil {
		t.Fatal(c.err)
	}
	if a.status >= 300 || !strings.HasPrefix(a.header.Get("Content-Type"), "application/json") || a.header.Get("Content-Encoding") != "" {
		return
	}
	key := fmt.Sprintf("%s %s %d", method, c.template(path), a.status)
	schema, ok := c.schemas[key]
	if !ok {
		return
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.body))
	if err != nil {
		t.Errorf("%s: %v", key, err)
		return
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%s does not answer what it documents: %v\n%.600s", key, err, a.body)
	}
}

// template finds the documented path a request went to: literals win over parameters.
func (c *contract) template(path string) string {
	path, _, _ = strings.Cut(path, "?")
	best, literals := path, -1
	for _, candidate := range c.paths {
		if n := matches(strings.Split(candidate, "/"), strings.Split(path, "/")); n > literals {
			best, literals = candidate, n
		}
	}
	return best
}

// matches counts the literal segments in common, or is -1 when the path is another one.
func matches(template, path []string) int {
	if len(template) != len(path) {
		return -1
	}
	n := 0
	for i, part := range template {
		switch {
		case strings.HasPrefix(part, "{"):
		case part != path[i]:
			return -1
		default:
			n++
		}
	}
	return n
}

func TestDocumentIsOpenAPI(t *testing.T) {
	t.Parallel()
	p := newProduct(t, t.TempDir()+"/openapi.db")
	doc, err := openapi3.NewLoader().LoadFromData(p.OpenAPI())
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Error(err)
	}
}
