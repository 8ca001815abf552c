package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/store"
)

// sqliteFile is one of the files, or the files of one part, that the nightly check reads.
type sqliteFile struct {
	name  string
	check func(ctx context.Context) error
}

// quickCheck reads every SQLite file of the product from its beginning to its end, so that damage is known before the
// page that has it is needed. It fails when a file is damaged, after the others have been read too.
func (s *Service) quickCheck(ctx context.Context, r *schedule.Run) error {
	var failed error
	for _, f := range s.sqliteFiles() {
		err := f.check(ctx)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err == nil:
			r.Info("%s is in order", f.name)
		case store.IsDamage(err):
			r.Warn("%s: %v", f.name, err)
			s.Log.Error("a file is damaged", "code", damageCode(err), "part", f.name, "err", err)
			r.Count("damaged", 1)
		}
		r.Count("checked", 1)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("check %s: %w", f.name, err))
		}
	}
	return failed
}

// sqliteFiles are those of the database, of the search indexes, of the queue, and of the content service that is run
// beside this one. Parts that PostgreSQL or OpenSearch keeps have none.
func (s *Service) sqliteFiles() []sqliteFile {
	var out []sqliteFile
	if s.DB.Dialect() == store.SQLite {
		out = append(out, sqliteFile{"database", s.DB.Check}, sqliteFile{"jobs", s.parts.jobs.Check})
	}
	if check := s.parts.engine.check; check != nil {
		out = append(out, sqliteFile{"index", check})
	}
	content := filepath.Join(s.Settings.DataDir, "content", "directus.db")
	return append(out, sqliteFile{"content", func(ctx context.Context) error {
		if _, err := os.Stat(content); err != nil {
			return err
		}
		err := store.CheckFile(ctx, content)
		s.parts.contentDamage.Store(nil) // it may have been restored meanwhile, without this service
		if store.IsDamage(err) {
			s.parts.contentDamage.Store(&err)
		}
		return err
	}})
}
