//go:build demo

package main

import (
	"context"
	"errors"
	"os"

	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/cmd/seed/demo"
	"poolkeeper.example/extension-service/engine/admin/source"
	"poolkeeper.example/extension-service/engine/store"
)

// readTree takes texts, migrations and the tags of fields from the working tree that make dev names, not from the
// binary.
func readTree() {
	if root := os.Getenv("TREE"); root != "" {
		directusschema.ReadTree(root)
		store.ReadTree(root)
		source.ReadTags()
	}
}

// fillDemo fills an empty database for DEMO=1.
func fillDemo(ctx context.Context, service *app.Service) error { return demo.FillProduct(ctx, service) }

// Run fills the database.
func (s seed) Run(ctx context.Context) error {
	service, err := opened(ctx)
	if err != nil {
		return err
	}
	return errors.Join(demo.SeedProduct(ctx, service, demo.Sizes(s)), service.Close())
}
