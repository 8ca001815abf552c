//go:build demo

package main

import (
	"context"
	"errors"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/cmd/seed/demo"
)

// fillDemo fills an empty database for DEMO=1.
func fillDemo(ctx context.Context, service app.Product) error {
	return demo.FillProduct(ctx, service.(*app.Service))
}

// Run fills the database.
func (s seed) Run(ctx context.Context) error {
	service, err := opened(ctx)
	if err != nil {
		return err
	}
	return errors.Join(demo.SeedProduct(ctx, service.(*app.Service), demo.Sizes(s)), service.Close())
}
