package vms

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/field"
)

// exampleFileSize is how many bytes the uploads of an example have.
const exampleFileSize int64 = 3

// exampleInput is an application as outbound rules see it, made of the examples that the guide shows, under a reference
// of its own: no real person is in it.
func (s *Service) exampleInput(reference string) map[string]any {
	out := map[string]any{}
	sizes := map[string]any{}
	for _, p := range s.deps.Sources() {
		if p.Example == "" {
			continue
		}
		setExample(out, strings.Split(p.Path, "."), exampleValue(p))
		if kind := field.Kind(p.Kind); kind == field.File || kind == field.Image {
			sizes[p.Example] = exampleFileSize
		}
	}
	values := map[string]string{
		"freelancer.firstName": "Ada", "freelancer.lastName": "Example",
		"freelancer.email":   strings.ToLower(reference) + "@example.org",
		"application.handle": reference, "project.handle": reference, "project.vmsId": reference,
	}
	for _, path := range slices.Sorted(maps.Keys(values)) {
		setExample(out, strings.Split(path, "."), values[path])
	}
	out[transform.Uploads] = sizes
	return out
}

// exampleValue is the example of a field as JSON has it.
func exampleValue(p Place) any {
	var out any = p.Example
	switch field.Kind(p.Kind) {
	case field.ID, field.Int, field.Dec, field.Money, field.Percent, field.Reference, field.Staff:
		out = json.Number(p.Example)
	case field.Bool:
		out = p.Example == "true"
	default:
	}
	if p.IsMany {
		return []any{out}
	}
	return out
}

// setExample puts a value at a path below a record; of a list, [], into its one element.
func setExample(into map[string]any, path []string, value any) {
	for _, step := range path[:len(path)-1] {
		name, isList := strings.CutSuffix(step, "[]")
		inner, _ := into[name].(map[string]any)
		if list, ok := into[name].([]any); ok && isList {
			inner, _ = list[0].(map[string]any)
		}
		if inner == nil {
			inner = map[string]any{}
		}
		if into[name] = inner; isList {
			into[name] = []any{inner}
		}
		into = inner
	}
	into[path[len(path)-1]] = value
}
