//go:build !demo

package main

import (
	"context"
	"errors"
)

// errNoDemo answers DEMO=1 and seed in a binary for production, which is built without made-up records.
var errNoDemo = errors.New(
	"this binary has no demo data: build it with -tags demo, as make run does, or leave DEMO unset")

// Run says that there is nothing to fill the database with.
func (seed) Run(context.Context) error { return errNoDemo }
