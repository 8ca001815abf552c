package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

const (
	pgConns    = 16
	pgAttempts = 5
)

// plannedAnew, as the first parameter of a statement, has it planned for the values of the others.
const plannedAnew = pgx.QueryExecModeCacheDescribe

func openPostgres(ctx context.Context, url string) (*DB, error) {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(pgConns)
	db.SetMaxIdleConns(pgConns)
	db.SetConnMaxIdleTime(5 * time.Minute)
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("connect to the database: %w", err), db.Close())
	}
	return &DB{dialect: Postgres, reads: db, writes: &pgWriter{db: db}}, nil
}

// pgWriter runs each write in a transaction of its own and repeats it when PostgreSQL asks for that.
type pgWriter struct{ db *sql.DB }

func (w *pgWriter) close() error { return nil } // the pool is the readers'

func (w *pgWriter) write(ctx context.Context, fn func(context.Context) error) error {
	for attempt := 1; ; attempt++ {
		err := w.once(ctx, fn)
		if err == nil || attempt == pgAttempts || !repeatable(err) {
			return err
		}
	}
}

func (w *pgWriter) once(ctx context.Context, fn func(context.Context) error) error {
	sqlTx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	tx := &transaction{exec: sqlTx}
	err = guarded(context.WithValue(ctx, txKey{}, tx), fn)
	if err == nil {
		err = tx.noteTouched(ctx)
	}
	if err != nil {
		return errors.Join(err, ignoreDone(sqlTx.Rollback()))
	}
	if err := sqlTx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	tx.committed()
	return nil
}

func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// repeatable says whether a transaction failed only because another one ran beside it.
func repeatable(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "40001" || pg.Code == "40P01")
}
