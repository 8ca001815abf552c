package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"poolkeeper.example/extension-service/engine/backup"
	"poolkeeper.example/extension-service/engine/move"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/config"
)

// placesOf are where the product keeps what is backed up. Another database has tools of its own for that.
func placesOf(ctx context.Context, settings config.Settings) (p backup.Places, err error) {
	file, isFile := settings.DatabaseFile()
	if !isFile {
		return p, errors.New("the database is no file of ours: back it up by its own tools, see docs/operating.md")
	}
	p = backup.Places{Database: file, Content: filepath.Join(settings.DataDir, "content"), Data: settings.DataDir}
	p.Uploads, err = storageOf(ctx, settings)
	return p, err
}

// BackUp writes an archive of the product that these settings describe, whether it is running or not. The write-ahead
// log may grow by logLimit bytes meanwhile.
func BackUp(ctx context.Context, settings config.Settings, path string, logLimit int64) (backup.Manifest, error) {
	p, err := placesOf(ctx, settings)
	if err != nil {
		return backup.Manifest{}, err
	}
	m, err := backup.Create(ctx, p, path, backup.Options{Version: version(), Now: time.Now, LogLimit: logLimit})
	if err != nil {
		return m, err
	}
	return m, recordBackup(settings, m.Taken)
}

// lastFile holds when the last backup was taken, so that the running product can say how old it is.
func lastFile(settings config.Settings) string {
	return filepath.Join(settings.DataDir, "backups", "last")
}

// ReportBackup keeps when other tools have backed the product up: in PostgreSQL, since each copy of the service may be
// thrown away with its folder.
func ReportBackup(ctx context.Context, settings config.Settings, takenAt time.Time) (err error) {
	if _, isFile := settings.DatabaseFile(); isFile {
		return recordBackup(settings, takenAt)
	}
	db, err := store.OpenAs(ctx, settings.DatabaseURL, connecting(settings))
	if err != nil {
		return err
	}
	return errors.Join(backup.Report(ctx, db, takenAt), db.Close())
}

func recordBackup(settings config.Settings, takenAt time.Time) error {
	file := lastFile(settings)
	err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700),
		os.WriteFile(file+".new", []byte(takenAt.UTC().Format(time.RFC3339)), 0o600))
	if err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// lastBackup is when the last backup was taken, by the product or by other tools; nil when none was.
func (s *Service) lastBackup(ctx context.Context) (*time.Time, error) {
	reported, err := backup.Reported(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(lastFile(s.Settings))
	if errors.Is(err, fs.ErrNotExist) {
		return reported, nil
	}
	if err != nil {
		return nil, err
	}
	takenAt, err := time.Parse(time.RFC3339, string(text))
	if err == nil && reported != nil && reported.After(takenAt) {
		return reported, nil
	}
	return &takenAt, err
}

// VerifyBackup restores an archive aside and starts program on it once, under the secret that its keys are encrypted
// under.
func VerifyBackup(ctx context.Context, secret, path, program string) (m backup.Manifest, tables []backup.Compared,
	err error,
) {
	dir, err := os.MkdirTemp("", "poolkeeper-verify-")
	if err != nil {
		return m, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	m, tables, err = Restore(ctx, config.Settings{DataDir: dir, DatabaseURL: filepath.Join(dir, "poolkeeper.db")}, path)
	if err == nil {
		err = backup.Try(ctx, secret, program, dir)
	}
	return m, tables, err
}

// Restore puts what an archive holds in the place of what the product has, which must not be running.
func Restore(ctx context.Context, settings config.Settings, path string) (m backup.Manifest, tables []backup.Compared,
	err error,
) {
	p, err := restoredPlaces(ctx, settings)
	if err != nil {
		return m, nil, err
	}
	return backup.Restore(ctx, p, path, time.Now())
}

// restoredPlaces are where an archive is brought back to. Into PostgreSQL it goes by way of a file.
func restoredPlaces(ctx context.Context, settings config.Settings) (backup.Places, error) {
	if _, isFile := settings.DatabaseFile(); isFile {
		return placesOf(ctx, settings)
	}
	to := settings.DatabaseURL
	settings.DatabaseURL = filepath.Join(settings.DataDir, "poolkeeper.db")
	p, err := placesOf(ctx, settings)
	p.Fill = func(ctx context.Context, file string) error {
		_, err := move.Copy(ctx, move.Options{From: file, To: to, Now: time.Now, Progress: func(string, int64) {}})
		return err
	}
	return p, err
}

// Move copies the database into an empty one of the other kind, which is held when a product starts on it.
func Move(ctx context.Context, settings config.Settings, to string, progress func(table string, rows int64)) (
	[]move.Table, error,
) {
	now := time.Now()
	return move.Copy(ctx, move.Options{
		From: settings.DatabaseURL, To: to, Now: time.Now, Last: []string{backup.InsertHoldSQL(now, now)}, Progress: progress,
	})
}

// version is that of the program: of a release, or of the commit it was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return ""
}

const (
	retainedBackups = 3 // of those from before migrations
	ownLogLimit     = 1 << 30
)

// backUpFirst keeps what a migration is about to change, once it has proved to be whole.
func (s *Service) backUpFirst(ctx context.Context) error {
	file, isFile := s.Settings.DatabaseFile()
	if schema := s.DB.Schema(ctx); !isFile || schema == 0 || schema >= store.SchemaVersion() {
		return nil
	}
	dir := filepath.Join(s.Settings.DataDir, "backups")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	path := filepath.Join(dir, "before-migration-"+time.Now().UTC().Format("20060102-150405.000")+".zip")
	s.Log.Info("backing up before the migration, which takes a minute and a half for each gigabyte", "file", path)
	o := backup.Options{Version: version(), Now: time.Now, LogLimit: ownLogLimit, DatabaseAlone: true}
	if _, err := backup.Create(ctx, backup.Places{Database: file}, path, o); err != nil {
		return err
	}
	if err := backup.Check(ctx, path, dir); err != nil {
		return err
	}
	s.Log.Info("backed up before the migration", "file", path)
	return deleteOldCopies(filepath.Join(dir, "before-migration-*.zip"))
}

// isOnHold says whether the product waits after a restore.
func (s *Service) isOnHold(ctx context.Context) (bool, error) { return backup.IsHeld(ctx, s.DB) }

// restored is said of deliveries that were given up after a restore.
const restored = "RESTORED"

// newBackup lets a restored product go on.
func (s *Service) newBackup() *backup.Service {
	mails, jobs, of := s.parts.mail, s.parts.schedule, s.parts.domains
	return &backup.Service{Deps: backup.Deps{
		DB: s.DB, Now: time.Now, Audit: s.Audit.Record, Recheck: s.recheck,
		Mails: mails.AllWaiting, DropMails: mails.CancelAll, Jobs: jobs.Waiting, DropJobs: jobs.DropWaiting,
		Deliveries: of.applications.WaitingTasks,
		DropDeliveries: func(ctx context.Context) error {
			return errors.Join(of.applications.DropTasks(ctx, restored), of.vms.Messages.GiveUp(ctx, restored))
		},
		Wake: func() {
			mails.Wake()
			jobs.Wake()
		},
	}}
}
