package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// databaseServer is a PostgreSQL on this machine.
type databaseServer struct {
	process int  // of the one that all others are started by
	isEmpty bool // its database
}

// findServer asks the database of an address who it is.
func findServer(ctx context.Context, address string) (s databaseServer, err error) {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return s, err
	}
	defer conn.Close(ctx)
	var own int
	err = conn.QueryRow(ctx, "SELECT pg_backend_pid(), to_regclass('freelancers') IS NULL").Scan(&own, &s.isEmpty)
	if err != nil {
		return s, err
	}
	of, err := readStat(own)
	if err != nil {
		return s, fmt.Errorf("the server is not on this machine: %w", err)
	}
	s.process = of.parent
	return s, nil
}

// cpu is the processor time that the server and its processes have used, those that have ended too.
func (s databaseServer) cpu() (time.Duration, error) {
	of, err := readStat(s.process)
	sum := of.own + of.ended
	found, err2 := filepath.Glob("/proc/[0-9]*")
	for _, folder := range found {
		id, _ := strconv.Atoi(filepath.Base(folder)) // digits
		one, err := readStat(id)
		if err == nil && one.parent == s.process {
			sum += one.own
		} else if err != nil && !hasEnded(err) {
			return 0, err
		}
	}
	return sum, errors.Join(err, err2)
}
