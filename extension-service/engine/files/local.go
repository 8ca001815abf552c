package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// ErrMissing is answered for a name under which nothing is kept.
var ErrMissing = errors.New("files: nothing is kept under this name")

var namePattern = regexp.MustCompile(`^[a-z0-9]{4,64}$`)

// checkName keeps a storage from ever leaving its place.
func checkName(name string) error {
	if !namePattern.MatchString(name) {
		return fmt.Errorf("files: %q is no name of ours", name)
	}
	return nil
}

// folder keeps bytes as files below a directory, spread over subfolders.
type folder struct{ dir string }

// Folder returns the storage in a local directory.
func Folder(dir string) Storage { return &folder{dir} }

// FolderOf is the directory that a storage keeps everything in; "" where it is none of this machine.
func FolderOf(s Storage) string {
	if local, ok := s.(*folder); ok {
		return local.dir
	}
	return ""
}

// halfWritten begins the names of files that Put has not finished, followed by the first letters of the name to be.
const halfWritten = ".part-"

var partPattern = regexp.MustCompile(`^\.part-[a-z0-9]{2}[0-9]+$`)

func (f *folder) path(name string) string { return filepath.Join(f.dir, name[:2], name) }

// Write writes beside the place, flushes, and moves the file there; then it flushes the folder, which holds the name.
func (f *folder) Write(_ context.Context, name string, body io.Reader, size int64) error {
	if err := checkName(name); err != nil {
		return err
	}
	place := f.path(name)
	if err := makeFolder(filepath.Dir(place)); err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(place), halfWritten+name[:2])
	if err != nil {
		return err
	}
	err = fillFile(part, body, size)
	if err == nil {
		err = os.Rename(part.Name(), place)
	}
	if err != nil {
		return errors.Join(err, os.Remove(part.Name()))
	}
	return flushFolder(filepath.Dir(place))
}

func fillFile(part *os.File, body io.Reader, size int64) error {
	n, err := io.Copy(part, body)
	if err == nil && n != size {
		err = fmt.Errorf("files: %d bytes came instead of %d", n, size)
	}
	return errors.Join(err, part.Sync(), part.Close())
}

// makeFolder makes the folder and the way to it, and flushes what holds their names.
func makeFolder(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return flushFolder(filepath.Dir(dir))
}

func flushFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Open reads a file.
func (f *folder) Open(_ context.Context, name string) (io.ReadSeekCloser, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	file, err := os.Open(f.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrMissing
	}
	return file, err
}

// Delete removes a file, also one that Put left half-written.
func (f *folder) Delete(_ context.Context, name string) error {
	var place string
	switch {
	case partPattern.MatchString(name):
		place = filepath.Join(f.dir, name[len(halfWritten):][:2], name)
	case checkName(name) != nil:
		return checkName(name)
	default:
		place = f.path(name)
	}
	if err := os.Remove(place); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Each walks the subfolders. What Put left half-written in a crash is visited under a name that no record has.
func (f *folder) Each(ctx context.Context, visit func(name string, storedAt time.Time) error) error {
	return filepath.WalkDir(f.dir, func(_ string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil || ctx.Err() != nil:
			return errors.Join(err, ctx.Err())
		case entry.IsDir():
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return visit(entry.Name(), info.ModTime())
	})
}
