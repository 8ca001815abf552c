package check

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The rooms of the panel, from the lowest up: each may import those before it, and never one behind it. What lies
// beside them in src (main.tsx, App.tsx and what they start with) may import all, and nothing imports it.
var panelRooms = []string{
	"generated", // written from the Go types
	"format",    // dates, numbers and names in the reader's words
	"meta",      // what the service says about itself
	"router", "providers", "theme",
	"ui",     // widgets that know no record
	"engine", // metadata to screens; knows no resource
	"palette", "layout",
	"resources", "screens",
	"app", // who is signed in gets which screens: it alone knows them all
}

var importing = regexp.MustCompile(`(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]`)

// panelImports are the files of the panel and what of ours each imports, tests aside.
func panelImports(t *testing.T) map[string][]string {
	t.Helper()
	files := map[string]bool{}
	for file := range sources(t, "admin-ui/src", ".ts", ".tsx") {
		files[file] = true
	}
	for _, name := range []string{"resources.ts", "answers.ts"} { // which nobody writes by hand
		files["admin-ui/src/generated/"+name] = true
	}
	out := map[string][]string{}
	for file := range files {
		if strings.Contains(file, ".test.") || strings.Contains(file, ".fixture.") {
			continue
		}
		out[file] = nil
		for _, hit := range importing.FindAllStringSubmatch(read(t, file), -1) {
			base := path.Join(path.Dir(file), hit[1])
			found := slices.IndexFunc([]string{"", ".ts", ".tsx", "/index.ts"}, func(end string) bool { return files[base+end] })
			if found >= 0 {
				out[file] = append(out[file], base+[]string{"", ".ts", ".tsx", "/index.ts"}[found])
			} else if !slices.Contains([]string{".css", ".json"}, path.Ext(hit[1])) { // which import nothing
				t.Errorf("%s imports %s, which this check does not find", file, hit[1])
			}
		}
	}
	if len(out) < 100 {
		t.Fatalf("only %d files of the panel found: the check looks in the wrong place", len(out))
	}
	return out
}

// roomOf is the place of a file among the rooms.
func roomOf(t *testing.T, file string) int {
	t.Helper()
	room, _, inRoom := strings.Cut(strings.TrimPrefix(file, "admin-ui/src/"), "/")
	if !inRoom {
		return len(panelRooms)
	}
	at := slices.Index(panelRooms, room)
	if at < 0 {
		t.Errorf("%s stands in a room without a place among %v", file, panelRooms)
	}
	return at
}

func TestPanel_Imports_GoDownwards(t *testing.T) {
	t.Parallel()
	for file, imported := range panelImports(t) {
		for _, other := range imported {
			if roomOf(t, other) > roomOf(t, file) {
				t.Errorf("%s imports %s: the rooms of the panel import downwards, in the order of panelRooms", file, other)
			}
		}
	}
}

func TestPanel_Imports_HaveNoCycles(t *testing.T) {
	t.Parallel()
	left := panelImports(t)
	for free := true; free; { // what imports nothing that is left cannot be part of a circle
		free = false
		for file, imported := range left {
			if !slices.ContainsFunc(imported, func(other string) bool { _, there := left[other]; return there }) {
				delete(left, file)
				free = true
			}
		}
	}
	for file, imported := range left {
		for _, other := range imported {
			if _, there := left[other]; there {
				t.Errorf("%s imports %s, which leads back to it or into a circle", file, other)
			}
		}
	}
}

func TestPanelEngine_Source_NamesNoResource(t *testing.T) {
	t.Parallel()
	resource := regexp.MustCompile(`(?m)^export interface (\w+) \{$`)
	var names []string
	for _, hit := range resource.FindAllStringSubmatch(read(t, "admin-ui/src/generated/resources.ts"), -1) {
		if hit[1] != "Resources" && hit[1] != "Note" { // notes are an ability of the engine itself
			names = append(names, hit[1])
		}
	}
	if len(names) < 5 {
		t.Fatalf("only %v found", names)
	}
	quoted := regexp.MustCompile(`(?i)['"\x60/](` + strings.Join(names,
		"|") + `)s?['"\x60/]|['"\x60]\w*(` + strings.Join(names, "|") + `)s\w*['"\x60]`)
	for file := range sources(t, "admin-ui/src/engine", ".ts", ".tsx") {
		if strings.Contains(file, ".test.") || strings.Contains(file, ".fixture.") {
			continue
		}
		for i, line := range strings.Split(read(t, file), "\n") {
			if hit := quoted.FindString(line); hit != "" && !strings.HasPrefix(strings.TrimSpace(line), "import ") {
				t.Errorf("%s:%d names a resource: %s", file, i+1, hit)
			}
		}
	}
}
