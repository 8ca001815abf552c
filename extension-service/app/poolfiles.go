package app

import (
	"context"
	"io"
)

// poolFiles are the uploads as pools see them.
type poolFiles struct{ *Service }

// Read opens an upload.
func (x poolFiles) Read(ctx context.Context, id string) (string, io.ReadCloser, error) {
	r, body, err := x.parts.files.Open(ctx, id)
	return r.Name, body, err
}

// Store keeps the faulty rows of a file.
func (x poolFiles) Store(ctx context.Context, name string, body io.Reader) (string, error) {
	r, err := x.parts.files.StoreMade(ctx, name, "text/csv", body)
	return r.ID, err
}

// Drop removes an upload that no job has made.
func (x poolFiles) Drop(ctx context.Context, id string) error { return x.dropUpload(ctx, id) }
