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

// contract holds every answer of every test against the document that /api/openapi.json serves. Products that serve
// the same document share it.
type contract struct {
	texts map[string]json.RawMessage // "GET /api/project/{id} 200" → its schema
	paths []string

	errorSchema json.RawMessage // of every refusal

	mu      sync.Mutex
	schemas map[string]*jsonschema.Schema // those that were needed
}

// contracts are the documents that products of this run serve.
var contracts sync.Map // their calls, or their text → func() (*contract, error)

func contractOf(p *product) (*contract, error) {
	p.contract.once.Do(func() { p.contract.is, p.contract.err = sharedContract(p) })
	return p.contract.is, p.contract.err
}

// sharedContract renders no document twice that must come out the same: that of the calls without an extension's.
func sharedContract(p *product) (*contract, error) {
	key := fmt.Sprint(p.extended)
	for _, e := range p.Endpoints() {
		key += " " + e.Method + " " + e.Path
	}
	if p.extended {
		text, err := p.OpenAPI()
		if err != nil {
			return nil, err
		}
		key = string(text)
	}
	load, _ := contracts.LoadOrStore(key, sync.OnceValues(func() (*contract, error) { return readContract(p) }))
	return load.(func() (*contract, error))()
}

func readContract(p *product) (*contract, error) {
	text, err := p.OpenAPI()
	if err != nil {
		return nil, err
	}
	c := &contract{texts: map[string]json.RawMessage{}, schemas: map[string]*jsonschema.Schema{}}
	var doc struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Content map[string]struct {
					Schema json.RawMessage `json:"schema"`
				} `json:"content"`
			} `json:"responses"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]json.RawMessage `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	c.errorSchema = doc.Components.Schemas["Error"]
	for path, operations := range doc.Paths {
		c.paths = append(c.paths, path)
		for method, op := range operations {
			for status, answer := range op.Responses {
				if schema := answer.Content["application/json"].Schema; status != "default" && schema != nil {
					c.texts[strings.ToUpper(strings.TrimPrefix(method, "x-"))+" "+path+" "+status] = schema
				}
			}
		}
	}
	return c, nil
}

// schema is nil where the document says nothing.
func (c *contract) schema(key string) (*jsonschema.Schema, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.schemas[key]; s != nil || c.texts[key] == nil {
		return s, nil
	}
	s, err := compileSchema(key, c.texts[key])
	c.schemas[key] = s
	return s, err
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

// checkContract fails the test when a successful JSON answer is not what the document says.
func (p *product) checkContract(t *testing.T, method, path string, a answer) {
	t.Helper()
	c, err := contractOf(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.breach(method, path, a); err != nil {
		t.Error(err)
	}
}

// breach is how a successful JSON answer differs from what the document says.
func (c *contract) breach(method, path string, a answer) error {
	if method == "HEAD" || a.status >= 300 || !strings.HasPrefix(a.header.Get("Content-Type"), "application/json") ||
		a.header.Get("Content-Encoding") != "" {
		return nil
	}
	call := method + " " + c.template(path)
	key := fmt.Sprintf("%s %d", call, a.status)
	if c.texts[key] == nil {
		key = call + " 2XX"
	}
	schema, err := c.schema(key)
	if err != nil {
		return err
	}
	if schema == nil {
		return fmt.Errorf("%s answers %d, which is not documented", call, a.status)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.body))
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	if err := schema.Validate(value); err != nil {
		return fmt.Errorf("%s does not answer what it documents: %w\n%.600s", key, err, a.body)
	}
	return nil
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

// document is what the product serves as openapi.json.
func (p *product) document(t *testing.T) []byte {
	t.Helper()
	text, err := p.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestContract_PublishedDocument_IsValidOpenAPI(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	doc, err := openapi3.NewLoader().LoadFromData(p.document(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Error(err)
	}
	c, err := contractOf(p)
	if err != nil {
		t.Fatal(err)
	}
	for key := range c.texts {
		if _, err := c.schema(key); err != nil {
			t.Errorf("the answer of %s: %v", key, err)
		}
	}
}
