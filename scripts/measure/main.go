// Command measure starts the built service on a database with many records, PocketBase with the same records beside it,
// asks both in turn, and prints what requests cost, one JSON object per line: the processor time each spends per
// request, and how long a client waits, at one and at 32 connections, alone and with one write among twenty requests.
// Ids, clients, words, offsets and accounts vary from request to request. On a machine that does other things too, the
// processor time and the ratio of the two mean something; waiting times do not.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

type options struct {
	Projects     int           `default:"1000000" help:"Projects in the database."`
	Freelancers  int           `default:"1000000" help:"Freelancers in the database."`
	Applications int           `default:"1000000" help:"Applications in the database."`
	Lasts        time.Duration `default:"2s"      help:"How long each side is asked in a round."`
	Rounds       int           `default:"2"       help:"How often the sides take turns."`
	Connections  []int         `default:"1,32"    help:"Numbers of connections."`
	Only         string        `help:"Only the cases whose name holds this."`
	Alone        bool          `help:"Without PocketBase."`
	Walk         int           `help:"Only send this many drawn requests over all lists, with filters, orders and pages of each, and report which take more than 20 ms of processor time."`
	Database     string        `help:"Address of an empty PostgreSQL database to use instead of SQLite; without PocketBase, which has no records then."`
	Postgres     string        `help:"Address of a PostgreSQL database on this machine, empty or filled by a run before: measure reads there and on SQLite, with the same records, and nothing else."`
	Data         string        `default:"build/bench" type:"path" help:"Folder of the databases; they are kept for the next run."`
	Binary       string        `default:"build/extension-service" type:"existingfile" help:"The service."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Description("Measure the service beside PocketBase."))
	o.Data = filepath.Join(o.Data, fmt.Sprintf("%d-%d-%d", o.Projects, o.Freelancers, o.Applications))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := measure(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		stop()
		os.Exit(1)
	}
}

func measure(ctx context.Context, o options) error {
	if o.Postgres != "" {
		return compareDatabases(ctx, o)
	}
	p, err := prepare(ctx, o)
	if err != nil {
		return err
	}
	defer p.stop()
	if o.Walk > 0 {
		return p.walkLists(ctx, o.Walk)
	}
	var y *pocketBase
	if !o.Alone && o.Database == "" {
		if y, err = startPocketBase(ctx, o); err != nil {
			return err
		}
		defer y.stop()
	}
	if err := report(p.state("start to ready", p.ready)); err != nil {
		return err
	}
	if err := p.requests(ctx, y); err != nil {
		return err
	}
	if err := errors.Join(p.exports(ctx), p.rebuild(ctx), p.screens(ctx, y)); err != nil {
		return err
	}
	if err := report(p.state("after everything", 0)); err != nil {
		return err
	}
	p.awaitCalm(ctx)
	return report(p.state("at rest after everything", 0))
}

// awaitCalm waits until the service has held no less memory twice in a row than some seconds before: after a rebuild it
// goes on for a while.
func (p *product) awaitCalm(ctx context.Context) {
	for last, same := math.Inf(1), 0; same < 2 && ctx.Err() == nil; {
		_, own := p.memory()
		if same++; own < last {
			last, same = own, 0
		}
		select {
		case <-ctx.Done():
		case <-time.After(12 * time.Second):
		}
	}
}

// requests measures every case on both sides.
func (p *product) requests(ctx context.Context, y *pocketBase) error {
	cases, err := p.cases(ctx, y)
	if err != nil {
		return err
	}
	for _, c := range cases {
		if !strings.Contains(c.name, p.Only) {
			continue
		}
		for _, connections := range p.Connections {
			if err := p.measureBoth(ctx, y, c, load{connections, c.writes, p.Lasts}); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	return nil
}

// measureBoth lets the two sides take turns at one case.
func (p *product) measureBoth(ctx context.Context, y *pocketBase, c pair, l load) error {
	if err := p.refresh(ctx); err != nil {
		return err
	}
	sides := []measuredSide{{p.process, c.ours.read, c.ours.write}}
	if y != nil && (c.theirs.read != nil || c.theirs.write != nil) {
		sides = append(sides, measuredSide{y.process, c.theirs.read, c.theirs.write})
	}
	costs, err := p.measureInTurns(ctx, sides, l)
	if err != nil {
		return err
	}
	out := line{
		Case: c.name, Connections: l.connections, WritesPct: l.writes, Service: costs[0].measured(),
		PocketBase: costs[1].measured(),
	}
	if out.PocketBase != nil {
		out.Ratio = out.Service.CPU / out.PocketBase.CPU
	}
	return report(out)
}

// measureInTurns asks the sides one after the other, round by round; the first round warms the caches.
func (p *product) measureInTurns(ctx context.Context, sides []measuredSide, l load) ([]cost, error) {
	costs := make([]cost, 2)
	for round := range p.Rounds + 1 {
		for i, s := range sides {
			if err := p.awaitIndex(ctx); err != nil {
				return nil, err
			}
			turn := l
			if round == 0 {
				turn.lasts = l.lasts / 8
			}
			spent, err := s.runLoad(ctx, turn)
			if err != nil && i == 1 && ctx.Err() == nil { // the yardstick gives up a request that takes it half a minute
				sides, costs[1] = sides[:1], cost{}
				fmt.Fprintln(os.Stderr, s.name, l.connections, err)
				break
			}
			if err != nil {
				return nil, err
			}
			if round > 0 {
				costs[i].add(spent)
			}
		}
	}
	return costs, nil
}

// line is one result. Times are microseconds unless the name says otherwise.
type line struct {
	Case        string    `json:"case"`
	Connections int       `json:"connections,omitempty"`
	WritesPct   int       `json:"writesPercent,omitempty"`
	Service     *measured `json:"service,omitempty"`
	PocketBase  *measured `json:"pocketBase,omitempty"`
	Ratio       float64   `json:"ratio,omitempty"` // processor time of the service to that of PocketBase
	Rows        int       `json:"rows,omitempty"`
	CPU         float64   `json:"cpuMicrosPerRow,omitempty"`
	PerSecond   float64   `json:"rowsPerSecond,omitempty"`
	Millis      float64   `json:"millis,omitempty"`
	MiB         float64   `json:"residentMiB,omitempty"`
	OwnMiB      float64   `json:"ownMiB,omitempty"` // of it what is not mapped from a file
}

type measured struct {
	Requests int     `json:"requests"`
	CPU      float64 `json:"cpuMicros"`
	Beside   float64 `json:"besideMicros,omitempty"` // of CPU, what the server of a database has used
	P50      float64 `json:"p50Micros"`
	P99      float64 `json:"p99Micros"`
}

// state is what the service holds in memory, and how long it took to come to it.
func (p *product) state(name string, took time.Duration) line {
	resident, own := p.memory()
	return line{Case: name, Millis: micros(took) / 1000, MiB: resident, OwnMiB: own}
}

func report(l any) error { return json.NewEncoder(os.Stdout).Encode(l) }
