package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"
	sqlite3 "modernc.org/sqlite/lib"
)

// primaryCode is the part of a code of SQLite that is documented for all versions.
const primaryCode = 0xff

// codedError is a failure of SQLite, of a connection of ours or of the driver.
type codedError interface {
	error
	Code() int
}

// IsFull says whether something could not be kept because there is no room left for it.
func IsFull(err error) bool {
	if lite, ok := errors.AsType[codedError](err); ok {
		// What processes share beside the log is enlarged before anything is written: on a full disk that fails first.
		return lite.Code()&primaryCode == sqlite3.SQLITE_FULL || lite.Code() == sqlite3.SQLITE_IOERR_SHMSIZE
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "53100"
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// IsBusy says whether the database did not do what it was asked for a reason that passes: it is locked by somebody
// else, cannot be reached, or is being stopped. The same request may succeed later.
func IsBusy(err error) bool {
	if lite, ok := errors.AsType[codedError](err); ok {
		switch lite.Code() & primaryCode {
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_CANTOPEN,
			sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR:
			return true
		}
		return false
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return isPassing(pg.Code)
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*net.OpError](err); ok {
		return true
	}
	return slices.ContainsFunc([]error{
		driver.ErrBadConn, sql.ErrConnDone, pgconn.ErrConnClosed, puddle.ErrClosedPool, ErrClosed,
		io.ErrUnexpectedEOF,
	},
		func(gone error) bool { return errors.Is(err, gone) })
}

// isPassing knows the codes of PostgreSQL for what another moment, or another server behind the address, may not have.
func isPassing(code string) bool {
	if code == "53100" {
		return false
	}
	for _, class := range []string{
		"08",    // the connection
		"53",    // too few resources
		"57P",   // the server is being stopped or started
		"57014", // the statement was cancelled
		"55P03", // a lock was not to be had in time
		"25006", // the server only reads
		"25P03", // the service stood still in a transaction, which was ended
		"40001", "40P01",
	} {
		if strings.HasPrefix(code, class) {
			return true
		}
	}
	return false
}

// detachStarted is the context of a write that has begun. It ends when the time of the caller is over, but not when the
// caller goes away: what has begun is done or undone as a whole.
func detachStarted(ctx context.Context) (context.Context, context.CancelFunc) {
	inside := context.WithoutCancel(ctx)
	if ctx.Done() == nil {
		return inside, func() {}
	}
	inside, cancel := context.WithCancelCause(inside)
	stop := context.AfterFunc(ctx, func() {
		if cause := context.Cause(ctx); errors.Is(cause, context.DeadlineExceeded) {
			cancel(cause)
		}
	})
	return inside, func() {
		stop()
		cancel(nil)
	}
}
