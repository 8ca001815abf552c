package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/config"
)

// SchemaState reads how the schema of the database stands to this program, and fails where that cannot work with it.
// Nothing is changed, nor made where there is no database yet.
func SchemaState(ctx context.Context, settings config.Settings) (state store.SchemaState, err error) {
	if file, isFile := settings.DatabaseFile(); isFile {
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			state.Pending, err = store.Migrations()
			return state, err
		}
	}
	db, err := store.OpenAs(ctx, settings.DatabaseURL, connecting(settings))
	if err != nil {
		return state, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if state, err = db.SchemaState(ctx); err != nil {
		return state, err
	}
	return state, db.CanStart(ctx, state)
}

// CheckRestored fails where the database that is to be held is empty: nothing was restored into it.
func CheckRestored(ctx context.Context, settings config.Settings) error {
	state, err := SchemaState(ctx, settings)
	if err == nil && state.Version == 0 {
		err = errors.New("the database is empty: restore the copy into it first, or see whether DATABASE_URL names another")
	}
	return err
}

// dumpFirst keeps the database of PostgreSQL that a migration is about to change. One copy of the service does, while
// the others wait.
func (s *Service) dumpFirst(ctx context.Context, state store.SchemaState) error {
	if _, isFile := s.Settings.DatabaseFile(); isFile || s.Settings.DatabaseCopied == state.Version {
		return nil // a file was copied before, see backUpFirst
	}
	dir := filepath.Join(s.Settings.DataDir, "backups")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	path := filepath.Join(dir, "before-migration-"+time.Now().UTC().Format("20060102-150405.000")+".dump")
	s.Log.Info("dumping the database before the migration", "file", path, "pending", len(state.Pending))
	if err := dumpInto(ctx, s.Settings.DatabaseURL, path); err != nil {
		_ = os.Remove(path)
		return fmt.Errorf("the database cannot be dumped before %d migrations change it: %w. Dump it yourself with "+
			"\"pg_dump --format=custom --file=poolkeeper-%d.dump $DATABASE_URL\", then start with DATABASE_COPIED=%d",
			len(state.Pending), err, state.Version, state.Version)
	}
	s.Log.Info("dumped the database before the migration", "file", path)
	return deleteOldCopies(filepath.Join(dir, "before-migration-*.dump"))
}

// dumpInto runs pg_dump. The password stands in its environment, since every user of a machine sees arguments.
func dumpInto(ctx context.Context, address, path string) error {
	at, err := url.Parse(address)
	if err != nil {
		return errors.New("DATABASE_URL cannot be read") // the cause would tell a secret
	}
	password, _ := at.User.Password()
	at.User, at.RawQuery = url.User(at.User.Username()), libpqParams(at.Query()).Encode()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	dump := exec.CommandContext(ctx, "pg_dump", "--format=custom", "--no-password", "--dbname="+at.String())
	var complaint strings.Builder
	dump.Env, dump.Stdout, dump.Stderr = append(os.Environ(), "PGPASSWORD="+password), file, &complaint
	if err := dump.Run(); err != nil {
		return fmt.Errorf("%w %s", err, strings.Join(strings.Fields(complaint.String()), " "))
	}
	return file.Sync()
}

// libpqParams are those of the parameters of an address that pg_dump knows; the others are settings of a session.
func libpqParams(all url.Values) url.Values {
	maps.DeleteFunc(all, func(name string, _ []string) bool {
		known := []string{"host", "port", "connect_timeout", "options"}
		return !strings.HasPrefix(name, "ssl") && !slices.Contains(known, name)
	})
	return all
}

// deleteOldCopies removes all but the newest of the copies from before migrations.
func deleteOldCopies(pattern string) error {
	found, err := filepath.Glob(pattern)
	slices.Sort(found)
	for _, old := range found[:max(0, len(found)-retainedBackups)] {
		err = errors.Join(err, os.Remove(old))
	}
	return err
}
