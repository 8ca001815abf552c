package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"poolkeeper.example/extension-service/platform/config"
)

// errEmptied is why a start refuses to begin anew where data lie.
var errEmptied = errors.New("the database is empty or gone, but data of the product lie beside it")

// refuseEmptied refuses to take a main file that is empty or missing for a new installation while other data of the
// product lie in its folder: it was removed, truncated, or never restored, and a fresh one would have the rest deleted
// as belonging to nobody.
func refuseEmptied(settings config.Settings) error {
	file, isSQLite := settings.DatabaseFile()
	if !isSQLite {
		return nil
	}
	if found, err := os.Stat(file); err == nil && found.Size() > 0 {
		return nil
	}
	others, err := dataBeside(settings.DataDir, file)
	if err != nil || len(others) == 0 {
		return err
	}
	return fmt.Errorf("%w: %s has no content, but there are %s. Bring the last backup back with "+
		"\"extension-service restore FILE\". To begin anew without these data, move the folder %s away first",
		errEmptied, file, strings.Join(others, ", "), settings.DataDir)
}

// dataBeside names what only a product that has run leaves: the files of indexes and of the queue, a write-ahead log
// with changes, uploads. What a content service or a start that was cut off leaves is not among it.
func dataBeside(folder, database string) (out []string, err error) {
	for _, pattern := range []string{
		filepath.Join(folder, "index-*.db"), filepath.Join(folder, "jobs.db"),
		filepath.Join(folder, "files", "kept", "*"), database + "-wal",
	} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		for _, path := range found {
			if at, err := os.Stat(path); err == nil && (at.IsDir() || at.Size() > 0) {
				out = append(out, filepath.Base(path))
				break // one of each kind says enough
			}
		}
	}
	return out, nil
}
