package check

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// scripts/threads looks at lines; this looks at the syntax. Whatever starts a goroutine, or locks, is run with the race
// detector, and something is spared.
func TestRaces_PackagesWithGoroutines_AreWatched(t *testing.T) {
	t.Parallel()
	watched := strings.Fields(outputOf(t, "scripts/threads"))
	if len(watched) < 10 || slices.Contains(watched, "poolkeeper.example/extension-service/platform/fault") {
		t.Errorf("watched are %v", watched)
	}
	for file := range sources(t, ".", ".go") {
		if dir := path.Dir(file); startsThreads(t, file) && !slices.Contains(watched, path.Join("poolkeeper.example", dir)) {
			t.Errorf("%s starts goroutines or locks, and its package is run without the race detector", file)
		}
	}
}

// Of a broad package those tests are run with it that stand in such files.
func TestRaces_TestsWithGoroutines_AreWatched(t *testing.T) {
	t.Parallel()
	watched := strings.Split(strings.Trim(outputOf(t, "scripts/threads", "tests"), "^()$"), "|")
	for folder := range strings.FieldsSeq(outputOf(t, "scripts/threads", "broad")) {
		for file := range sources(t, folder, ".go") {
			if path.Dir(file) != folder || !strings.HasSuffix(file, "_test.go") || !startsThreads(t, file) {
				continue
			}
			for _, name := range testsIn(t, file) {
				if !slices.Contains(watched, name) {
					t.Errorf("%s starts goroutines or locks, and %s is run without the race detector", file, name)
				}
			}
		}
	}
}

// outputOf is what a script prints, without the end of its last line.
func outputOf(t *testing.T, script string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), filepath.Join(root, script), args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// testsIn names the tests of a file.
func testsIn(t *testing.T, file string) (out []string) {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range tree.Decls {
		if f, is := d.(*ast.FuncDecl); is && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") &&
			f.Name.Name != "TestMain" {
			out = append(out, f.Name.Name)
		}
	}
	return out
}

func startsThreads(t *testing.T, file string) bool {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	starts := slices.ContainsFunc(tree.Imports, func(i *ast.ImportSpec) bool {
		return i.Path.Value == `"sync"` || i.Path.Value == `"sync/atomic"` || i.Path.Value == `"golang.org/x/sync/errgroup"`
	})
	ast.Inspect(tree, func(n ast.Node) bool {
		_, is := n.(*ast.GoStmt)
		starts = starts || is
		return !starts
	})
	return starts
}
