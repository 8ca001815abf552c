package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

const (
	// unpacked ends the name of a database that waits beside its place until all of the archive has proved to be whole.
	unpacked = ".restored"
	// replaced ends the name under which the database that stood there before is kept.
	replaced = ".before-restore"
)

// Compared is what one table has, beside what the manifest says it had.
type Compared struct {
	Database, Table string
	Archived, Found int64
}

// Restore brings back what an archive holds, in the place of what stands there, which no process may have open. Nothing
// is touched before the whole archive has been read, unpacked and compared with its manifest; what was replaced is kept
// beside it under another name. The product is held when it starts the next time, see Hold.
func Restore(ctx context.Context, p Places, path string, now time.Time) (m Manifest, tables []Compared, err error) {
	a, err := open(path)
	if err != nil {
		return m, nil, err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	r := &restoration{Places: p, archive: a, now: now}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.undo(context.WithoutCancel(ctx)))
		}
	}()
	if err = r.checkRoom(ctx); err == nil {
		tables, err = r.prepare(ctx)
	}
	if err == nil {
		err = r.replace(ctx)
	}
	return a.manifest, tables, err
}

// Check reads an archive whole and holds its databases against its manifest, in a folder of its own within dir.
func Check(ctx context.Context, path, dir string) (err error) {
	a, err := open(path)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp(dir, ".check-")
	if err != nil {
		return errors.Join(err, a.Close())
	}
	defer func() { err = errors.Join(err, a.Close(), os.RemoveAll(folder)) }()
	for _, m := range a.manifest.Members {
		if a.manifest.Tables[m.Name] == nil {
			err = a.copy(io.Discard, m)
		} else if err = a.unpack(m, filepath.Join(folder, filepath.Base(m.Name))); err == nil {
			_, err = a.inspect(ctx, m.Name, filepath.Join(folder, filepath.Base(m.Name)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// restoration is an archive that is being brought back.
type restoration struct {
	Places
	*archive
	now   time.Time
	added []string // uploads that were not there before
	moved []string // places whose file has been replaced
}

// databases are the members that replace one that stands there, the product's own last: with it everything is as it
// was.
func (r *restoration) databases() []struct{ member, place string } {
	all := []struct{ member, place string }{
		{secretsName, r.secrets()},
		{contentName, r.contentDatabase()},
		{productName, r.Database},
	}
	return slices.DeleteFunc(all, func(d struct{ member, place string }) bool { return r.files[d.member] == nil })
}

// prepare unpacks and checks everything beside what is in use.
func (r *restoration) prepare(ctx context.Context) (tables []Compared, err error) {
	for _, d := range r.databases() {
		if err := r.unpack(r.member(d.member), d.place+unpacked); err != nil {
			return nil, err
		}
		if d.member == secretsName {
			continue
		}
		found, err := r.inspect(ctx, d.member, d.place+unpacked)
		if tables = append(tables, found...); err != nil {
			return tables, err
		}
	}
	if err := r.markRestored(ctx); err != nil {
		return tables, err
	}
	for _, m := range r.manifest.Members {
		if err := r.restoreUpload(ctx, m); err != nil {
			return tables, err
		}
	}
	return tables, nil
}

func (a *archive) member(name string) Member {
	i := slices.IndexFunc(a.manifest.Members, func(m Member) bool { return m.Name == name })
	return a.manifest.Members[i]
}

func (a *archive) unpack(m Member, path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	out, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(a.copy(out, m), out.Sync(), out.Close())
}

// inspect reads an unpacked database whole and counts its rows beside the manifest's.
func (a *archive) inspect(ctx context.Context, name, path string) (out []Compared, err error) {
	switch err := store.CheckIntegrity(ctx, path); {
	case store.IsFull(err): // there was no room to look at it
		return nil, err
	case err != nil:
		return nil, refused("%s: %v", name, err)
	}
	found, err := store.Count(ctx, path)
	if err != nil {
		return nil, err
	}
	archived := a.manifest.Tables[name]
	all := maps.Clone(found)
	maps.Copy(all, archived)
	for _, table := range slices.Sorted(maps.Keys(all)) {
		_, there := found[table]
		_, named := archived[table]
		one := Compared{name, table, archived[table], found[table]}
		out = append(out, one)
		if there != named || one.Archived != one.Found {
			err = refused("%s has %d rows of %s, and its manifest says %d", name, one.Found, table, one.Archived)
		}
	}
	return out, err
}

// markRestored brings the unpacked database to this program's schema and writes down in it that it was restored.
func (r *restoration) markRestored(ctx context.Context) error {
	db, err := store.Open(ctx, r.Database+unpacked)
	if err != nil {
		return err
	}
	if err = db.Migrate(ctx); err == nil {
		err = HoldSends(ctx, db, r.manifest.Taken, r.now)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	return store.CheckpointAndClose(ctx, r.Database+unpacked)
}

// restoreUpload keeps one that is not there any more; of the content service's, under the name it had.
func (r *restoration) restoreUpload(ctx context.Context, m Member) error {
	if name, ok := strings.CutPrefix(m.Name, contentFiles); ok {
		path := filepath.Join(r.contentUploads(), filepath.Base(name))
		if err := r.unpack(m, path+unpacked); err != nil { // what stands there stays until this is whole
			return errors.Join(err, ignoreMissing(os.Remove(path+unpacked)))
		}
		return os.Rename(path+unpacked, path)
	}
	id, ok := strings.CutPrefix(m.Name, uploads)
	if !ok {
		return nil
	}
	if there, err := r.isThere(ctx, id, m); err != nil || there {
		return err
	}
	read, write := io.Pipe()
	failed := make(chan error, 1)
	go func() {
		err := r.copy(write, m)
		failed <- err
		_ = write.CloseWithError(err) // never fails; without an error it is the end of the file
	}()
	r.added = append(r.added, id)
	err := r.Uploads.Write(ctx, id, read, m.Size)
	_ = read.Close()
	if cause := <-failed; cause != nil && !errors.Is(cause, io.ErrClosedPipe) {
		return cause
	}
	return err
}

// isThere says whether an upload is kept as it was; also then it is read from the archive, so that damage is noticed.
func (r *restoration) isThere(ctx context.Context, id string, m Member) (bool, error) {
	body, err := r.Uploads.Open(ctx, id)
	if err != nil {
		return false, nil // what cannot be read is kept anew
	}
	defer body.Close()
	sum, n, err := sumOf(body)
	if err != nil || n != m.Size || sum != m.SHA256 {
		return false, nil
	}
	return true, r.copy(io.Discard, m)
}

// replace puts the databases in their places once nobody has the old ones open. What follows from them is built anew.
func (r *restoration) replace(ctx context.Context) error {
	for _, d := range r.databases() {
		if d.member == productName && r.Fill != nil {
			continue
		}
		if err := renameOld(ctx, d.place, d.member != secretsName); err != nil {
			return err
		}
	}
	for _, derived := range []string{"index*.db*", "jobs.db*"} {
		files, err := filepath.Glob(filepath.Join(r.Data, derived))
		for _, file := range files {
			err = errors.Join(err, ignoreMissing(os.Remove(file)))
		}
		if err != nil {
			return err
		}
	}
	if err := ignoreMissing(os.Remove(r.prepared())); err != nil {
		return err
	}
	for _, d := range r.databases() {
		if r.Fill != nil && d.member == productName {
			if err := r.fill(ctx, d.place+unpacked); err != nil {
				return err
			}
			continue
		}
		if err := os.Rename(d.place+unpacked, d.place); err != nil {
			return err
		}
		r.moved = append(r.moved, d.place)
		if err := flush(filepath.Dir(d.place)); err != nil {
			return err
		}
	}
	return nil
}

// fill has another database hold what was unpacked, which is removed then.
func (r *restoration) fill(ctx context.Context, path string) error {
	if err := r.Fill(ctx, path); err != nil {
		return err
	}
	for _, part := range []string{"", "-wal", "-shm"} {
		if err := ignoreMissing(os.Remove(path + part)); err != nil {
			return err
		}
	}
	return nil
}

// renameOld gives what stands at a place a second name, after everything that was written to it is in this one file.
func renameOld(ctx context.Context, place string, isDatabase bool) error {
	if _, err := os.Stat(place); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if isDatabase {
		if err := store.CheckpointAndClose(ctx, place); err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
	}
	if err := ignoreMissing(os.Remove(place + replaced)); err != nil {
		return err
	}
	return os.Link(place, place+replaced)
}

// undo puts back what was replaced and removes what was unpacked.
func (r *restoration) undo(ctx context.Context) error {
	var errs []error
	for _, place := range r.moved {
		errs = append(errs, ignoreMissing(os.Rename(place+replaced, place)))
	}
	for _, d := range r.databases() {
		for _, part := range []string{"", "-wal", "-shm"} {
			errs = append(errs, ignoreMissing(os.Remove(d.place+unpacked+part)))
		}
	}
	for _, id := range r.added {
		errs = append(errs, r.Uploads.Delete(ctx, id))
	}
	return errors.Join(errs...)
}
