package pgtest

import (
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// skipPostgresInShort leaves a test on PostgreSQL to make test-all where go test -short runs it: in a short run the
// store and the engine meet both databases, of each domain the tests in scenario_test.go, and of the whole service
// those in database_test.go and the query plans of served_test.go.
func skipPostgresInShort(t testing.TB) {
	t.Helper()
	if testing.Short() && !isInShort(testFile()) {
		t.Skip("on SQLite alone; make test-all runs it on PostgreSQL too")
	}
}

// isInShort says whether the tests of a file meet PostgreSQL in a short run.
func isInShort(file string) bool {
	if strings.Contains(file, "/extension-service/engine/") {
		return true
	}
	return slices.Contains([]string{"scenario_test.go", "database_test.go", "served_test.go"}, path.Base(file))
}

// testFile is the nearest caller's file that holds tests.
func testFile() string {
	callers := make([]uintptr, 16)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for {
		frame, more := frames.Next()
		if strings.HasSuffix(frame.File, "_test.go") || !more {
			return frame.File
		}
	}
}
