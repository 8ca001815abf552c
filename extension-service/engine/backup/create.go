// Package backup copies a running product that keeps everything in files into one archive, and brings it back: "Backup
// and restore of the embedded default". What can be built anew, the search index and the queue, is left out.
package backup

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/store"
)

// Places are where a product keeps what is backed up and restored.
type Places struct {
	Database string // the SQLite file
	Content  string // the folder of the content service
	Data     string // the folder of what is derived
	Uploads  files.Storage
	// Fill brings a restored SQLite file into another database, which must be empty; nil: the file is the database.
	Fill func(ctx context.Context, file string) error
}

func (p Places) contentDatabase() string { return filepath.Join(p.Content, "directus.db") }

// prepared says for which schema the service is.
func (p Places) prepared() string       { return filepath.Join(p.Content, "prepared") }
func (p Places) secrets() string        { return filepath.Join(p.Content, "secrets.json") }
func (p Places) contentUploads() string { return filepath.Join(p.Content, "uploads") }

// Options say how a backup is made.
type Options struct {
	Version string
	Now     func() time.Time
	// LogLimit is by how many bytes the write-ahead log may grow while a database is copied.
	LogLimit int64
	// DatabaseAlone leaves out everything but the database, for a copy from before a migration.
	DatabaseAlone bool
}

// Create writes an archive of what stands at one instant while the product goes on; path must not exist yet, and
// appears whole or not at all.
func Create(ctx context.Context, p Places, path string, o Options) (m Manifest, err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return m, errors.Join(fmt.Errorf("%s is there already", path), err)
	}
	temporary, err := os.MkdirTemp(filepath.Dir(path), ".backup-")
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temporary)) }()
	m = Manifest{
		Format: format, Version: o.Version, Taken: o.Now().UTC(), Tables: map[string]map[string]int64{},
		Members: []Member{}, Gone: []string{}, LogGrown: map[string]int64{},
	}
	c := &creation{Places: p, Options: o, temporary: temporary, manifest: &m}
	made := filepath.Join(temporary, "archive")
	if err := c.writeArchive(ctx, made); err != nil {
		return m, err
	}
	if err := os.Rename(made, path); err != nil {
		return m, err
	}
	return m, flush(filepath.Dir(path))
}

// creation is a backup that is being made.
type creation struct {
	Places
	Options
	temporary string
	manifest  *Manifest
	w         *writer
}

func (c *creation) writeArchive(ctx context.Context, path string) error {
	out, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	c.w = &writer{zip.NewWriter(out), c.manifest}
	err = c.database(ctx)
	if err == nil && !c.DatabaseAlone {
		err = c.content(ctx)
	}
	if err == nil {
		err = c.w.finish()
	}
	return errors.Join(err, out.Sync(), out.Close())
}

// database adds the product's own, and the uploads that the copy names.
func (c *creation) database(ctx context.Context) error {
	copied, err := c.snapshot(ctx, productName, c.Database)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, copied)
	if err != nil {
		return err
	}
	c.manifest.Schema = db.Schema(ctx)
	var members []string
	if !c.DatabaseAlone {
		members, err = files.StoredNames(ctx, db)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if err := c.addDatabase(ctx, productName, copied); err != nil {
		return err
	}
	for _, id := range members {
		if err := c.upload(ctx, id); err != nil {
			return fmt.Errorf("upload %s: %w", id, err)
		}
	}
	return nil
}

// content adds what the content service keeps, where it runs here.
func (c *creation) content(ctx context.Context) error {
	if _, err := os.Stat(c.contentDatabase()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	copied, err := c.snapshot(ctx, contentName, c.contentDatabase())
	if err != nil {
		return err
	}
	if err := c.addDatabase(ctx, contentName, copied); err != nil {
		return err
	}
	if err := ignoreMissing(c.addFile(secretsName, c.secrets())); err != nil { // they may be given by the environment
		return err
	}
	entries, err := os.ReadDir(c.contentUploads())
	if err != nil {
		return ignoreMissing(err)
	}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		if err := ignoreMissing(c.addFile(contentFiles+e.Name(), filepath.Join(c.contentUploads(), e.Name()))); err != nil {
			return err
		}
	}
	return nil
}

func (c *creation) snapshot(ctx context.Context, name, path string) (copied string, err error) {
	copied = filepath.Join(c.temporary, filepath.Base(name))
	c.manifest.LogGrown[name], err = store.Snapshot(ctx, path, copied, c.LogLimit)
	return copied, err
}

func (c *creation) addDatabase(ctx context.Context, name, copied string) (err error) {
	if c.manifest.Tables[name], err = store.Count(ctx, copied); err != nil {
		return err
	}
	return errors.Join(c.addFile(name, copied), os.Remove(copied))
}

func (c *creation) addFile(name, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(c.w.add(name, file), file.Close())
}

// upload adds one; whoever purged it since the database was copied has done so for good.
func (c *creation) upload(ctx context.Context, id string) error {
	body, err := c.Uploads.Open(ctx, id)
	if errors.Is(err, files.ErrMissing) {
		c.manifest.Gone = append(c.manifest.Gone, id)
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(c.w.add(uploads+id, io.Reader(body)), body.Close())
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func flush(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
