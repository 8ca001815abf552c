package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const (
	ownerOnly = 0o077 // what nobody else may have
	folderFor = 0o700 // and what the owner has of a folder
	runLogs   = "logs"
)

// OpenData makes the data folder, whatever is made later included, the owner's alone and refuses one that others can
// look into: it holds personal data, password hashes and keys.
func (s Settings) OpenData() error {
	syscall.Umask(ownerOnly)
	if err := os.MkdirAll(s.DataDir, folderFor); err != nil {
		return err
	}
	entries, err := os.ReadDir(s.DataDir)
	if err != nil {
		return err
	}
	if isFresh(entries) { // somebody has made it for us, and nothing can have been read yet
		if err := os.Chmod(s.DataDir, folderFor); err != nil {
			return err
		}
	}
	paths := []string{s.DataDir}
	for _, e := range entries { // deeper ones are behind their folders
		paths = append(paths, filepath.Join(s.DataDir, e.Name()))
	}
	if file, isFile := s.DatabaseFile(); isFile {
		paths = append(paths, file, file+"-wal")
	}
	for _, path := range paths {
		if err := s.refuseWide(path); err != nil {
			return err
		}
	}
	probe, err := os.CreateTemp(s.DataDir, ".probe-*")
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// isFresh says whether nothing lies in the data folder yet but the logs that `make run` begins with.
func isFresh(entries []os.DirEntry) bool {
	return len(entries) == 0 || len(entries) == 1 && entries[0].Name() == runLogs
}

// DatabaseFile is the SQLite file, if that is what the database is.
func (s Settings) DatabaseFile() (path string, isFile bool) {
	if strings.HasPrefix(s.DatabaseURL, "postgres") {
		return "", false
	}
	file, _, _ := strings.Cut(strings.TrimPrefix(s.DatabaseURL, "file:"), "?")
	return file, true
}

// refuseWide says in one line what is wrong with a path and what mends it.
func (s Settings) refuseWide(path string) error {
	found, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if found.Mode().Perm()&ownerOnly == 0 {
		return nil
	}
	mend := s.DataDir
	if rel, err := filepath.Rel(s.DataDir, path); err != nil || strings.HasPrefix(rel, "..") {
		mend = path
	}
	return fmt.Errorf("others than the owner have rights on %s (%#o); take them away: chmod -R go= %s", path,
		found.Mode().Perm(), mend)
}
