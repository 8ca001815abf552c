package transform

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/itchyny/gojq"

	"poolkeeper.example/extension-service/platform/spelling"
)

// OwnFunctions are what mappings may use beyond jq.
var OwnFunctions = []string{"fromZone", "lookup", "resource", "runAt", "stripHtml", "toZone", "today"}

// FunctionNames are all functions that a mapping may use, sorted: those of jq and our own.
var FunctionNames = sync.OnceValue(func() []string {
	names := slices.Clone(OwnFunctions)
	q, err := gojq.Parse("builtins")
	if err != nil {
		return names
	}
	values, _ := q.Run(nil).Next()
	all, _ := values.([]any)
	for _, one := range all {
		text, _ := one.(string) // name/number of arguments
		name, _, _ := strings.Cut(text, "/")
		if !strings.HasPrefix(name, "_") && !slices.Contains(forbidden, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
})

// Unknown warns of lookups and fields that programs name and that are not there. Fields are known by their records;
// without records none is judged. What follows an element of a list is not judged either.
func (r Rules) Unknown(fields map[string][]string) (warnings []Problem) {
	for i, rule := range r.Rules {
		if rule.Off {
			continue
		}
		for _, p := range rule.programs() {
			u, err := read(p.text)
			if err != nil {
				continue
			}
			warn := func(code Code, name, written string, known []string) {
				at := max(0, strings.Index(p.text, written))
				params := place2D(p.text, at)
				params["name"] = name
				spelling.AddSuggestion(params, name, known)
				warnings = append(warnings, Problem{
					Rule: int64(i), Target: rule.Target, Field: p.field, Code: code, Text: textOf(code),
					Message: "there is no " + name, Position: new(int64(at)), Params: params,
				})
			}
			for _, table := range u.tables {
				if _, isThere := r.Lookups[table]; !isThere {
					warn(NoTable, table, strconv.Quote(table), keysOf(r.Lookups))
				}
			}
			for _, path := range u.paths {
				if len(path) < 2 {
					continue
				}
				switch known, isRecord := fields[path[0]]; {
				case isRecord && !slices.Contains(known, path[1]):
					warn(NoField, path[1], path[1], known)
				case !isRecord && spelling.Nearest(path[0], keysOf(fields)) != "":
					warn(NoField, path[0], path[0], keysOf(fields))
				}
			}
		}
	}
	return warnings
}

func keysOf[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
