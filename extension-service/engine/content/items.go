package content

import (
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// ItemsEndpoints are the calls of the gateway, which handle answers.
func ItemsEndpoints(handle resource.Handler) (out []resource.Endpoint) {
	for _, method := range []string{"GET", "SEARCH", "POST", "PATCH", "DELETE"} {
		verb := map[string]string{
			"GET": "read", "SEARCH": "query", "POST": "create", "PATCH": "update",
			"DELETE": "delete",
		}[method]
		call := resource.Endpoint{
			Name: "items." + verb, Method: method, Path: "/items/{collection}",
			Reads: method == "SEARCH", Handle: handle,
		}
		if method != "DELETE" {
			call.Answer = &field.Schema{"type": "object", "required": []string{"data"}}
		}
		call.Query, call.Body = itemsQuery(method, false), itemsBody(method, false)
		out = append(out, call)
		if method != "SEARCH" && method != "POST" {
			call.Name, call.Path = call.Name+"One", call.Path+"/{id}"
			call.Query, call.Body = itemsQuery(method, true), itemsBody(method, true)
			out = append(out, call)
		}
	}
	return out
}

// itemsQuery are the parameters of the gateway: those of Directus, as far as they stay within one collection.
func itemsQuery(method string, one bool) []resource.Param {
	text := field.Schema{"type": "string"}
	shown := []resource.Param{{
		Name: "fields", Schema: text,
		About: "names of own fields or aliases, comma separated; languages.iso of d_client is the only hop",
	}}
	write := resource.Param{
		Name: "force", Schema: text,
		About: "saves a text although its placeholders are not those of the English one",
	}
	switch method {
	case "DELETE":
		return nil
	case "POST", "PATCH":
		return append(shown, write)
	}
	shown = append(shown,
		resource.Param{
			Name: "alias", Schema: text,
			About: "own fields under other names, which are not those of fields: {\"text\":\"messageValue\"}",
		},
		resource.Param{Name: "deep", Schema: text, About: "_filter, _sort and _limit of the languages of d_client"})
	if one {
		return shown
	}
	return append(shown,
		resource.Param{
			Name: "filter", Schema: text,
			About: "a filter of Directus over own fields, as JSON or in brackets; no functions, no variables",
		},
		resource.Param{Name: "search", Schema: field.Schema{"type": "string", "maxLength": 200}},
		resource.Param{
			Name: "sort", Schema: text,
			About: "own fields, comma separated, - before one descends; of groups only what they are grouped by",
		},
		resource.Param{Name: "limit", Schema: field.Schema{
			"type": "integer", "minimum": -1, "maximum": 1000,
			"default": 10,
		}, About: "-1: all"},
		resource.Param{Name: "offset", Schema: field.Schema{"type": "integer", "minimum": 0}},
		resource.Param{Name: "page", Schema: field.Schema{"type": "integer", "minimum": 1}},
		resource.Param{Name: "meta", Schema: text, About: "total_count, filter_count or *"},
		resource.Param{Name: "aggregate", Schema: text, About: "count and countDistinct, with or without groupBy"},
		resource.Param{Name: "groupBy", Schema: text, About: "own fields, comma separated; no functions"})
}

// itemsBody says what a write of a collection names its rows by.
func itemsBody(method string, one bool) *field.Schema {
	byKeys := field.Schema{
		"type": "object", "required": []string{"keys"},
		"properties": field.Schema{"keys": field.Schema{"type": "array", "maxItems": 200}},
	}
	byQuery := field.Schema{
		"type": "object", "required": []string{"query"},
		"properties": field.Schema{"query": field.Schema{"type": "object", "minProperties": 1}},
		"description": "filter, search, sort, limit, offset and page find the rows, at most 200, " +
			"inside the caller's scope. More than that, or an empty query, is refused with 422 VALIDATION and nothing is " +
			"changed.",
	}
	rows := field.Schema{
		"type": "array", "maxItems": 200,
		"description": "rows with their ids, or the ids alone to delete them",
	}
	if one || method != "PATCH" && method != "DELETE" {
		return nil
	}
	return &field.Schema{
		"anyOf":       []field.Schema{rows, byKeys, byQuery},
		"description": "d_client is changed one by one: 405 METHOD_NOT_ALLOWED",
	}
}
