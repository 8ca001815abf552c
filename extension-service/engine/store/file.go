package store

import (
	"os"
	"path/filepath"
)

// MakeFile makes an empty SQLite file that nobody but its owner may read, and the way to it. SQLite gives the files
// beside it, such as the log, the same rights.
func MakeFile(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
}
