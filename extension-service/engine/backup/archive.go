package backup

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

// format is that of the archives written here; others are refused.
const format = 1

// Manifest says what an archive holds. It is its last member.
type Manifest struct {
	Format  int       `json:"format"`
	Version string    `json:"version"` // of the program that wrote it
	Schema  int64     `json:"schema"`
	Taken   time.Time `json:"taken"`
	// Tables are the rows of each table by database, as read from the copies.
	Tables  map[string]map[string]int64 `json:"tables"`
	Members []Member                    `json:"members"`
	// Gone are uploads that were purged between the copy of the database and their own.
	Gone []string `json:"gone"`
	// LogGrown is by how many bytes the write-ahead log of each database grew while it was copied.
	LogGrown map[string]int64 `json:"logGrown"`
}

// Member is one file of an archive.
type Member struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// The names of members: the two databases, the secrets of the content service, and what was uploaded to either.
const (
	manifestName = "manifest.json"
	productName  = "poolkeeper.db"
	contentName  = "content/directus.db"
	secretsName  = "content/secrets.json"
	contentFiles = "content/uploads/"
	uploads      = "files/"
)

var memberName = regexp.MustCompile(
	`^(poolkeeper\.db|content/directus\.db|content/secrets\.json|content/uploads/[A-Za-z0-9._-]+|files/[a-z0-9]{4,64})$`)

var errRefused = errors.New("the archive is refused")

func refused(text string, args ...any) error {
	return fmt.Errorf("%w: %s", errRefused, fmt.Sprintf(text, args...))
}

// writer fills an archive.
type writer struct {
	*zip.Writer
	manifest *Manifest
}

func (w *writer) add(name string, body io.Reader) error {
	method := zip.Deflate
	if name != productName && name != contentName {
		method = zip.Store // what was uploaded is compressed already
	}
	part, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: w.manifest.Taken})
	if err != nil {
		return err
	}
	sum, n, err := sumOf(io.TeeReader(body, part))
	w.manifest.Members = append(w.manifest.Members, Member{name, n, sum})
	return err
}

func (w *writer) finish() error {
	part, err := w.Create(manifestName)
	if err != nil {
		return err
	}
	return errors.Join(json.NewEncoder(part).Encode(w.manifest), w.Close())
}

// archive is one that is read.
type archive struct {
	*zip.ReadCloser
	manifest Manifest
	files    map[string]*zip.File
}

// open reads the manifest of an archive and refuses one that this program cannot restore.
func open(path string) (*archive, error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return nil, refused("%s is no whole archive: %v", path, err)
	}
	a := &archive{ReadCloser: z, files: map[string]*zip.File{}}
	if err := a.readManifest(); err != nil {
		return nil, errors.Join(err, z.Close())
	}
	return a, nil
}

func (a *archive) readManifest() error {
	for _, f := range a.File {
		if a.files[f.Name] != nil {
			return refused("it holds %q twice", f.Name)
		}
		a.files[f.Name] = f
	}
	if a.files[manifestName] == nil {
		return refused("it has no manifest")
	}
	text, err := a.files[manifestName].Open()
	if err != nil {
		return refused("its manifest cannot be read: %v", err)
	}
	defer text.Close()
	if err := json.NewDecoder(text).Decode(&a.manifest); err != nil {
		return refused("its manifest cannot be read: %v", err)
	}
	delete(a.files, manifestName)
	m := &a.manifest
	switch known := store.SchemaVersion(); {
	case m.Format != format:
		return refused("it is of format %d, and this program reads %d", m.Format, format)
	case m.Schema > known:
		return refused("its database is at version %d, and this program knows only %d: restore it with version %s", m.Schema,
			known, m.Version)
	}
	return a.compare()
}

// compare holds the names of what is there against those of the manifest.
func (a *archive) compare() error {
	named := map[string]bool{}
	for _, m := range a.manifest.Members {
		if !memberName.MatchString(m.Name) || named[m.Name] {
			return refused("%q is no member of ours", m.Name)
		}
		named[m.Name] = true
		if a.files[m.Name] == nil {
			return refused("%s is missing", m.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		if !named[name] {
			return refused("its manifest does not name %q", name)
		}
	}
	if !named[productName] {
		return refused("%s is missing", productName)
	}
	return nil
}

// copy writes a member to out and refuses one that is not what was put in.
func (a *archive) copy(out io.Writer, m Member) error {
	body, err := a.files[m.Name].Open()
	if err != nil {
		return refused("%s cannot be read: %v", m.Name, err)
	}
	defer body.Close()
	to := &target{Writer: out}
	sum, n, err := sumOf(io.TeeReader(body, to))
	switch {
	case to.err != nil:
		return to.err
	case err != nil:
		return refused("%s cannot be read: %v", m.Name, err)
	case n != m.Size || sum != m.SHA256:
		return refused("%s is damaged", m.Name)
	}
	return nil
}

// sumOf reads to the end.
func sumOf(body io.Reader) (sum string, n int64, err error) {
	hash := sha256.New()
	n, err = io.Copy(hash, body)
	return hex.EncodeToString(hash.Sum(nil)), n, err
}

// target remembers that it was the writing that failed, and not the archive.
type target struct {
	io.Writer
	err error
}

// Write passes on.
func (t *target) Write(p []byte) (n int, err error) {
	n, t.err = t.Writer.Write(p)
	return n, t.err
}
