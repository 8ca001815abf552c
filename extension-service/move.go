package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/config"
)

type relocate struct {
	To string `required:"" env:"MOVE_TO" help:"The database to fill, as DATABASE_URL would name it. The environment keeps a password out of sight."`
}

// Run copies the database that DATABASE_URL names.
func (r relocate) Run(ctx context.Context) error {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	to := r.To
	if !store.IsPostgres(to) {
		to = strings.TrimPrefix(to, "sqlite:")
	}
	tables, err := app.Move(ctx, settings, to, func(table string, rows int64) {
		fmt.Fprintf(os.Stderr, "%-32s %10d\n", table, rows)
	})
	if err != nil {
		return err
	}
	for _, t := range tables {
		fmt.Fprintf(os.Stdout, "%-32s %10d  %s\n", t.Name, t.Rows, t.Sum)
	}
	fmt.Fprintf(os.Stdout, "%d tables were copied and read again: rows and sums are equal. "+
		"Set DATABASE_URL to the copy and start; it is held until somebody releases it\n", len(tables))
	if store.IsPostgres(to) && settings.SigningSecret == "" {
		fmt.Fprintf(os.Stdout, "and set SIGNING_SECRET to what %s holds: over PostgreSQL the service makes none\n",
			settings.KeyFile())
	}
	return nil
}
