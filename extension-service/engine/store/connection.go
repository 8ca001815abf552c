package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	stmtLimit   = 512     // statements that stay prepared, of each connection
	usualRoom   = 64      // bytes for the texts among its arguments that a statement gets
	maxRetained = 4 << 10 // and those that it keeps at most

	// schemaAttempts is how often a statement is prepared again since the schema has changed meanwhile. SQLite does so by
	// itself, but not where a table of FTS5 is opened just then: while an index is built, a search would fail now and
	// then.
	schemaAttempts = 50
)

// connection is one to a SQLite file, used by one goroutine at a time. It speaks to the library itself: database/sql
// and its driver take longer for a page of a list than SQLite does, since they box every value, copy the names of all
// columns for every query, and start a goroutine for each that may be cut off.
type connection struct {
	tls        *libc.TLS
	db         uintptr
	out        uintptr // room for what the library returns through a pointer
	statements map[string]*prepared
	args       []any // of the statement that is being bound

	damage *damage       // of the file; nil for a connection of its own
	steps  *atomic.Int64 // of all statements of a DB; nil for a connection of its own
	epoch  int           // of the readers, when it was opened

	isBroken bool // the library was left within a call, see catchFault
}

// prepared is a statement.
type prepared struct {
	handle  uintptr
	columns []string
	params  []int   // of which argument each is the value
	room    uintptr // where the texts among the arguments stand
	size    int     // of it in bytes
	busy    bool
	once    bool // it is not kept
}

// memory is a place outside of what Go looks after, so that it is never moved.
func memory(p uintptr) unsafe.Pointer { return unsafe.Add(nil, p) }

// connect opens a file that is there, without the library's own locks.
func connect(path string, pragmas []string) (*connection, error) {
	c := &connection{tls: libc.NewTLS(), statements: map[string]*prepared{}}
	c.out = libc.Xmalloc(c.tls, libc.Tsize_t(unsafe.Sizeof(uintptr(0))))
	const flags = sqlite3.SQLITE_OPEN_READWRITE | sqlite3.SQLITE_OPEN_URI |
		sqlite3.SQLITE_OPEN_NOMUTEX | sqlite3.SQLITE_OPEN_EXRESCODE
	err := c.withText("file:"+path, func(name uintptr) int32 {
		return sqlite3.Xsqlite3_open_v2(c.tls, name, c.out, flags, 0)
	})
	c.db = *(*uintptr)(memory(c.out))
	if err == nil {
		// A plan must not depend on what a parameter is: SQLite would make it anew for every value.
		on := libc.NewVaList(int32(1), uintptr(0))
		sqlite3.Xsqlite3_db_config(c.tls, c.db, sqlite3.SQLITE_DBCONFIG_ENABLE_QPSG, on)
		libc.Xfree(c.tls, on)
		err = c.withText(strings.Join(append([]string{""}, pragmas...), "; PRAGMA "), func(text uintptr) int32 {
			return sqlite3.Xsqlite3_exec(c.tls, c.db, text, 0, 0, 0)
		})
	}
	if err != nil {
		err = fmt.Errorf("open %s: %w", path, err)
		c.close()
		return nil, err
	}
	return c, nil
}

// visit lends a connection of its own to a file.
func visit(path string, pragmas []string, call func(c *connection) error) error {
	c, err := connect(path, pragmas)
	if err != nil {
		return err
	}
	defer c.close()
	return call(c)
}

// row reads the first row of a statement into dest and says whether there is one. The statement ends with ctx.
func (c *connection) row(ctx context.Context, dest []any, text string, args ...any) (bool, error) {
	rows, err := c.startQuery(text, args, &fileRows{ctx: ctx, ended: func(error) {}})
	if err != nil {
		return false, err
	}
	defer rows.Close()
	if !rows.Next() {
		return false, rows.Err()
	}
	return true, rows.Scan(dest...)
}

func (c *connection) close() {
	for _, s := range c.statements {
		c.finalize(s)
	}
	c.call(func() int32 { return sqlite3.Xsqlite3_close_v2(c.tls, c.db) })
	if c.isBroken { // what it has taken is left to the end of the process
		return
	}
	libc.Xfree(c.tls, c.out)
	c.tls.Close()
}

// withText lends a text to the library.
func (c *connection) withText(text string, call func(text uintptr) int32) error {
	p, err := libc.CString(text)
	if err != nil {
		return err
	}
	defer libc.Xfree(c.tls, p)
	return c.failure(c.call(func() int32 { return call(p) }))
}

// failure is what the library says of the call before; nil when it went well.
func (c *connection) failure(code int32) error {
	if code == sqlite3.SQLITE_OK {
		return nil
	}
	if c.isBroken {
		return c.damage.markLost()
	}
	if c.damage != nil {
		if gone := c.damage.lookForFile(); gone != nil { // an empty file is a database without tables
			return gone
		}
	}
	err := &fileError{int(code), libc.GoString(sqlite3.Xsqlite3_errmsg(c.tls, c.db))}
	c.damage.notice(err)
	return err
}

// fileError is a failure of SQLite.
type fileError struct {
	code int
	text string
}

func (e *fileError) Error() string { return fmt.Sprintf("%s (%d)", e.text, e.code) }

// Code is the extended result code.
func (e *fileError) Code() int { return e.code }

// statement is that of a text with its arguments, which is released once it has run.
func (c *connection) statement(text string, args []any) (*prepared, error) {
	s, err := c.prepare(text)
	if err == nil {
		if err = c.bind(s, args); err != nil {
			c.release(s)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w in %q", err, text)
	}
	return s, nil
}

// prepare returns the statement of a text, which is prepared once unless it is at work.
func (c *connection) prepare(text string) (*prepared, error) {
	had := c.statements[text]
	if had != nil && !had.busy {
		had.busy = true
		return had, nil
	}
	s, err := c.compile(text)
	if err != nil {
		return nil, err
	}
	if s.busy, s.once = true, had != nil; !s.once {
		if len(c.statements) >= stmtLimit {
			c.evictStatements()
		}
		c.statements[text] = s
	}
	return s, nil
}

func (c *connection) compile(text string) (*prepared, error) {
	end := c.tls.Alloc(int(unsafe.Sizeof(uintptr(0))))
	defer c.tls.Free(int(unsafe.Sizeof(uintptr(0))))
	more := ""
	err := c.withText(text, func(p uintptr) (code int32) {
		for attempt := 0; attempt == 0 || code == sqlite3.SQLITE_SCHEMA && attempt <= schemaAttempts; attempt++ {
			code = sqlite3.Xsqlite3_prepare_v3(c.tls, c.db, p, int32(len(text)), sqlite3.SQLITE_PREPARE_PERSISTENT, c.out, end)
		}
		if code == sqlite3.SQLITE_OK {
			more = text[*(*uintptr)(memory(end))-p:]
		}
		return code
	})
	if err != nil {
		return nil, err
	}
	s := &prepared{handle: *(*uintptr)(memory(c.out))}
	if strings.TrimSpace(more) != "" {
		c.finalize(s)
		return nil, fmt.Errorf("more than one statement: %q", more)
	}
	s.columns = make([]string, sqlite3.Xsqlite3_column_count(c.tls, s.handle))
	for i := range s.columns {
		s.columns[i] = libc.GoString(sqlite3.Xsqlite3_column_name(c.tls, s.handle, int32(i)))
	}
	s.params = make([]int, sqlite3.Xsqlite3_bind_parameter_count(c.tls, s.handle))
	for i := range s.params {
		name := libc.GoString(sqlite3.Xsqlite3_bind_parameter_name(c.tls, s.handle, int32(i+1)))
		if _, err := fmt.Sscanf(name, "$%d", &s.params[i]); err != nil {
			c.finalize(s)
			return nil, fmt.Errorf("parameter %q: %w", name, err)
		}
	}
	return s, nil
}

// evictStatements forgets a quarter of the statements, whichever come first: the service asks few different texts, but
// callers can make any number of them out of filters and sorts.
func (c *connection) evictStatements() {
	left := stmtLimit / 4
	for text, s := range c.statements {
		if s.busy {
			continue
		}
		if left--; left < 0 {
			return
		}
		c.finalize(s)
		delete(c.statements, text)
	}
}

func (c *connection) finalize(s *prepared) {
	c.call(func() int32 { return sqlite3.Xsqlite3_finalize(c.tls, s.handle) })
	libc.Xfree(c.tls, s.room)
}

// release makes a statement ready to run again.
func (c *connection) release(s *prepared) {
	if c.isBroken {
		return
	}
	if c.steps != nil {
		c.steps.Add(int64(sqlite3.Xsqlite3_stmt_status(c.tls, s.handle, sqlite3.SQLITE_STMTSTATUS_VM_STEP, 1)))
	}
	if s.once {
		c.finalize(s)
		return
	}
	c.reset(s)
	sqlite3.Xsqlite3_clear_bindings(c.tls, s.handle)
	if s.busy = false; s.size > maxRetained {
		libc.Xfree(c.tls, s.room)
		s.room, s.size = 0, 0
	}
}

// change runs a statement to its end and returns how many rows it has changed.
func (c *connection) change(text string, args []any) (int64, error) {
	s, err := c.statement(text, args)
	if err != nil {
		return 0, err
	}
	defer c.release(s)
	for again := 0; ; {
		switch code := c.step(s); {
		case code == sqlite3.SQLITE_ROW:
		case code == sqlite3.SQLITE_DONE:
			return sqlite3.Xsqlite3_changes64(c.tls, c.db), nil
		case code == sqlite3.SQLITE_SCHEMA && again < schemaAttempts:
			again++
			c.reset(s)
		default:
			return 0, c.failure(code)
		}
	}
}

// startQuery runs a statement. Its rows hold it until they are closed or have come to their end.
func (c *connection) startQuery(text string, args []any, rows *fileRows) (Rows, error) {
	s, err := c.statement(text, args)
	if rows.on, rows.stmt, rows.pending = c, s, true; err != nil {
		rows.err = err
		return nil, rows.finish()
	}
	if rows.ctx.Done() != nil {
		rows.unwatch = context.AfterFunc(rows.ctx, rows.interrupt)
	}
	if rows.found = rows.step(); rows.err != nil {
		return nil, rows.err
	}
	return rows, nil
}

// bind gives a statement its arguments. Their texts stand in its own room until it is released.
func (c *connection) bind(s *prepared, args []any) error {
	defer func() {
		clear(c.args)
		c.args = c.args[:0]
	}()
	room := 0
	for _, n := range s.params {
		if n > len(args) {
			return fmt.Errorf("there is no argument %d", n)
		}
		arg, length, err := argument(args[n-1])
		if err != nil {
			return fmt.Errorf("argument %d: %w", n, err)
		}
		c.args, room = append(c.args, arg), room+length
	}
	if room > s.size || s.room == 0 {
		libc.Xfree(c.tls, s.room)
		s.size = max(room, usualRoom)
		s.room = libc.Xmalloc(c.tls, libc.Tsize_t(s.size))
	}
	at := s.room
	for i, arg := range c.args {
		length, code := c.bindOne(s.handle, int32(i+1), at, arg)
		if err := c.failure(code); err != nil {
			return fmt.Errorf("argument %d: %w", s.params[i], err)
		}
		at += uintptr(length)
	}
	return nil
}

// bindOne gives a parameter its value, of which a text or bytes are put at a place.
func (c *connection) bindOne(s uintptr, param int32, at uintptr, arg any) (length int, code int32) {
	switch v := arg.(type) {
	case int64:
		return 0, sqlite3.Xsqlite3_bind_int64(c.tls, s, param, v)
	case float64:
		return 0, sqlite3.Xsqlite3_bind_double(c.tls, s, param, v)
	case string:
		copy(unsafe.Slice((*byte)(memory(at)), len(v)), v)
		return len(v), sqlite3.Xsqlite3_bind_text(c.tls, s, param, at, int32(len(v)), sqlite3.SQLITE_STATIC)
	case []byte:
		copy(unsafe.Slice((*byte)(memory(at)), len(v)), v)
		return len(v), sqlite3.Xsqlite3_bind_blob(c.tls, s, param, at, int32(len(v)), sqlite3.SQLITE_STATIC)
	}
	return 0, sqlite3.Xsqlite3_bind_null(c.tls, s, param)
}

// argument is one as it is bound, and how many bytes its text has.
func argument(arg any) (converted any, length int, err error) {
	switch v := arg.(type) {
	case nil, int64, float64:
		return v, 0, nil
	case int:
		return int64(v), 0, nil
	case bool:
		return driverValue(v), 0, nil
	case []int64:
		return argument(IDList(v))
	case string: // the value as it came is boxed already
		return arg, len(v), nil
	case []byte:
		return arg, len(v), nil
	case time.Time:
		return nil, 0, fmt.Errorf("%T: instants are milliseconds", v)
	}
	if converted, err = driver.DefaultParameterConverter.ConvertValue(arg); err != nil {
		return nil, 0, err
	}
	return argument(converted)
}
