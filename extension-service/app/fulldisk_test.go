package app_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/backup"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/proctest"
	"poolkeeper.example/extension-service/platform/config"
)

const (
	diskSize = 96 << 20
	moreRoom = 160 << 10 // from one attempt to the next
)

// attempts repeats what needs room on a disk, with more of it each time, until it is done. failed looks at what each
// failure has left.
func attempts(t *testing.T, d *proctest.Disk, do func() error, failed func(err error)) {
	t.Helper()
	for free, n := int64(0), 0; ; free, n = free+moreRoom, n+1 {
		d.LeaveFree(t, free)
		err := do()
		if err == nil {
			if n == 0 {
				t.Error("it is done on a full disk")
			}
			t.Logf("done with %d KiB after %d attempts with less", free>>10, n)
			return
		}
		if free > diskSize {
			t.Fatalf("not even on an empty disk: %v", err)
		}
		failed(err)
		if t.Failed() {
			t.Fatalf("%d KiB were free", free>>10)
		}
	}
}

// A backup for which there is no room is an error, however far it came, and leaves nothing behind. The product goes on.
func TestBackup_FullDisk_LeavesNoFile(t *testing.T) {
	t.Parallel()
	if !proctest.HasOwnMounts(t) {
		return
	}
	p, d := openProduct(t, ownFolder(t)), proctest.NewDisk(t, diskSize)
	p.uploaded(t, "csm", "cv.pdf", []byte(minimalPDF))
	archive := filepath.Join(d.Dir, "backup.zip")
	attempts(t, d, func() error {
		_, err := app.BackUp(t.Context(), p.Settings, archive, roomy)
		return err
	}, func(err error) {
		if !store.IsFull(err) {
			t.Errorf("not said to be a full disk: %v", err)
		}
		if left, err := os.ReadDir(d.Dir); err != nil || len(left) > 0 {
			t.Errorf("left: %v, %v", left, err)
		}
		p.newProject(t, "Goes on")
	})
	if err := backup.Check(t.Context(), archive, t.TempDir()); err != nil {
		t.Error(err)
	}
}

// An archive for which there is no room is refused, and one that only claims to need less fails on the full disk:
// either way everything is as it was, byte by byte.
func TestRestore_FullDisk_ChangesNothing(t *testing.T) {
	t.Parallel()
	if !proctest.HasOwnMounts(t) {
		return
	}
	archive, _ := backedUp(t, openProduct(t, ownFolder(t)))
	for name, path := range map[string]string{
		"the room is declared":      archive,
		"the database claims less":  altered(t, archive, ofManifest(t, sizedAs("poolkeeper.db", 1))),
		"all members claim nothing": altered(t, archive, ofManifest(t, sizedAs("", 0))),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := proctest.NewDisk(t, diskSize)
			settings := movedTo(t, ownFolder(t), d.Dir)
			opened(t, settings)
			before, full := digest(t, d.Dir), 0
			attempts(t, d, func() error {
				_, _, err := app.Restore(t.Context(), settings, path)
				// all of it was written, and there was room
				if path != archive && err != nil && strings.Contains(err.Error(), "is damaged") {
					return nil
				}
				return err
			}, func(err error) {
				if store.IsFull(err) {
					full++
				} else if !strings.Contains(err.Error(), "MiB free") {
					t.Errorf("not said to be a full disk: %v", err)
				}
				if digest(t, d.Dir) != before {
					t.Error("something was touched")
				}
			})
			if path != archive && full == 0 {
				t.Error("the disk was never full")
			}
		})
	}
}

// sizedAs says of the members whose name begins so that they have a size.
func sizedAs(prefix string, size int64) func(m *backup.Manifest) {
	return func(m *backup.Manifest) {
		for i := range m.Members {
			if strings.HasPrefix(m.Members[i].Name, prefix) {
				m.Members[i].Size = size
			}
		}
	}
}

// opened starts the product and stops it, so that all its files are there.
func opened(t *testing.T, settings config.Settings) {
	t.Helper()
	s, err := app.Open(t.Context(), settings, silent())
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// movedTo are settings over a copy of a data folder.
func movedTo(t *testing.T, from config.Settings, dir string) config.Settings {
	t.Helper()
	text, err := os.ReadFile(from.DatabaseURL)
	to := settingsIn(dir, filepath.Join(dir, "poolkeeper.db"))
	if err == nil {
		err = os.WriteFile(to.DatabaseURL, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// Where there is no room for the copy of the database, a start migrates nothing and leaves no half copy. It does so
// once there is.
func TestMigration_NoRoomForTheBackup_IsPostponed(t *testing.T) {
	t.Parallel()
	if !proctest.HasOwnMounts(t) {
		return
	}
	d := proctest.NewDisk(t, diskSize)
	settings := settingsIn(d.Dir, filepath.Join(d.Dir, "poolkeeper.db"))
	if err := os.WriteFile(settings.DatabaseURL, olderDatabase(t), 0o600); err != nil {
		t.Fatal(err)
	}
	rows, err := store.Count(t.Context(), settings.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	stopped := 0
	attempts(t, d, func() error {
		s, err := app.Open(t.Context(), settings, silent())
		if err != nil {
			return err
		}
		return s.Close()
	}, func(err error) {
		if !store.IsFull(err) {
			t.Errorf("not said to be a full disk: %v", err)
		}
		archives := halfCopies(t, filepath.Join(d.Dir, "backups"))
		d.LeaveFree(t, diskSize) // so that it can be opened at all
		if schema := schemaOf(t, settings.DatabaseURL); archives == 0 && schema >= store.SchemaVersion() {
			t.Errorf("it is at version %d, and there is no copy of it", schema)
		} else if schema < store.SchemaVersion() {
			stopped++
		}
		if err := store.CheckIntegrity(t.Context(), settings.DatabaseURL); err != nil {
			t.Error(err)
		}
	})
	if stopped == 0 || schemaOf(t, settings.DatabaseURL) != store.SchemaVersion() {
		t.Errorf("%d starts were stopped before the migration, which has reached version %d", stopped,
			schemaOf(t, settings.DatabaseURL))
	}
	found, err := store.Count(t.Context(), settings.DatabaseURL)
	for table, n := range rows {
		if table != "goose_db_version" && found[table] < n {
			t.Errorf("%d of %d rows of %s are left", found[table], n, table)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// halfCopies fails for everything in a folder of backups that is no whole archive, and counts the others.
func halfCopies(t *testing.T, dir string) (complete int) {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range left {
		if err := backup.Check(t.Context(), filepath.Join(dir, e.Name()), t.TempDir()); err != nil {
			t.Errorf("left: %s: %v", e.Name(), err)
		}
		complete++
	}
	return complete
}

func schemaOf(t *testing.T, path string) int64 {
	t.Helper()
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	schema := db.Schema(t.Context())
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return schema
}
