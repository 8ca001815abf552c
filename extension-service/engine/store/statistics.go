package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

// Without statistics SQLite takes every table for a large one and the index with the most equalities for the best: for
// the applications of a freelancer in a status and of a client it went along the status, of which there are a hundred
// thousand, and not along the freelancer, who has two.
const (
	// analysedRows is how many rows a table must have to be analysed. Whatever the plan, it is quick in a smaller one,
	// which is best taken for the large one that it may become.
	analysedRows = 10_000
	// statisticsEvery is how often it is looked whether a table has grown or shrunk tenfold since it was analysed.
	statisticsEvery = 5 * time.Minute
)

// RefreshStatistics brings the statistics that statements are planned by up to date with what the tables hold: in
// SQLite of those tables that have changed in size tenfold or have a new index, one transaction each. PostgreSQL does
// so by itself in time; here it does so at once, for after a bulk load.
func (db *DB) RefreshStatistics(ctx context.Context) error {
	if db.dialect == Postgres {
		_, err := db.server.Exec(ctx, "ANALYZE")
		return err
	}
	statements, err := db.dueStatistics(ctx)
	if err != nil || len(statements) == 0 {
		return err
	}
	for _, text := range statements {
		if err := db.ExecAll(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	db.files.renew()
	return nil
}

// dueStatistics are the statements by which SQLite would renew its statistics.
func (db *DB) dueStatistics(ctx context.Context) (due []string, err error) {
	var all []string
	if err := db.Write(ctx, func(ctx context.Context) (err error) { // what only reads may not ask
		all, err = db.Texts(ctx, "PRAGMA optimize(-1)")
		return err
	}); err != nil {
		return nil, err
	}
	for _, text := range all {
		table, is := strings.CutPrefix(text, `ANALYZE "main".`)
		if !is {
			continue
		}
		isLarge, err := db.Row(ctx, []any{new(int64)},
			fmt.Sprintf("SELECT 1 FROM %s LIMIT 1 OFFSET %d", table, analysedRows-1))
		if err != nil {
			return nil, err
		}
		if isLarge {
			due = append(due, text)
		}
	}
	return due, nil
}

// RefreshStatisticsRegularly refreshes the statistics of a SQLite file now and from time to time until ctx ends.
func (db *DB) RefreshStatisticsRegularly(ctx context.Context, log *slog.Logger) {
	if db.dialect != SQLite {
		return
	}
	tick := time.NewTicker(statisticsEvery)
	defer tick.Stop()
	for {
		if err := db.RefreshStatistics(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, ErrClosed) {
			log.Error("refresh the statistics of the planner", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Steps is how many steps the virtual machine of SQLite has taken for the statements of this process so far: what they
// cost, however busy the machine is. Steps of PostgreSQL are not known here.
func (db *DB) Steps() int64 { return db.steps.Load() }
