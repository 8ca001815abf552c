package check

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "poolkeeper.example/extension-service"

// What is not a domain. Every other folder of extension-service is one; demo fills them all and may know them, as
// app does; example starts the product with a resource of its own, as main does.
var infrastructure = []string{
	"app", "audit", "config", "content", "dashboard", "fault", "files", "jobs", "mail", "pdf", "prove", "resource", "role", "search", "settings", "store",
}

// What a domain may import of ours: the engine, the form of the cards it gives to the start page and of the mails it sends.
var domainImports = []string{"dashboard", "fault", "jobs", "mail", "resource", "role", "store"}

// What only the edge and the store may know: the web framework, HTTP, and the drivers.
var foreign = regexp.MustCompile(`^(github\.com/(gofiber|valyala/fasthttp|jackc|go-resty)|modernc\.org/sqlite|net/http$)`)

type imported struct{ file, from, path string }

// imports lists what the Go files of the service import, tests aside.
func imports(t *testing.T) []imported {
	t.Helper()
	var all []imported
	base := filepath.Join(root, "extension-service")
	err := filepath.WalkDir(base, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(base, path)
		if err != nil {
			return err
		}
		from, _, _ := strings.Cut(filepath.ToSlash(relative), "/")
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			all = append(all, imported{relative, from, name})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no import found: the check looks in the wrong place")
	}
	return all
}

func isDomain(name string) bool {
	return !strings.HasSuffix(name, ".go") && !slices.Contains(infrastructure, name)
}

func TestArrowsGoOneWay(t *testing.T) {
	t.Parallel()
	for _, i := range imports(t) {
		ours, inside := strings.CutPrefix(i.path, module+"/")
		target, _, _ := strings.Cut(ours, "/")
		switch {
		case slices.Contains([]string{"main.go", "app", "example"}, i.from) || i.from == "demo" && target != "app" || target == i.from:
		case inside && target == "app":
			t.Errorf("%s imports app, which only main may", i.file)
		case inside && isDomain(target):
			t.Errorf("%s imports the domain %s", i.file, target)
		case isDomain(i.from) && inside && !slices.Contains(domainImports, target):
			t.Errorf("%s: a domain imports %s; it may know %v", i.file, target, domainImports)
		case isDomain(i.from) && foreign.MatchString(i.path):
			t.Errorf("%s: a domain imports %s, which only the edge and the store may", i.file, i.path)
		}
	}
}

func TestTheEngineKnowsNoResource(t *testing.T) {
	t.Parallel()
	from := regexp.MustCompile(`from\s+['"]([^'"]*/resources(?:/[^'"]*)?)['"]`)
	for file := range sources(t, "admin-ui/src/engine", ".ts", ".tsx") {
		for _, hit := range from.FindAllStringSubmatch(read(t, file), -1) {
			if !strings.Contains(hit[1], "generated/") {
				t.Errorf("%s imports %s: resources know the engine, not the other way round", file, hit[1])
			}
		}
	}
}
