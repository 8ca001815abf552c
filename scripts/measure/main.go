// Command measure starts the built service on a database with many projects and prints what requests cost, one JSON
// object per line: the processor time the service spends per request, and how long a client waits, at one and at 32
// connections, alone and with one write among twenty requests, beside the same query run directly on the database.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

type options struct {
	Projects     int    `default:"1000000" help:"Projects in the database."`
	Freelancers  int    `default:"1000000" help:"Freelancers in the database."`
	Applications int    `default:"5000000" help:"Applications in the database."`
	Requests     int    `default:"4000"    help:"Requests per case and number of connections."`
	Only         string `help:"Only the cases whose name holds this."`
	Database     string `help:"Address of an empty PostgreSQL database to use instead of SQLite."`
	Data         string `default:"build/bench" type:"path" help:"Folder of the database; it is kept for the next run."`
	Binary       string `default:"build/extension-service" type:"existingfile" help:"The service."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Description("Measure the service."))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := measure(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		stop()
		os.Exit(1)
	}
}

func measure(ctx context.Context, o options) error {
	service, err := prepare(ctx, o)
	if err != nil {
		return err
	}
	defer service.stop()
	resident, own := service.memory()
	if err := report(line{Case: "start to ready", Millis: service.startMillis, MiB: resident, OwnMiB: own}); err != nil {
		return err
	}
	cases, err := service.cases(ctx)
	if err != nil {
		return err
	}
	for _, connections := range []int{1, 32} {
		for _, writes := range []int{0, 5} {
			for _, c := range cases {
				if !strings.Contains(c.name, o.Only) {
					continue
				}
				l, err := service.run(ctx, load{c, connections, writes, o.Requests})
				if err != nil {
					return fmt.Errorf("%s: %w", c.name, err)
				}
				if err := report(l); err != nil {
					return err
				}
			}
		}
	}
	if err := service.exports(ctx); err != nil {
		return err
	}
	if o.Database != "" || o.Only != "" {
		return nil
	}
	return direct(ctx, filepath.Join(o.Data, "poolkeeper.db"))
}

// line is one result. Times are microseconds unless the name says otherwise.
type line struct {
	Case        string  `json:"case"`
	Direct      bool    `json:"direct,omitempty"`
	Connections int     `json:"connections,omitempty"`
	WritesPct   int     `json:"writesPercent,omitempty"`
	Requests    int     `json:"requests,omitempty"`
	CPU         float64 `json:"cpuMicros,omitempty"`
	P50         float64 `json:"p50Micros,omitempty"`
	P99         float64 `json:"p99Micros,omitempty"`
	PerSecond   float64 `json:"perSecond,omitempty"` // requests, or rows of an export
	Millis      float64 `json:"millis,omitempty"`
	MiB         float64 `json:"residentMiB,omitempty"`
	OwnMiB      float64 `json:"ownMiB,omitempty"` // of it what is not mapped from a file
}

func report(l line) error { return json.NewEncoder(os.Stdout).Encode(l) }
