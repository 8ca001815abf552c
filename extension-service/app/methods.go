package app

import (
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// methodsOf lists the methods a call is served for. HEAD asks what GET would answer, unless that uses something up.
func methodsOf(e resource.Endpoint) []string {
	if e.Method == "GET" && !e.Once {
		return []string{"GET", "HEAD"}
	}
	return []string{e.Method}
}

// methodsAt lists the methods that a path is served for, sorted.
func methodsAt(calls []resource.Endpoint, path string) []string {
	var out []string
	for _, e := range calls {
		if matchesTemplate(e.Path, path) {
			out = append(out, methodsOf(e)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// matchesTemplate says whether a path is one that the template names; a slash at its end makes no difference.
func matchesTemplate(template, path string) bool {
	want, have := strings.Split(template, "/"), strings.Split(strings.TrimSuffix(path, "/"), "/")
	return slices.EqualFunc(want, have, func(w, h string) bool { return w == h || strings.HasPrefix(w, "{") && h != "" })
}
