package resource

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// OpenAPI describes the endpoints as an OpenAPI 3.1 document, from the same table that serves them.
func OpenAPI(endpoints []Endpoint) map[string]any {
	paths, tags := map[string]map[string]any{}, map[string]bool{}
	for _, e := range endpoints {
		if paths[e.Path] == nil {
			paths[e.Path] = map[string]any{}
		}
		paths[e.Path][documented(e.Method)] = e.operation()
		tags[e.tag()] = true
	}
	var names []map[string]any
	for t := range tags {
		names = append(names, map[string]any{"name": t})
	}
	slices.SortFunc(names, func(a, b map[string]any) int { return cmp.Compare(a["name"].(string), b["name"].(string)) })
	return map[string]any{
		"openapi": "3.1.0",
		"info": map[string]any{
			"title": "Poolkeeper", "version": "1",
			"license": map[string]any{"name": "Apache-2.0", "identifier": "Apache-2.0"},
		},
		"tags":  names,
		"paths": paths,
		"components": map[string]any{
			"schemas": map[string]any{"Error": errorSchema},
			"securitySchemes": map[string]any{"bearer": map[string]any{
				"type": "http", "scheme": "bearer",
				"bearerFormat": "JWT",
			}},
		},
		"security": []any{map[string]any{"bearer": []string{}}},
	}
}

// Operation is the description of one endpoint within a document made by OpenAPI.
func Operation(doc map[string]any, e Endpoint) map[string]any {
	return doc["paths"].(map[string]map[string]any)[e.Path][documented(e.Method)].(map[string]any)
}

// documented is a method's place in a path item; what OpenAPI 3.1 does not know is an extension.
func documented(method string) string {
	if method == "SEARCH" {
		return "x-search"
	}
	return strings.ToLower(method)
}

func (e Endpoint) tag() string {
	name, _, _ := strings.Cut(e.Name, ".")
	return cmp.Or(e.Tag, name)
}

func (e Endpoint) operation() map[string]any {
	op := map[string]any{"operationId": e.Name, "tags": []string{e.tag()}, "responses": e.responses()}
	if params := e.parameters(); len(params) > 0 {
		op["parameters"] = params
	}
	if body := e.bodySchema(); body != nil {
		body = clearable(body)
		media := "application/json"
		if e.Upload {
			media = "multipart/form-data"
		}
		if e.Form {
			media = "application/x-www-form-urlencoded"
		}
		op["requestBody"] = map[string]any{"content": map[string]any{media: map[string]any{"schema": body}}}
	}
	switch {
	case e.Public:
		op["security"] = []any{}
	case len(e.Needs) > 0:
		op["x-permissions"] = e.Needs
	}
	if len(e.Also) > 0 {
		op["x-permissions-also"] = e.Also
	}
	return op
}

// clearable is a body in which null stands for nothing wherever a member may be left out ("Conventions": null clears).
func clearable(s field.Schema) field.Schema {
	out := maps.Clone(s)
	if items, ok := s["items"].(field.Schema); ok {
		out["items"] = clearable(items)
	}
	properties, ok := s["properties"].(field.Schema)
	if !ok {
		return out
	}
	required, _ := s["required"].([]string)
	members := field.Schema{}
	for name, one := range properties {
		member, _ := one.(field.Schema)
		if member = clearable(member); !slices.Contains(required, name) {
			member = field.OrNull(member)
		}
		members[name] = member
	}
	out["properties"] = members
	return out
}

func (e Endpoint) bodySchema() field.Schema {
	if e.Body != nil {
		return *e.Body
	}
	if e.Method == "GET" || e.Handle.In == nil || e.Handle.In == typeOf[None]() {
		return nil
	}
	s := field.SchemaOf(e.Handle.In)
	if properties, ok := s["properties"].(field.Schema); ok && len(properties) == 0 {
		return nil
	}
	return s
}

func (e Endpoint) parameters() []any {
	var out []any
	for part := range strings.SplitSeq(e.Path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			name = strings.TrimSuffix(name, "}")
			out = append(out, map[string]any{"name": name, "in": "path", "required": true, "schema": e.pathSchema(name)})
		}
	}
	for _, p := range e.Query {
		out = append(out, map[string]any{"name": p.Name, "in": "query", "schema": p.Schema, "description": p.About})
	}
	if e.Handle.In != nil {
		out = append(out, boundParameters(e)...)
	}
	if e.lists() {
		for _, name := range dialect {
			out = append(out, map[string]any{
				"name": name, "in": "query", "schema": field.Schema{"type": "string"},
				"description": "JSON, as ra-data-simple-rest writes it",
			})
		}
	}
	if e.Idempotent {
		out = append(out, map[string]any{
			"name": "Idempotency-Key", "in": "header",
			"schema": field.Schema{"type": "string", "maxLength": maxKey},
		})
	}
	if e.Method == "PUT" || e.Method == "PATCH" || e.Method == "DELETE" {
		out = append(out, map[string]any{
			"name": "If-Match", "in": "header", "schema": field.Schema{"type": "string"},
			"description": "the version the caller has",
		})
	}
	return onceEach(out)
}

// pathSchema describes a part of the path: what the input says, else an id where the name is one's.
func (e Endpoint) pathSchema(name string) field.Schema {
	if e.Handle.In != nil {
		fs, _ := field.List(e.Handle.In)
		for _, f := range fs {
			if f.Place == "path" && f.Alias == name && f.HasText() {
				return f.Schema()
			}
		}
	}
	if strings.HasSuffix(strings.ToLower(name), "id") {
		return field.Schema{"type": "integer", "minimum": 1, "maximum": field.MaxID}
	}
	return field.Schema{"type": "string"}
}

// onceEach keeps the first description of each parameter.
func onceEach(params []any) []any {
	seen := map[string]bool{}
	return slices.DeleteFunc(params, func(p any) bool {
		m := p.(map[string]any)
		key := m["in"].(string) + " " + m["name"].(string)
		had := seen[key]
		seen[key] = true
		return had
	})
}

func boundParameters(e Endpoint) []any {
	fs, err := field.List(e.Handle.In)
	if err != nil {
		return nil
	}
	var out []any
	for _, f := range fs {
		if f.Place == "query" || f.Place == "header" {
			out = append(out, map[string]any{"name": f.Alias, "in": f.Place, "required": f.Required, "schema": f.Schema()})
		}
	}
	return out
}

func (e Endpoint) responses() map[string]any {
	out := map[string]any{"default": described("the error body", "application/json",
		map[string]any{"$ref": "#/components/schemas/Error"})}
	answer := e.answer()
	switch {
	case e.Media != "":
		out["200"] = described("done", e.Media, field.Schema{})
	case answer == nil:
		out[strconv.Itoa(cmp.Or(e.Status, 204))] = map[string]any{"description": "done"}
		if e.Method == "DELETE" {
			out["200"] = described("done, asked by ra-data-simple-rest with Content-Type text/plain", "application/json",
				field.Schema{"type": "object"})
		}
	default:
		out[e.success()] = described("done", "application/json", answer)
	}
	if e.Silent {
		out["204"] = map[string]any{"description": "done"}
	}
	if e.Unchanged {
		out["304"] = map[string]any{"description": "the caller has it already"}
	}
	if e.Parts {
		out["206"] = described("a part of it", e.Media, field.Schema{})
	}
	if e.Job != nil {
		out["202"] = described("a job does it", "application/json", *e.Job)
	}
	return out
}

func described(about, media string, schema any) map[string]any {
	return map[string]any{"description": about, "content": map[string]any{media: map[string]any{"schema": schema}}}
}

func (e Endpoint) answer() field.Schema {
	switch {
	case e.Answer != nil && e.lists():
		return orRows(*e.Answer)
	case e.Answer != nil:
		return *e.Answer
	case e.lists():
		return orRows(field.SchemaOf(e.Handle.Out))
	case e.Handle.Out == nil || e.Handle.Out == typeOf[None]():
		return nil
	}
	return field.SchemaOf(e.Handle.Out)
}

// success is the status of an answer, a range where the call decides.
func (e Endpoint) success() string {
	switch {
	case e.Status != 0:
		return strconv.Itoa(e.Status)
	case e.Handle.Out.Implements(typeOf[Keyed]()):
		return "202"
	case e.Method != "GET" && e.Handle.Out == typeOf[any]():
		return "2XX"
	}
	return "200"
}

var errorSchema = field.Schema{
	"type": "object", "required": []string{"status", "code", "messages", "fieldErrors", "params", "requestId", "details"},
	"properties": field.Schema{
		"status": field.Schema{"type": "integer"}, "code": field.Schema{"type": "string"},
		"messages": field.Schema{"type": "array", "items": field.Schema{"type": "string"}, "minItems": 1},
		"fieldErrors": field.Schema{"type": "object", "additionalProperties": field.Schema{
			"type":  "array",
			"items": field.Schema{"type": "string"},
		}},
		"params": field.Schema{"type": "object"}, "requestId": field.Schema{"type": "string"},
		"details": field.Schema{"type": "object"},
	},
}
