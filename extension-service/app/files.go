package app

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/platform/config"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// openFiles builds the keeper of uploads over a bucket, or over a folder beside the database, and declares the
// catalogue of images.
func (s *Service) openFiles(ctx context.Context) (*files.Service, error) {
	storage, err := storageOf(ctx, s.Settings)
	if _, away := errors.AsType[*files.UnreachedError](err); away { // the check of the uploads tells from now on
		s.Log.Warn("uploads can neither be added nor opened until the bucket answers", "err", err)
	} else if err != nil {
		return nil, err
	}
	scanner, err := scannerOf(s.Settings)
	if err != nil {
		return nil, err
	}
	f := files.New(files.Deps{
		Scanner: scanner, Log: s.Log,
		DB: s.DB, Storage: storage, Spool: filepath.Join(s.Settings.DataDir, "files", "incoming"), Audit: s.Audit.Record,
		Now:     time.Now,
		Reaches: s.mayReadUse, ReachesMade: s.parts.jobs.ReachesFile, Ticket: s.tickets.Issue, Logos: []string{"client"},
	})
	s.Registry.Runtime.File = f.MayName
	add(s, files.CatalogResource, f.Catalog)
	return f, nil
}

// scannerOf is what looks at uploads, nil where the settings name none.
func scannerOf(settings config.Settings) (files.Scanner, error) {
	if settings.ScannerURL == "" {
		return nil, nil
	}
	return files.NewClamd(settings.ScannerURL)
}

func storageOf(ctx context.Context, settings config.Settings) (files.Storage, error) {
	if address := string(settings.S3URL); address != "" {
		return files.Bucket(ctx, address)
	}
	return files.Folder(filepath.Join(settings.DataDir, "files", "kept")), nil
}

// mayReadUse says whether the caller may read a record that names an upload.
func (s *Service) mayReadUse(ctx context.Context, entity string, id int64) (bool, error) {
	r := s.Registry.Named(entity)
	if r == nil || !role.From(ctx).CanAny(r.Facts().Read) {
		return false, nil
	}
	return resource.IsVisible(ctx, r, id)
}

// fileOf makes what somebody wishes for: an upload, texts, a message, or the records of a resource.
func (s *Service) fileOf(ctx context.Context, w resource.DownloadRequest) (resource.Download, error) {
	if w.Entity == files.Entity {
		return s.parts.files.Requested(ctx, w.For)
	}
	if w.Entity == content.ExportEntity {
		return s.parts.content.Requested(ctx, w.For)
	}
	if vms.IsMessage(w) {
		return s.parts.domains.vms.Requested(ctx, w.For)
	}
	if r := s.Registry.Named(w.Entity); r != nil {
		return r.Requested(ctx, w.For)
	}
	// a copy of another version gave the ticket
	return resource.Download{}, fault.New(fault.NotFound, "NOT_FOUND", "there are no files of %s", w.Entity)
}

// SweepFiles removes at once what the background removes in time, for tests.
func (s *Service) SweepFiles(ctx context.Context) error { return s.parts.files.Sweep(ctx) }
