package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// compareDatabases measures what the same reads cost on SQLite and on PostgreSQL with the same records: the processor
// time of the service and, on PostgreSQL, of the server with it.
func compareDatabases(ctx context.Context, o options) error {
	sqlite, err := prepare(ctx, o)
	if err != nil {
		return err
	}
	defer func() { sqlite.stop() }() // whichever runs by then
	postgres := newProduct(o.onPostgres())
	if err := os.MkdirAll(postgres.folder(), 0o700); err != nil {
		return err
	}
	server, err := findServer(ctx, o.Postgres)
	if err != nil {
		return err
	}
	if server.isEmpty {
		sqlite.stop() // nobody may work with what is moved
		if err := errors.Join(sqlite.moveTo(ctx, o.Postgres), sqlite.startService(ctx)); err != nil {
			return err
		}
	}
	if err := postgres.startService(ctx); err != nil {
		return err
	}
	defer postgres.stop()
	postgres.beside = server.cpu
	if err := errors.Join(sqlite.awaitRest(ctx), postgres.awaitRest(ctx)); err != nil {
		return err
	}
	return compareReads(ctx, sqlite, postgres)
}

// awaitRest waits until the service does nothing of its own any more, such as building indexes after a start.
func (s *process) awaitRest(ctx context.Context) error {
	const rest = 50 * time.Millisecond
	for {
		before, err := s.cpu()
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * time.Second):
		}
		if after, err := s.cpu(); err != nil || after-before <= rest {
			return err
		}
	}
}

// onPostgres are the options of the side on PostgreSQL, whose folder is its own.
func (o options) onPostgres() options {
	o.Data, o.Database = filepath.Join(o.Data, "postgres"), o.Postgres
	return o
}

// moveTo copies the database.
func (p *product) moveTo(ctx context.Context, target string) error {
	fmt.Fprintln(os.Stderr, "moving the records to PostgreSQL")
	_, err := p.command(ctx, []string{"MOVE_TO=" + target}, "move")
	return err
}

// compareReads lets both databases take turns at every case that only reads, and adds up.
func compareReads(ctx context.Context, sqlite, postgres *product) error {
	s, err := sqlite.sample(ctx)
	if err != nil {
		return err
	}
	ours, theirs := s.reads(sqlite), s.reads(postgres)
	sum := databaseLine{Case: "all reads", SQLite: &measured{}, Postgres: &measured{}}
	for i, c := range ours {
		if !strings.Contains(c.name, sqlite.Only) {
			continue
		}
		if err := errors.Join(sqlite.refresh(ctx), postgres.refresh(ctx)); err != nil {
			return err
		}
		sides := []measuredSide{{sqlite.process, c.ours.read, nil}, {postgres.process, theirs[i].ours.read, nil}}
		costs, err := sqlite.measureInTurns(ctx, sides, load{connections: 1, lasts: sqlite.Lasts})
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		l := databaseLine{Case: c.name, SQLite: costs[0].measured(), Postgres: costs[1].measured()}
		if err := l.report(); err != nil {
			return err
		}
		sum.SQLite.add(l.SQLite)
		sum.Postgres.add(l.Postgres)
	}
	return sum.report()
}

// reads are the cases that change nothing.
func (s *samples) reads(p *product) []pair {
	c := &cases{product: p, samples: s}
	c.pages()
	c.searches()
	c.records()
	return c.out
}

// databaseLine is one result: processor time for each request on either database.
type databaseLine struct {
	Case     string    `json:"case"`
	SQLite   *measured `json:"sqlite"`
	Postgres *measured `json:"postgres"`
	Ratio    float64   `json:"ratio"` // processor time on PostgreSQL to that on SQLite
}

func (l databaseLine) report() error {
	l.Ratio = l.Postgres.CPU / l.SQLite.CPU
	return report(l)
}

// add counts one request of each case, however many there were.
func (m *measured) add(one *measured) {
	m.Requests++
	m.CPU += one.CPU
	m.Beside += one.Beside
	m.P50 += one.P50
	m.P99 += one.P99
}
