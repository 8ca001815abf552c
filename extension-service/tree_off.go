//go:build !demo && !tree

package main

import (
	"context"

	"poolkeeper.example/extension-service/app"
)

// readTree does nothing: what a binary for production says is in it.
func readTree() {}

// fillDemo refuses: nothing has filled the database, and nothing here can.
func fillDemo(context.Context, app.Product) error { return errNoDemo }
