package main

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/audit/proof"
	"poolkeeper.example/extension-service/engine/store"
)

type audits struct {
	Verify     verifyAudit     `cmd:"" help:"Compare the audit log of a database, or of a copy of one, with its chain and with what was signed."`
	Checkpoint checkpointAudit `cmd:"" help:"Sign how the log stands, hand that on as the daily job does, and print all that was signed."`

	Prune pruneAudit `cmd:"" help:"Remove entries that are older than the retention. The chain still verifies."`
	Key   auditKey   `cmd:"" help:"Print the public key that checkpoints are verified with. Keep it outside of the database."`
}

// tamperedCode is how `audit verify` ends that has found something.
const tamperedCode = 2

type verifyAudit struct {
	Database    string `arg:"" optional:"" env:"DATABASE_URL" help:"File of SQLite, or postgres://…; the one of the settings when none is named."`
	Key         string `help:"The public key as \"audit key\" has printed it, or a file that holds it."`
	Checkpoints string `type:"existingfile" help:"File with what the sink was given, or the log of the service: each statement in it is compared."`
}

// Run needs nothing but the database: no secret, and no data of the product.
func (v verifyAudit) Run(ctx context.Context) error {
	against, err := v.expectation()
	if err != nil {
		return err
	}
	db, err := openExisting(ctx, v.Database)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	report, err := proof.Verify(ctx, db, against)
	if err == nil || errors.Is(err, proof.ErrTampered) {
		printReport(os.Stdout, &report, against)
	}
	return err
}

// expectation is what the database is verified against.
func (v verifyAudit) expectation() (a proof.Against, err error) {
	if v.Key != "" {
		if a.Key, err = readKey(v.Key); err != nil {
			return a, err
		}
	}
	if v.Checkpoints == "" {
		return a, nil
	}
	file, err := os.Open(v.Checkpoints)
	if err != nil {
		return a, err
	}
	defer func() { _ = file.Close() }()
	if a.Statements, err = proof.ReadStatements(file); err == nil && len(a.Statements) == 0 {
		err = fmt.Errorf("there is no checkpoint in %s", v.Checkpoints)
	}
	return a, err
}

func readKey(text string) (ed25519.PublicKey, error) {
	if content, err := os.ReadFile(text); err == nil {
		text = string(content)
	}
	return proof.ParseKey(text)
}

// openExisting opens a database that is there, and makes none.
func openExisting(ctx context.Context, address string) (*store.DB, error) {
	if address == "" {
		dir := os.Getenv("DATA_DIR")
		if dir == "" {
			dir = "data"
		}
		address = filepath.Join(dir, "poolkeeper.db")
	}
	if path := strings.TrimPrefix(address, "file:"); !strings.Contains(path, "://") {
		if _, err := os.Stat(path); err != nil {
			return nil, err
		}
	}
	return store.Open(ctx, address)
}

func printReport(w io.Writer, r *proof.Report, against proof.Against) {
	for _, problem := range r.Problems {
		_, _ = fmt.Fprintln(w, problem)
	}
	if r.More > 0 {
		_, _ = fmt.Fprintf(w, "and %d more\n", r.More)
	}
	_, _ = fmt.Fprintf(w, "%d entries in %d segments verified against %d statements; %d were pruned, "+
		"%d are newer than the chain\n",
		r.Entries, r.Segments, r.Statements, r.Pruned, r.Unchained)
	if against.Key == nil {
		_, _ = fmt.Fprintln(w, "without --key the key of the database was believed, "+
			"which whoever changes the database may change too")
	}
	if len(against.Statements) == 0 {
		_, _ = fmt.Fprintln(w, "without --checkpoints it is not known what was there that the database does not tell of")
	}
}

type pruneAudit struct {
	OlderThan int64 `default:"24" help:"Months that entries are kept."`
	DryRun    bool  `help:"Only say what would be removed."`
}

// Run prunes, on PostgreSQL as the owner of the tables.
func (p pruneAudit) Run(ctx context.Context) error {
	if p.OlderThan < 1 {
		return errors.New("--older-than is a number of months, at least 1")
	}
	service, err := opened(ctx)
	if err != nil {
		return err
	}
	found, err := service.PruneAudit(ctx, p.OlderThan, p.DryRun)
	if err == nil {
		done := "removed"
		if p.DryRun {
			done = "would be removed"
		}
		fmt.Fprintf(os.Stdout, "%d entries up to %d, older than %s, %s\n", found.Entries, found.LastID,
			found.Before.UTC().Format(time.DateOnly), done)
	}
	return errors.Join(err, service.Close())
}

type checkpointAudit struct{}

// Run prints what `audit verify --checkpoints` reads.
func (checkpointAudit) Run(ctx context.Context) error {
	service, err := opened(ctx)
	if err != nil {
		return err
	}
	lines, err := service.AuditCheckpoint(ctx)
	if err == nil {
		_, err = os.Stdout.Write(lines)
	}
	return errors.Join(err, service.Close())
}

type auditKey struct{}

// Run prints the key, which is made where there is none yet.
func (auditKey) Run(ctx context.Context) error {
	service, err := opened(ctx)
	if err != nil {
		return err
	}
	key, err := service.AuditKey(ctx)
	if err == nil {
		fmt.Fprintln(os.Stdout, key)
	}
	return errors.Join(err, service.Close())
}
