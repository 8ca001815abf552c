package check

import (
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

const root = "../.."

// read returns a file of the repository, named from its root.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sources yields the files below a folder that people write and that end in one of the extensions.
func sources(t *testing.T, below string, extensions ...string) iter.Seq[string] {
	t.Helper()
	notWritten := []string{".git", "node_modules", "dist", "build", "data", "generated", "results"}
	return func(yield func(string) bool) {
		err := filepath.WalkDir(filepath.Join(root, below), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && slices.Contains(notWritten, entry.Name()):
				return filepath.SkipDir
			case entry.IsDir() || !slices.Contains(extensions, filepath.Ext(path)):
				return nil
			}
			name, err := filepath.Rel(root, path)
			if err == nil && !yield(filepath.ToSlash(name)) {
				return filepath.SkipAll
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
