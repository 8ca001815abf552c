//go:build tree && !demo

package main

import (
	"context"

	"poolkeeper.example/extension-service/app"
)

// fillDemo leaves the database as the first start of make dev has filled it.
func fillDemo(context.Context, app.Product) error { return nil }
