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
	"sync"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/settings"
	"poolkeeper.example/extension-service/platform/role"
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

// documentation tells of every call in two forms. Each is rendered when somebody asks for it first, since starting need
// not wait for it.
//
// To strangers it is another one, which does not say what permissions there are.
type documentation struct {
	openAPI, page, strangerOpenAPI, strangerPage func() ([]byte, error)
}

func documentationOf(endpoints []resource.Endpoint) documentation {
	open := withoutPermissions(endpoints)
	return documentation{
		openAPI:         sync.OnceValues(func() ([]byte, error) { return json.Marshal(resource.OpenAPI(endpoints)) }),
		page:            sync.OnceValues(func() ([]byte, error) { return docsPageOf(endpoints) }),
		strangerOpenAPI: sync.OnceValues(func() ([]byte, error) { return json.Marshal(resource.OpenAPI(open)) }),
		strangerPage:    sync.OnceValues(func() ([]byte, error) { return docsPageOf(open) }),
	}
}

func withoutPermissions(endpoints []resource.Endpoint) []resource.Endpoint {
	out := slices.Clone(endpoints)
	for i := range out {
		out[i].Needs, out[i].Also = nil, nil
	}
	return out
}

// showsPermissions says whether the caller is told which permissions calls need: who is signed in, or anybody where the
// setting says so.
func (s *Service) showsPermissions(ctx context.Context) (bool, error) {
	if role.From(ctx).ID != 0 {
		return true, nil
	}
	return s.parts.settings.Bool(ctx, settings.PublicPermissions)
}

// openAPI serves /api/openapi.json.
func (s *Service) openAPI(ctx context.Context, _ resource.None) (any, error) {
	all, err := s.showsPermissions(ctx)
	if err != nil {
		return nil, err
	}
	document := s.documentation.strangerOpenAPI
	if all {
		document = s.documentation.openAPI
	}
	text, err := document()
	return json.RawMessage(text), err
}

// OpenAPI returns the document of every call.
func (s *Service) OpenAPI() ([]byte, error) { return s.documentation.openAPI() }

// docs serves /api/docs: the same document as a page that needs no script and no other host.
func (s *Service) docs(ctx context.Context, _ resource.None) (any, error) {
	all, err := s.showsPermissions(ctx)
	if err != nil {
		return nil, err
	}
	document := s.documentation.strangerPage
	if all {
		document = s.documentation.page
	}
	page, err := document()
	if err != nil {
		return nil, err
	}
	reply := resource.ReplyOf(ctx)
	reply.Type, reply.Raw = "text/html; charset=utf-8", page
	reply.SetHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	return nil, nil
}

func docsPageOf(endpoints []resource.Endpoint) ([]byte, error) {
	doc := resource.OpenAPI(endpoints)
	groups := map[string][]docsCall{}
	for _, e := range endpoints {
		tag, _, _ := strings.Cut(e.Name, ".")
		groups[tag] = append(groups[tag], docsOf(e, doc))
	}
	var page bytes.Buffer
	err := docsTemplate.Execute(&page, groups)
	return page.Bytes(), err
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
