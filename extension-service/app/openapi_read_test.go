package app_test

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema is a part of the document that describes a value.
type schema map[string]any

// operation is one call as the document describes it.
type operation struct {
	method, path string
	params       []parameter
	body         schema // nil without one
	media        string // of the body
	accepts      *jsonschema.Schema
	isPublic     bool
	needs, also  []string
	answers      map[string][]string // status → media types; none without content
}

type parameter struct {
	Name     string `json:"name"`
	In       string `json:"in"`
	Required bool   `json:"required"`
	Schema   schema `json:"schema"`
	check    *jsonschema.Schema
	items    *jsonschema.Schema // of a list
}

func (o *operation) call() string { return o.method + " " + o.path }

// parameters are those in one place.
func (o *operation) parameters(in string) []parameter {
	return slices.DeleteFunc(slices.Clone(o.params), func(p parameter) bool { return p.In != in })
}

type writtenOperation struct {
	Parameters  []parameter
	RequestBody struct {
		Content map[string]struct{ Schema schema }
	}
	Responses map[string]struct{ Content map[string]any }
	Security  *[]any
	Needs     []string `json:"x-permissions"`
	Also      []string `json:"x-permissions-also"`
}

// operationsOf reads every call of a document, in the order of their addresses.
func operationsOf(document []byte) ([]*operation, error) {
	var doc struct {
		Paths map[string]map[string]writtenOperation
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		return nil, err
	}
	var out []*operation
	for path, methods := range doc.Paths {
		for method, w := range methods {
			o, err := w.read(strings.ToUpper(strings.TrimPrefix(method, "x-")), path)
			if err != nil {
				return nil, err
			}
			out = append(out, o)
		}
	}
	slices.SortFunc(out, func(a, b *operation) int { return cmp.Compare(a.call(), b.call()) })
	return out, nil
}

func (w writtenOperation) read(method, path string) (*operation, error) {
	o := &operation{
		method: method, path: path, params: w.Parameters, isPublic: w.Security != nil && len(*w.Security) == 0,
		needs: w.Needs, also: w.Also, answers: map[string][]string{},
	}
	for media, x := range w.RequestBody.Content {
		o.media, o.body = media, x.Schema
		compiled, err := compileValue(o.call(), x.Schema)
		if err != nil {
			return nil, err
		}
		o.accepts = compiled
	}
	for i, p := range o.params {
		compiled, err := compileValue(o.call()+" "+p.Name, p.Schema)
		if err != nil {
			return nil, err
		}
		o.params[i].check = compiled
		if items := p.Schema.part("items"); items != nil {
			if o.params[i].items, err = compileValue(o.call()+" of "+p.Name, items); err != nil {
				return nil, err
			}
		}
	}
	for status, x := range w.Responses {
		o.answers[status] = []string{}
		for media := range x.Content {
			o.answers[status] = append(o.answers[status], media)
		}
	}
	return o, nil
}

func compileValue(name string, s schema) (*jsonschema.Schema, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	return compileSchema(name, text)
}

// types are the JSON types a value may have; none means any.
func (s schema) types() []string {
	switch t := s["type"].(type) {
	case string:
		return []string{t}
	case []any:
		var out []string
		for _, x := range t {
			out = append(out, x.(string))
		}
		return out
	}
	return nil
}

// part is a schema within a schema.
func (s schema) part(name string) schema {
	m, _ := s[name].(map[string]any)
	return m
}

func (s schema) number(name string, otherwise float64) float64 {
	if n, ok := s[name].(float64); ok {
		return n
	}
	return otherwise
}

func (s schema) texts(name string) (out []string) {
	list, _ := s[name].([]any)
	for _, x := range list {
		if text, ok := x.(string); ok {
			out = append(out, text)
		}
	}
	return out
}
