package demo

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/app"
)

// FillProduct puts the accounts and records of the demonstration into an empty database; any other is left alone.
// Connections to VMS are among them where a sandbox stands beside the product.
func FillProduct(ctx context.Context, p *app.Service) error {
	if err := p.FillAccounts(ctx); err != nil {
		return err
	}
	var known int
	if _, err := p.DB.Row(ctx, []any{&known}, "SELECT count(*) FROM clients"); err != nil || known > 0 {
		return err
	}
	now := time.Now()
	connections := func(context.Context) error { return nil }
	if p.Settings.SandboxVMS != "" {
		connections = newConnector(p, now).createConnections
	}
	if err := fill(ctx, target{p.DB, p.Files(), now}, connections); err != nil {
		return err
	}
	if err := planChanges(ctx, p, now); err != nil {
		return err
	}
	return triggerJobs(ctx, p)
}

// SeedProduct adds made-up records in any number and brings the search indexes up to them.
func SeedProduct(ctx context.Context, p *app.Service, sizes Sizes) error {
	if err := p.FillAccounts(ctx); err != nil {
		return err
	}
	progress := func(done, of int) { p.Log.Info("seed", "done", done, "of", of) }
	if err := Seed(ctx, p.DB, Order{Sizes: sizes, Now: time.Now(), Progress: progress}); err != nil {
		return err
	}
	return p.Reindex(ctx, nil)
}
