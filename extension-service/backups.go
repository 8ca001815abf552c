package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/backup"
	"poolkeeper.example/extension-service/config"
)

type backups struct {
	Create createBackup `cmd:"" default:"withargs" help:"Write an archive; the default."`
	Verify verifyBackup `cmd:"" help:"Restore an archive aside, compare it with its manifest and start this program on it once."`
}

type createBackup struct {
	File     string `arg:"" type:"path" help:"The archive to write."`
	LogLimit int64  `default:"1024" help:"MiB by which the write-ahead log may grow meanwhile; then the backup ends, and nothing is written."`
}

// Run backs up.
func (c createBackup) Run(ctx context.Context) error {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	m, err := app.BackUp(ctx, settings, c.File, c.LogLimit<<20)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "%s: %d files, schema %d", c.File, len(m.Members), m.Schema)
	for name, grown := range m.LogGrown {
		fmt.Fprintf(os.Stdout, "; the log of %s grew by %d KiB", name, grown>>10)
	}
	fmt.Fprintln(os.Stdout)
	if len(m.Gone) > 0 {
		fmt.Fprintf(os.Stdout, "%d uploads were purged meanwhile and are not in it\n", len(m.Gone))
	}
	return nil
}

type verifyBackup struct {
	File string `arg:"" type:"existingfile"`
}

// Run verifies.
func (v verifyBackup) Run(ctx context.Context) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	m, tables, err := app.VerifyBackup(ctx, v.File, program)
	return told(m, tables, err)
}

type restore struct {
	File string `arg:"" type:"existingfile"`
}

// Run restores.
func (r restore) Run(ctx context.Context) error {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	if err := settings.OpenData(); err != nil {
		return err
	}
	m, tables, err := app.Restore(ctx, settings, r.File)
	return told(m, tables, err)
}

// told prints the rows of each table beside those of the manifest.
func told(m backup.Manifest, tables []backup.Compared, err error) error {
	for _, t := range tables {
		fmt.Fprintf(os.Stdout, "%-24s %-32s %10d %10d\n", t.Database, t.Table, t.Archived, t.Found)
	}
	if err == nil {
		fmt.Fprintf(os.Stdout, "equal to what was backed up at %s by version %s\n", m.Taken.Format(time.RFC3339), m.Version)
	}
	return err
}
