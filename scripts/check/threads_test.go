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
func TestRacesAreLookedForWhereThreadsMeet(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), filepath.Join(root, "scripts/threads")).Output()
	if err != nil {
		t.Fatal(err)
	}
	watched := strings.Fields(string(out))
	if len(watched) < 10 || slices.Contains(watched, "poolkeeper.example/extension-service/fault") {
		t.Errorf("watched are %v", watched)
	}
	for file := range sources(t, ".", ".go") {
		if dir := path.Dir(file); startsThreads(t, file) && !slices.Contains(watched, path.Join("poolkeeper.example", dir)) {
			t.Errorf("%s starts goroutines or locks, and its package is run without the race detector", file)
		}
	}
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
