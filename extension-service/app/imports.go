package app

import (
	"context"
	"io"
	"time"

	"poolkeeper.example/extension-service/engine/admin/imports"
)

// newImports builds the part that brings records in from files, for every resource that declares it.
func (s *Service) newImports() *imports.Service {
	return imports.New(imports.Deps{
		DB: s.DB, Jobs: s.parts.jobs, Files: importFiles{s}, Registry: s.Registry, Now: time.Now,
		Text: s.Registry.Runtime.Text,
	})
}

// importFiles are the uploads as imports see them.
type importFiles struct{ *Service }

// Read opens an upload.
func (x importFiles) Read(ctx context.Context, id string) (string, io.ReadCloser, error) {
	r, body, err := x.parts.files.Open(ctx, id)
	return r.Name, body, err
}

// Store keeps the faulty rows of a file.
func (x importFiles) Store(ctx context.Context, name string, body io.Reader) (string, error) {
	r, err := x.parts.files.StoreMade(ctx, name, "text/csv", body)
	return r.ID, err
}

// Drop removes an upload that no job has made.
func (x importFiles) Drop(ctx context.Context, id string) error { return x.dropUpload(ctx, id) }
