package content

import (
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/platform/fault"
)

// parseQuery returns what a call asks for as a tree, whichever of Directus's ways it is written in: brackets, JSON in a
// parameter, or the body of a SEARCH.
func parseQuery(c Call) (map[string]any, error) {
	out := map[string]any{}
	if c.Method == search && len(c.Body) > 0 {
		parsed, err := queryIn(c.Body)
		if err != nil {
			return nil, err
		}
		maps.Copy(out, parsed)
	}
	for name, values := range c.Query {
		path := brackets(name)
		if len(path) == 0 || len(path) > maxDepth {
			return nil, unknown(name)
		}
		if path[0] == "access_token" {
			continue // never ours, and never upstream
		}
		if !setPath(out, path, values) {
			return nil, unknown(name)
		}
	}
	return out, nil
}

// queryIn is the one member that the body of a SEARCH has.
func queryIn(body []byte) (query map[string]any, err error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil {
		return nil, unreadable(err)
	}
	for name, value := range members {
		if name != "query" {
			return nil, unknown(name)
		}
		if err := json.Unmarshal(value, &query); err != nil {
			return nil, unreadable(err)
		}
	}
	return query, nil
}

var step = regexp.MustCompile(`^[^\[\]]+|\[[^\[\]]*\]`)

// brackets splits filter[name][_eq] into its names; nothing comes back for what is not written like that.
func brackets(name string) []string {
	var out []string
	for rest := name; rest != ""; {
		found := step.FindString(rest)
		if found == "" || len(out) > 0 != strings.HasPrefix(found, "[") {
			return nil
		}
		out = append(out, strings.Trim(found, "[]"))
		rest = rest[len(found):]
	}
	return out
}

// setPath puts values at the end of path. A last name that is empty or a number is a place in a list.
func setPath(tree map[string]any, path []string, values []string) bool {
	name := path[0]
	if len(path) == 1 {
		tree[name] = leaf(values)
		return true
	}
	if _, err := strconv.Atoi(path[1]); len(path) == 2 && (err == nil || path[1] == "") {
		list, _ := tree[name].([]any)
		for _, v := range values {
			list = append(list, v)
		}
		tree[name] = list
		return true
	}
	next, ok := tree[name].(map[string]any)
	if !ok {
		if tree[name] != nil {
			return false
		}
		next = map[string]any{}
		tree[name] = next
	}
	return setPath(next, path[1:], values)
}

// leaf reads one value: JSON where it is an object or a list, else the text itself.
func leaf(values []string) any {
	text := values[len(values)-1]
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		var tree any
		if json.Unmarshal([]byte(text), &tree) == nil {
			return tree
		}
	}
	return text
}

func unknown(name string) *fault.Error {
	return fault.New(fault.Invalid, "UNKNOWN_FIELD", "unknown: %s", name).Field(name, "error.unknownField", nil)
}

// list returns the texts of a list, of a comma separated text or of JSON in either form.
func list(value any) ([]string, bool) {
	switch v := value.(type) {
	case string:
		return slices.DeleteFunc(strings.Split(v, ","), func(s string) bool { return s == "" }), true
	case []any:
		out := make([]string, len(v))
		for i, item := range v {
			text, ok := item.(string)
			if !ok {
				return nil, false
			}
			out[i] = text
		}
		return out, true
	}
	return nil, false
}

// number returns a whole number from JSON or a parameter.
func number(value any) (int, bool) {
	switch v := value.(type) {
	case float64:
		return int(v), v == float64(int(v))
	case string:
		n, err := strconv.Atoi(v)
		return n, err == nil
	}
	return 0, false
}

// has says whether a write carries the flag, as ?force, ?force=1 or ?force=true.
func has(q url.Values, flag string) bool {
	if !q.Has(flag) {
		return false
	}
	on := q.Get(flag)
	return on == "" || on == "1" || on == "true"
}
