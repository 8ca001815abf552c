package app

import (
	"fmt"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/platform/role"
)

// CallList names every call with the permissions of which one opens it, a line each. It is kept in
// testdata/permissions.txt, so that no call comes to be, or changes hands, without a person who has looked at it.
func (s *Service) CallList() []byte {
	var lines []string
	for _, e := range s.Endpoints() {
		open := alternatives(e.Needs)
		switch {
		case e.Public:
			open = "public"
		case open == "":
			open = "signed in"
		}
		if len(e.Also) > 0 {
			open += ", also " + alternatives(e.Also)
		}
		lines = append(lines, fmt.Sprintf("%-7s %-55s %s", e.Method, e.Path, open))
	}
	slices.Sort(lines)
	return []byte(strings.Join(lines, "\n") + "\n")
}

func alternatives(needs []role.Permission) string {
	out := make([]string, len(needs))
	for i, n := range needs {
		out[i] = string(n)
	}
	return strings.Join(out, " or ")
}
