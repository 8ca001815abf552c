package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	pgConns    = 16
	pgAttempts = 5

	connectTimeout = 5 * time.Second // for a server that does not even refuse
	// A copy of the service that is stopped, or cut off, in a transaction keeps its rows locked: after this long
	// PostgreSQL ends it.
	idleTimeout = 10 * time.Second
)

// plannedAnew, as the first parameter of a statement, has it planned for the values of the others.
const plannedAnew = pgx.QueryExecModeCacheDescribe

// Connecting says how connections to PostgreSQL are made.
type Connecting struct {
	// Pooled has every statement and every limit stand within one transaction, since a pooler such as PgBouncer in its
	// mode of transactions gives the next one another connection of the server. A file of SQLite has none.
	Pooled bool
	// Connections is how many there are at most; 0 for the usual number.
	Connections int
}

// Adapt prepares the configuration of connections.
func (c Connecting) Adapt(config *pgx.ConnConfig) {
	if !c.Pooled {
		LimitIdle(config.RuntimeParams)
		limit(config.RuntimeParams, "lock_timeout", LockTimeout)
		return
	}
	config.DefaultQueryExecMode, config.StatementCacheCapacity = pgx.QueryExecModeCacheDescribe, 0
}

func openPostgres(ctx context.Context, url string, how Connecting) (*DB, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		// the cause may tell a password
		return nil, errors.New("DATABASE_URL cannot be read: it is postgres://user:password@host:port/database")
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	how.Adapt(config.ConnConfig)
	config.MaxConns = int32(cmp.Or(how.Connections, pgConns)) //nolint:gosec // the setting has a limit
	config.MaxConnIdleTime = 5 * time.Minute
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, unreached(config.ConnConfig, err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, unreached(config.ConnConfig, err)
	}
	return &DB{dialect: Postgres, server: pool, writes: &pgWriter{pool: pool, pooled: how.Pooled}}, nil
}

// LimitIdle has PostgreSQL end a transaction whose owner is stopped or cut off; an address may name another limit. It
// is for those who have connections of their own, with what they say to the server when they begin.
func LimitIdle(params map[string]string) {
	limit(params, "idle_in_transaction_session_timeout", idleTimeout)
}

func limit(params map[string]string, name string, to time.Duration) {
	if _, set := params[name]; !set {
		params[name] = strconv.FormatInt(to.Milliseconds(), 10)
	}
}

// unreached says in one line why there is no connection; the driver uses one per address that it has tried.
func unreached(config *pgx.ConnConfig, err error) error {
	why := strings.Join(strings.Fields(err.Error()), " ")
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		why = refused.Message
	} else if unknown, ok := errors.AsType[*net.DNSError](err); ok {
		why = unknown.Err
	} else if broken, ok := errors.AsType[*net.OpError](err); ok {
		why = broken.Err.Error()
	}
	return fmt.Errorf("PostgreSQL at %s cannot be used: %s (see DATABASE_URL)",
		net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port))), why)
}

// pgWriter runs each write in a transaction of its own and repeats it when PostgreSQL asks for that.
type pgWriter struct {
	pool   *pgxpool.Pool
	pooled bool // the limits of a transaction are set in it
}

// limitTransaction sets what else a connection has been given when it began.
var limitTransaction = fmt.Sprintf("SELECT set_config('lock_timeout', '%d', true), "+
	"set_config('idle_in_transaction_session_timeout', '%d', true)",
	LockTimeout.Milliseconds(), idleTimeout.Milliseconds())

func (w *pgWriter) close() error { return nil } // the pool is the readers'

func (w *pgWriter) write(ctx context.Context, fn func(context.Context) error) error {
	for attempt := 1; ; attempt++ {
		err := w.runOnce(ctx, fn)
		if err == nil || attempt == pgAttempts || !repeatable(err) {
			return err
		}
	}
}

func (w *pgWriter) runOnce(ctx context.Context, fn func(context.Context) error) error {
	// The commit is not cut off: whoever asked shall know whether it was done.
	uncut := context.WithoutCancel(ctx)
	begun, err := w.beginTx(ctx, uncut)
	if err != nil {
		return err
	}
	inside, done := detachStarted(ctx)
	defer done()
	if w.pooled {
		if _, err := begun.Exec(inside, limitTransaction); err != nil {
			_ = begun.Rollback(uncut)
			return err
		}
	}
	tx := &transaction{on: serverTx{begun}}
	err = guarded(context.WithValue(inside, txKey{}, tx), fn)
	if inside.Err() != nil {
		err = errors.Join(context.Cause(inside), err)
	}
	if err != nil {
		_ = begun.Rollback(uncut) // it fails only where there is nothing left to undo
		return err
	}
	if err := begun.Commit(uncut); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	tx.committed()
	return nil
}

// beginTx begins a transaction that goes on when its caller goes away, who waits for a connection.
func (w *pgWriter) beginTx(ctx, uncut context.Context) (tx pgx.Tx, err error) {
	for range pgAttempts {
		var conn *pgxpool.Conn
		if conn, err = w.pool.Acquire(ctx); err != nil {
			return nil, err
		}
		if tx, err = conn.Begin(uncut); err == nil {
			return ownedTx{tx, conn}, nil
		}
		conn.Release()
		if !pgconn.SafeToRetry(err) {
			break
		}
	}
	return nil, err
}

// ownedTx is a transaction that gives its connection back when it ends.
type ownedTx struct {
	pgx.Tx
	conn *pgxpool.Conn
}

// Commit makes its changes durable.
func (tx ownedTx) Commit(ctx context.Context) error {
	defer tx.conn.Release()
	return tx.Tx.Commit(ctx)
}

// Rollback undoes its changes.
func (tx ownedTx) Rollback(ctx context.Context) error {
	defer tx.conn.Release()
	return tx.Tx.Rollback(ctx)
}

// serverTx runs the statements of a transaction. The driver keeps them prepared by itself.
type serverTx struct{ pgx.Tx }

func (tx serverTx) query(ctx context.Context, text string, args []any, ended func(err error)) (Rows, error) {
	return serverQuery{text, args, ended}.start(ctx, tx.Tx)
}

func (tx serverTx) change(ctx context.Context, text string, args []any) (int64, error) {
	done, err := tx.Exec(ctx, text, args...)
	return done.RowsAffected(), err
}

// repeatable says whether a transaction failed only because another one ran beside it.
func repeatable(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "40001" || pg.Code == "40P01")
}
