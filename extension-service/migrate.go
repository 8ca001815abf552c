package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/audit/proof"
	"poolkeeper.example/extension-service/platform/config"
)

// errPending is why `migrate --check` ends with pendingCode, which is no failure.
var errPending = errors.New("migrations are pending")

const pendingCode = 2

type migrate struct {
	Check bool   `xor:"mode" help:"Change nothing; end with 0 if the database is at this version, with 2 if migrations are pending, which are named."`
	Plan  bool   `xor:"mode" help:"Change nothing; print what each pending migration does, and whether older copies can go on beside it."`
	Grant string `placeholder:"ROLE" help:"Afterwards give a role of PostgreSQL what a service needs that does not own the tables: all but to change or remove entries of the audit log."`
}

// Run migrates, which opening does, or only says what would be done.
func (m migrate) Run(ctx context.Context) error {
	if m.Check || m.Plan {
		return m.print(ctx)
	}
	service, err := opened(ctx)
	if err != nil {
		return err
	}
	if m.Grant != "" {
		err = proof.Grant(ctx, service.Database(), m.Grant)
	}
	return errors.Join(err, service.Close())
}

// print says how the database stands to this program.
func (m migrate) print(ctx context.Context) error {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	state, err := app.SchemaState(ctx, settings)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "the database is at version %d, %d migrations are pending\n", state.Version, len(state.Pending))
	if len(state.Newer) > 0 {
		fmt.Fprintln(os.Stdout, "a newer version has used it and has only added to it: this program can work beside that one")
	}
	for _, step := range state.Pending {
		if m.Check {
			fmt.Fprintln(os.Stdout, step.Name)
			continue
		}
		kind := "expand  "
		if step.Contract {
			kind = "CONTRACT"
		}
		fmt.Fprintf(os.Stdout, "%s  %-40s %s\n", kind, step.Name, step.Summary)
	}
	if m.Check && len(state.Pending) > 0 {
		return errPending
	}
	return nil
}
