package app

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"html/template"
	"maps"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

//go:embed docs.html
var docsPage string

var docsTemplate = template.Must(template.New("docs").Parse(docsPage))

// docsCall is one call as the readable documentation shows it.
type docsCall struct {
	Name, Method, Path string
	Public             bool
	Needs              []role.Permission
	Params             []any
	Body, Answer       string
}

// openAPI serves /api/openapi.json.
func (s *Service) openAPI(context.Context, resource.None) (any, error) {
	return json.RawMessage(s.document), nil
}

// OpenAPI returns the document of every call.
func (s *Service) OpenAPI() []byte { return s.document }

// docs serves /api/docs: the same document as a page that needs no script and no other host.
func (s *Service) docs(ctx context.Context, _ resource.None) (any, error) {
	reply := resource.ReplyOf(ctx)
	reply.Type, reply.Raw = "text/html; charset=utf-8", s.docsHTML
	reply.SetHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	return nil, nil
}

// document renders both forms once, when the routes are complete.
func (s *Service) renderDocs(endpoints []resource.Endpoint) error {
	doc := resource.OpenAPI(endpoints)
	text, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	s.document = text
	groups := map[string][]docsCall{}
	for _, e := range endpoints {
		tag, _, _ := strings.Cut(e.Name, ".")
		groups[tag] = append(groups[tag], docsOf(e, doc))
	}
	var page bytes.Buffer
	if err := docsTemplate.Execute(&page, groups); err != nil {
		return err
	}
	s.docsHTML = page.Bytes()
	return nil
}

func docsOf(e resource.Endpoint, doc map[string]any) docsCall {
	op := resource.Operation(doc, e)
	c := docsCall{Name: e.Name, Method: e.Method, Path: e.Path, Public: e.Public, Needs: slices.Clone(e.Needs)}
	c.Params, _ = op["parameters"].([]any)
	c.Body = schemaText(op["requestBody"])
	answers := op["responses"].(map[string]any)
	for _, status := range slices.Sorted(maps.Keys(answers)) {
		if status != "default" {
			c.Answer = cmp.Or(c.Answer, schemaText(answers[status]), status)
		}
	}
	return c
}

// schemaText shows the schema of a body as indented JSON.
func schemaText(body any) string {
	m, _ := body.(map[string]any)
	content, _ := m["content"].(map[string]any)
	media, _ := content["application/json"].(map[string]any)
	if media["schema"] == nil {
		return ""
	}
	text, err := json.MarshalIndent(media["schema"], "", "  ")
	if err != nil {
		return ""
	}
	return string(text)
}
