package store_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/proctest"
)

// Whatever of a database, its log or what it shares with others finds no room on a full disk, it is said to be that,
// and what was written before is still there.
func TestDisk_Full_IsReportedAsFull(t *testing.T) {
	t.Parallel()
	if !proctest.HasOwnMounts(t) {
		return
	}
	d := proctest.NewDisk(t, 8<<20)
	const page = 4 << 10
	for room := int64(0); room < 64*page; room += page {
		path := filepath.Join(d.Dir, strconv.FormatInt(room, 10), "own.db")
		d.LeaveFree(t, 1<<20)
		if err := execOnFile(t, path, "CREATE TABLE kept (word TEXT)"); err != nil {
			t.Fatal(err)
		}
		d.LeaveFree(t, room)
		err := execOnFile(t, path, "INSERT INTO kept VALUES ('"+strings.Repeat("x", 16*page)+"')")
		if err != nil && !store.IsFull(err) {
			t.Errorf("with room for %d pages: %v", room/page, err)
		}
		if room == 0 && err == nil {
			t.Error("there was no room for anything, and it was kept")
		}
		d.LeaveFree(t, 1<<20)
		if err := errors.Join(store.CheckIntegrity(t.Context(), path), os.RemoveAll(filepath.Dir(path))); err != nil {
			t.Errorf("with room for %d pages: %v", room/page, err)
		}
	}
}

func execOnFile(t *testing.T, path, statement string) error {
	t.Helper()
	db, err := store.Open(t.Context(), path)
	if err != nil {
		return err
	}
	err = db.Write(t.Context(), func(ctx context.Context) error {
		_, err := db.Exec(ctx, statement)
		return err
	})
	return errors.Join(err, db.Close())
}
