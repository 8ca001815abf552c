package main

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"syscall"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

const (
	directRuns = 500
	// What a row of the list shows.
	rowColumns = `p.id, p.handle, p.title, p.status, p.client_id, c.name, p.vms_id, p.assignment_period_start,
	              p.assignment_period_end, p.positions, p.positions_filled, p.last_updated, p.version`
)

// direct runs the queries behind the cases on the database itself, without counters, caches and the service around.
func direct(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro&_pragma=mmap_size(1073741824)&_pragma=cache_size(-64000)&_pragma=query_only(1)")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	var client, newest, total int64
	if err := db.QueryRowContext(ctx, "SELECT client_id, id FROM projects WHERE deleted_at IS NULL ORDER BY id DESC LIMIT 1").Scan(&client, &newest); err != nil {
		return err
	}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM projects WHERE deleted_at IS NULL").Scan(&total); err != nil {
		return err
	}
	from := "SELECT " + rowColumns + " FROM projects p JOIN clients c ON c.id = p.client_id WHERE p.deleted_at IS NULL"
	deep := "SELECT " + rowColumns + ` FROM (SELECT id FROM projects WHERE deleted_at IS NULL ORDER BY id DESC LIMIT 10 OFFSET ?) d
	           JOIN projects p ON p.id = d.id JOIN clients c ON c.id = p.client_id ORDER BY p.id DESC`
	for _, q := range []struct {
		name, text string
		args       []any
	}{
		{"page 1, two filters", from + " AND p.client_id = ? AND p.status = 'ACTIVE' ORDER BY p.id DESC LIMIT 10", []any{client}},
		{"total of two filters", "SELECT count(*) FROM projects WHERE client_id = ? AND status = 'ACTIVE' AND deleted_at IS NULL", []any{client}},
		{"page 1, no filter", from + " ORDER BY p.id DESC LIMIT 10", nil},
		{"total without filter", "SELECT count(*) FROM projects WHERE deleted_at IS NULL", nil},
		{"offset of nine tenths", deep, []any{total * 9 / 10}},
		{"text search", from + " AND p.id IN (SELECT rowid FROM projects_title_fold_part WHERE projects_title_fold_part MATCH 'architect') ORDER BY p.id DESC LIMIT 10", nil},
		{"get one", "SELECT " + rowColumns + " FROM projects p JOIN clients c ON c.id = p.client_id WHERE p.id = ?", []any{newest}},
	} {
		l, err := timeQuery(ctx, db, q.text, q.args)
		if err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
		l.Case = q.name
		if err := report(l); err != nil {
			return err
		}
	}
	return nil
}

// timeQuery runs a prepared query often, or for five seconds if it is slow, and reads every row.
func timeQuery(ctx context.Context, db *sql.DB, text string, args []any) (line, error) {
	statement, err := db.PrepareContext(ctx, text)
	if err != nil {
		return line{}, err
	}
	defer statement.Close()
	waits := make([]time.Duration, 0, directRuns)
	began, before := time.Now(), ownCPU()
	for len(waits) < directRuns && time.Since(began) < 5*time.Second {
		start := time.Now()
		if err := drain(ctx, statement, args); err != nil {
			return line{}, err
		}
		waits = append(waits, time.Since(start))
	}
	used := ownCPU() - before
	slices.Sort(waits)
	micros := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
	return line{
		Direct: true, Requests: len(waits), CPU: micros(used) / float64(len(waits)),
		P50: micros(waits[len(waits)/2]), P99: micros(waits[len(waits)*99/100]),
	}, nil
}

func drain(ctx context.Context, statement *sql.Stmt, args []any) error {
	rows, err := statement.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	cells := make([]any, len(names))
	for i := range cells {
		cells[i] = new(any)
	}
	for rows.Next() {
		if err := rows.Scan(cells...); err != nil {
			return err
		}
	}
	return rows.Err()
}

// ownCPU is the processor time of this process.
func ownCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
