// Command extension-service is the whole of Poolkeeper in one binary: the panel, its calls, and the work behind them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	_ "golang.org/x/crypto/x509roots/fallback" // whom TLS trusts on a machine that says nothing of it: our image is one

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/audit/proof"
	"poolkeeper.example/extension-service/engine/backup"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/config"
)

// commands are what the binary does; settings come from the environment alone.
type commands struct {
	Serve    serve     `cmd:"" default:"1" help:"Serve the panel and its calls until stopped."`
	Migrate  migrate   `cmd:"" help:"Bring the database to this version and stop."`
	Seed     seed      `cmd:"" help:"Fill the database with made-up records, for measuring."`
	Reindex  reindex   `cmd:"" help:"Build search indexes anew."`
	Derive   derive    `cmd:"" help:"Compute the derived fields of all records anew, as after a change of their declaration."`
	Admin    admin     `cmd:"" help:"Manage staff accounts."`
	Backup   backups   `cmd:"" help:"Copy the product, running or not, into one archive."`
	Audit    audits    `cmd:"" help:"Prove the audit log, and end what was kept long enough."`
	Hold     holdSends `cmd:"" help:"Hold a product whose database was restored by the database's own tools: what it would send or begin by the clock waits."`
	Move     relocate  `cmd:"" help:"Copy the database from a SQLite file into an empty database of PostgreSQL, or back. Stop the product first; on the copy it starts held."`
	Restore  restore   `cmd:"" help:"Bring an archive back in the place of what is there. The product must not be running, and is held when it starts."`
	Generate generate  `cmd:"" help:"Write the files that are derived from the resources."`

	Healthcheck healthcheck `cmd:"" help:"Ask the service on this machine whether it answers, as a container engine does."`

	SandboxVMS sandboxVMS `cmd:"" name:"sandbox-vms" help:"Play a vendor management system on this machine, to try connections and mappings on."`

	Transform transformer `cmd:"" hidden:"" help:"Run mappings for the service, which starts this by itself."`
}

func main() {
	readTree()
	var c commands
	parsed := kong.Parse(&c, kong.Name("extension-service"), kong.UsageOnError())
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	parsed.BindTo(ctx, (*context.Context)(nil))
	err := parsed.Run()
	if errors.Is(err, errPending) {
		stop()
		os.Exit(pendingCode)
	}
	if errors.Is(err, proof.ErrTampered) {
		fmt.Fprintln(os.Stderr, "poolkeeper:", err)
		stop()
		os.Exit(tamperedCode)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "poolkeeper:", readableMessage(err))
		stop()
		os.Exit(1)
	}
}

// readableMessage turns the failures a person can mend into one clear line.
func readableMessage(err error) string {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return "the port is in use: stop the other program or set PORT"
	case errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS):
		return fmt.Sprintf("the data folder cannot be written: %v (set DATA_DIR)", err)
	case store.IsDamage(err):
		return fmt.Sprintf(
			"a file of the database is damaged: %v. Keep a copy of the data folder, then bring the last backup back with "+
				"\"extension-service restore FILE\"", err)
	}
	return err.Error()
}

func logger() *slog.Logger { return newLogger(os.Stderr) }

// newLogger writes lines of JSON with times in UTC, whatever the time zone of the machine.
func newLogger(to io.Writer) *slog.Logger {
	return slog.New(slog.NewJSONHandler(to, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Value.Kind() == slog.KindTime {
			a.Value = slog.TimeValue(a.Value.Time().UTC())
		}
		return a
	}}))
}

// opened prepares the service under the settings of the environment.
func opened(ctx context.Context) (app.Product, error) {
	settings, err := config.Load()
	if err != nil {
		return nil, err
	}
	if err := settings.OpenData(); err != nil {
		return nil, err
	}
	if err := settings.OpenSecret(); err != nil {
		return nil, err
	}
	log := logger()
	for _, text := range settings.Warnings() {
		log.Warn(text)
	}
	return app.OpenProduct(ctx, settings, log)
}

type serve struct{}

// Run listens first, so that a port in use costs nothing, then prepares and serves.
func (serve) Run(ctx context.Context) error {
	boundMemory()
	settings, err := config.Load()
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", settings.Address())
	if err != nil {
		return err
	}
	service, err := opened(ctx)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	program, err := os.Executable()
	if err != nil {
		return errors.Join(err, listener.Close(), service.Close())
	}
	service.RunMappingsBy(program)
	if settings.Demo {
		if err := fillDemo(ctx, service); err != nil {
			return errors.Join(err, listener.Close(), service.Close())
		}
	}
	return service.Run(ctx, listener)
}

type transformer struct{}

// Run runs mappings until the service that has started it is through.
func (transformer) Run() error { return transform.Serve(os.Stdin, os.Stdout, time.Now) }

type seed struct {
	Projects     int `help:"Projects to add."`
	Freelancers  int `help:"Freelancers to add; the applications come from them."`
	Applications int `help:"Applications to add, spread over the projects."`
}

type reindex struct {
	Types []string `arg:"" optional:"" help:"Index types; all when none is named."`
}

// Run rebuilds indexes beside the old ones.
func (r reindex) Run(ctx context.Context) error {
	debug.SetGCPercent(garbage)
	service, err := opened(ctx)
	if err != nil {
		return err
	}
	return errors.Join(service.Reindex(ctx, r.Types), service.Close())
}

type derive struct{}

// Run computes derived fields while the product runs or not, some hundred records in a transaction.
func (derive) Run(ctx context.Context) error {
	service, err := opened(ctx)
	if err != nil {
		return err
	}
	n, err := service.Database().DeriveAll(ctx)
	for _, entity := range slices.Sorted(maps.Keys(n)) {
		fmt.Printf("%s: %d records\n", entity, n[entity]) //nolint:forbidigo // the answer of the command
	}
	return errors.Join(err, service.Close())
}

type admin struct {
	Create createAdmin `cmd:"" help:"Create the first staff account and print its one-time password."`
}

type createAdmin struct {
	Email     string `arg:"" help:"E-mail address to sign in with."`
	FirstName string `arg:""`
	LastName  string `arg:""`
}

// Run creates an account with every role.
func (c createAdmin) Run(ctx context.Context) error {
	service, err := opened(ctx)
	if err != nil {
		return err
	}
	password, err := service.CreateAdmin(ctx, c.Email, c.FirstName, c.LastName)
	if err == nil {
		fmt.Fprintf(os.Stdout, "%s signs in with the one-time password %s within 24 hours\n", c.Email, password)
	}
	return errors.Join(err, service.Close())
}

type backups struct {
	Create   createBackup   `cmd:"" default:"withargs" help:"Write an archive; the default."`
	Reported reportedBackup `cmd:"" help:"Say when the database's own tools have taken a copy, for the status page and the alerts."`

	Verify verifyBackup `cmd:"" help:"Restore an archive aside, compare it with its manifest and start this program on it once."`
}

type createBackup struct {
	File     string `arg:"" type:"path" help:"The archive to write."`
	LogLimit int64  `default:"1024" help:"MiB by which the write-ahead log may grow meanwhile; then the backup ends, and nothing is written."`
}

// Run backs up.
func (c createBackup) Run(ctx context.Context) error {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	m, err := app.BackUp(ctx, settings, c.File, c.LogLimit<<20)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "%s: %d files, schema %d", c.File, len(m.Members), m.Schema)
	for name, grown := range m.LogGrown {
		fmt.Fprintf(os.Stdout, "; the log of %s grew by %d KiB", name, grown>>10)
	}
	fmt.Fprintln(os.Stdout)
	reportSecret(settings)
	if len(m.Gone) > 0 {
		fmt.Fprintf(os.Stdout, "%d uploads were purged meanwhile and are not in it\n", len(m.Gone))
	}
	return nil
}

type reportedBackup struct {
	Taken time.Time `required:"" help:"When the copy was taken, such as 2026-11-23T02:00:00Z."`
}

// Run keeps it.
func (r reportedBackup) Run(ctx context.Context) error {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	return app.ReportBackup(ctx, settings, r.Taken)
}

type verifyBackup struct {
	File string `arg:"" type:"existingfile"`
}

// Run verifies.
func (v verifyBackup) Run(ctx context.Context) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	settings, err := config.Load()
	if err != nil {
		return err
	}
	if settings.SigningSecret == "" && settings.HasKeyFile() {
		if err := settings.OpenSecret(); err != nil {
			return err
		}
	}
	m, tables, err := app.VerifyBackup(ctx, string(settings.SigningSecret), v.File, program)
	return printTables(m, tables, err)
}

type restore struct {
	File string `arg:"" type:"existingfile"`
}

// Run restores.
func (r restore) Run(ctx context.Context) error {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	if err := settings.OpenData(); err != nil {
		return err
	}
	m, tables, err := app.Restore(ctx, settings, r.File)
	if err == nil {
		reportSecret(settings)
	}
	return printTables(m, tables, err)
}

// reportSecret says what an archive does not hold, and where it is.
func reportSecret(s config.Settings) {
	switch {
	case s.SigningSecret != "":
		fmt.Fprintln(os.Stdout,
			"not in the archive: SIGNING_SECRET, which its keys and secrets are encrypted under; keep it elsewhere")
	case s.HasKeyFile():
		fmt.Fprintf(os.Stdout,
			"not in the archive: %s, which its keys and secrets are encrypted under; keep a copy elsewhere\n", s.KeyFile())
	default:
		fmt.Fprintf(os.Stdout,
			"not in the archive: the secret its keys are encrypted under; "+
				"before the start copy it to %s or set SIGNING_SECRET\n",
			s.KeyFile())
	}
}

type holdSends struct {
	Taken time.Time `required:"" help:"When the copy was taken that was restored, such as 2026-11-23T02:00:00Z."`
}

// Run holds it before its next start.
func (h holdSends) Run(ctx context.Context) error {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	if err := app.CheckRestored(ctx, settings); err != nil {
		return err
	}
	service, err := opened(ctx)
	if err != nil {
		return err
	}
	before, err := search.Installation(ctx, service.Database())
	if err == nil {
		err = backup.HoldSends(ctx, service.Database(), h.Taken, time.Now())
	}
	if err == nil && settings.SearchURL != "" {
		fmt.Fprintf(os.Stdout, "the search indexes are built anew; those called %s-* are left as they are, "+
			"remove them once no product works with them\n", before)
	}
	return errors.Join(err, service.Close())
}

// printTables prints the rows of each table beside those of the manifest.
func printTables(m backup.Manifest, tables []backup.Compared, err error) error {
	for _, t := range tables {
		fmt.Fprintf(os.Stdout, "%-24s %-32s %10d %10d\n", t.Database, t.Table, t.Archived, t.Found)
	}
	if err == nil {
		fmt.Fprintf(os.Stdout, "equal to what was backed up at %s by version %s\n", m.Taken.Format(time.RFC3339), m.Version)
	}
	return err
}

type generate struct {
	Dir   string `arg:"" default:"admin-ui/src/generated" help:"Folder of the generated TypeScript."`
	Calls string `help:"File to write the list of calls into, with the permissions that each needs; somebody reviews its changes."`
	Data  string `type:"path" help:"Folder of an empty database that the next call goes on with, so that only new migrations run; without it, one is made and removed."`
}

// Run writes what the panel knows of the service at compile time. It needs no data of its own.
func (g generate) Run(ctx context.Context) error {
	dir := g.Data
	if dir == "" {
		made, err := os.MkdirTemp("", "poolkeeper-generate-")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(made) }()
		dir = made
	}
	service, err := app.OpenProduct(ctx, config.Settings{
		Host: "127.0.0.1", Port: 1, DataDir: dir,
		DatabaseURL: filepath.Join(dir, "empty.db"),
	}, logger())
	if err != nil {
		return err
	}
	files, err := service.TypeScript()
	if err != nil {
		return errors.Join(err, service.Close())
	}
	for name, text := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(g.Dir, name), text, 0o644))
	}
	if g.Calls != "" {
		err = errors.Join(err, os.WriteFile(g.Calls, service.CallList(), 0o644))
	}
	return errors.Join(err, service.Close())
}
