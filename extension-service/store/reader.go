package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"sync"
	"time"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// readPragmas are for the readers, which use mmap, so that their page cache only holds what is being sorted.
const readPragmas = "PRAGMA busy_timeout(2000); PRAGMA mmap_size(2147418112); PRAGMA cache_size(-4000); PRAGMA temp_store(2); PRAGMA query_only(1)"

// schemaAttempts is how often a statement is prepared again since the schema has changed meanwhile. SQLite does so by itself, but
// not where a table of FTS5 is opened just then: while an index is built, a search would fail now and then.
const schemaAttempts = 50

// readers are the connections that read a SQLite file. They speak to the library themselves: database/sql and its driver
// take longer for a page of a list than SQLite does, since they box every value, copy the names of all columns for every
// query, and start a goroutine for each that may be cut off.
type readers struct {
	path  string
	slots chan struct{} // one for each that is at work

	mu     sync.Mutex
	idle   []*reader // the one that was used last is taken first, since it has most in its caches
	closed bool
}

func newReaders(path string, most int) *readers {
	return &readers{path: path, slots: make(chan struct{}, most)}
}

func (p *readers) take(ctx context.Context) (*reader, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	r, had, err := p.last()
	if !had && err == nil {
		r, err = p.open()
	}
	if err != nil {
		<-p.slots
	}
	return r, err
}

// last is the one that was used last, if one is idle.
func (p *readers) last() (r *reader, had bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, false, ErrClosed
	}
	last := len(p.idle) - 1
	if last < 0 {
		return nil, false, nil
	}
	r, p.idle = p.idle[last], p.idle[:last]
	return r, true, nil
}

func (p *readers) leave(r *reader) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		r.close()
	} else {
		p.idle = append(p.idle, r)
	}
	<-p.slots
}

// close closes what is idle; what is at work follows when it is done.
func (p *readers) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, r := range p.idle {
		r.close()
	}
	p.idle = nil
}

// query runs a statement. It ends with ctx, and so do its rows; ended is told of the end.
func (p *readers) query(ctx context.Context, text string, args []any, ended func(err error)) (*fileRows, error) {
	r, err := p.take(ctx)
	if err != nil {
		ended(err)
		return nil, err
	}
	s, err := r.prepare(text)
	if err == nil {
		err = r.bind(s, args)
	}
	if err != nil {
		p.leave(r)
		ended(err)
		return nil, fmt.Errorf("%w in %q", err, text)
	}
	rows := &fileRows{ctx: ctx, pool: p, reader: r, stmt: s, pending: true, ended: ended}
	if ctx.Done() != nil {
		rows.unwatch = context.AfterFunc(ctx, rows.interrupt)
	}
	if rows.found = rows.step(); rows.err != nil {
		return nil, rows.err
	}
	return rows, nil
}

// reader is one connection, used by one query at a time.
type reader struct {
	tls  *libc.TLS
	db   uintptr
	file uintptr // of db
	out  uintptr // room for what the library returns through a pointer
	kept map[string]*prepared
}

// prepared is a statement that stays so.
type prepared struct {
	handle  uintptr
	columns []string
	params  []int // of which argument each is the value
}

// memory is a place outside of what Go looks after, so that it is never moved.
func memory(p uintptr) unsafe.Pointer { return unsafe.Add(nil, p) }

func (p *readers) open() (*reader, error) {
	r := &reader{tls: libc.NewTLS(), kept: map[string]*prepared{}}
	r.out = libc.Xmalloc(r.tls, libc.Tsize_t(unsafe.Sizeof(uintptr(0))))
	// Without its own locks, since only one query uses it at a time.
	const flags = sqlite3.SQLITE_OPEN_READWRITE | sqlite3.SQLITE_OPEN_URI | sqlite3.SQLITE_OPEN_NOMUTEX
	err := r.withText("file:"+p.path, func(name uintptr) int32 { return sqlite3.Xsqlite3_open_v2(r.tls, name, r.out, flags, 0) })
	r.db = *(*uintptr)(memory(r.out))
	if err == nil {
		err = r.withText(readPragmas, func(text uintptr) int32 { return sqlite3.Xsqlite3_exec(r.tls, r.db, text, 0, 0, 0) })
	}
	if err == nil {
		err = r.keepMapping()
	}
	if err != nil {
		err = fmt.Errorf("open %s: %w", p.path, err)
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *reader) close() {
	for _, s := range r.kept {
		sqlite3.Xsqlite3_finalize(r.tls, s.handle)
	}
	sqlite3.Xsqlite3_close_v2(r.tls, r.db)
	mappings.seen.Delete(r.file)
	libc.Xfree(r.tls, r.out)
	r.tls.Close()
}

// withText lends a text to the library.
func (r *reader) withText(text string, call func(text uintptr) int32) error {
	p, err := libc.CString(text)
	if err != nil {
		return err
	}
	defer libc.Xfree(r.tls, p)
	return r.failure(call(p))
}

// failure is what the library says of the call before; nil when it went well.
func (r *reader) failure(code int32) error {
	if code == sqlite3.SQLITE_OK {
		return nil
	}
	return &fileError{int(code), libc.GoString(sqlite3.Xsqlite3_errmsg(r.tls, r.db))}
}

// fileError is a failure of SQLite.
type fileError struct {
	code int
	text string
}

func (e *fileError) Error() string { return fmt.Sprintf("%s (%d)", e.text, e.code) }

// Code is the extended result code.
func (e *fileError) Code() int { return e.code }

// prepare returns the statement of a text, which is prepared once.
func (r *reader) prepare(text string) (*prepared, error) {
	if s := r.kept[text]; s != nil {
		return s, nil
	}
	if len(r.kept) >= stmtLimit {
		r.shed()
	}
	err := r.withText(text, func(p uintptr) (code int32) {
		for attempt := 0; attempt == 0 || code == sqlite3.SQLITE_SCHEMA && attempt <= schemaAttempts; attempt++ {
			code = sqlite3.Xsqlite3_prepare_v3(r.tls, r.db, p, int32(len(text)), sqlite3.SQLITE_PREPARE_PERSISTENT, r.out, 0)
		}
		return code
	})
	if err != nil {
		return nil, err
	}
	s := &prepared{handle: *(*uintptr)(memory(r.out))}
	s.columns = make([]string, sqlite3.Xsqlite3_column_count(r.tls, s.handle))
	for i := range s.columns {
		s.columns[i] = libc.GoString(sqlite3.Xsqlite3_column_name(r.tls, s.handle, int32(i)))
	}
	s.params = make([]int, sqlite3.Xsqlite3_bind_parameter_count(r.tls, s.handle))
	for i := range s.params {
		name := libc.GoString(sqlite3.Xsqlite3_bind_parameter_name(r.tls, s.handle, int32(i+1)))
		if _, err := fmt.Sscanf(name, "$%d", &s.params[i]); err != nil {
			sqlite3.Xsqlite3_finalize(r.tls, s.handle)
			return nil, fmt.Errorf("parameter %q: %w", name, err)
		}
	}
	r.kept[text] = s
	return s, nil
}

// shed forgets a quarter of the statements, whichever come first: the service asks few different texts, but callers can
// make any number of them out of filters and sorts.
func (r *reader) shed() {
	left := stmtLimit / 4
	for text, s := range r.kept {
		if left--; left < 0 {
			return
		}
		sqlite3.Xsqlite3_finalize(r.tls, s.handle)
		delete(r.kept, text)
	}
}

func (r *reader) bind(s *prepared, args []any) error {
	for i, n := range s.params {
		if n > len(args) {
			return fmt.Errorf("there is no argument %d", n)
		}
		if err := r.bindOne(s.handle, int32(i+1), args[n-1]); err != nil {
			return fmt.Errorf("argument %d: %w", n, err)
		}
	}
	return nil
}

func (r *reader) bindOne(s uintptr, at int32, arg any) error {
	switch v := arg.(type) {
	case nil:
		return r.failure(sqlite3.Xsqlite3_bind_null(r.tls, s, at))
	case int64:
		return r.failure(sqlite3.Xsqlite3_bind_int64(r.tls, s, at, v))
	case int:
		return r.failure(sqlite3.Xsqlite3_bind_int64(r.tls, s, at, int64(v)))
	case float64:
		return r.failure(sqlite3.Xsqlite3_bind_double(r.tls, s, at, v))
	case bool:
		return r.failure(sqlite3.Xsqlite3_bind_int64(r.tls, s, at, plainValue(v).(int64)))
	case string:
		return r.withText(v, func(p uintptr) int32 {
			return sqlite3.Xsqlite3_bind_text(r.tls, s, at, p, int32(len(v)), sqlite3.SQLITE_TRANSIENT)
		})
	case []byte:
		return r.withText(string(v), func(p uintptr) int32 {
			return sqlite3.Xsqlite3_bind_blob(r.tls, s, at, p, int32(len(v)), sqlite3.SQLITE_TRANSIENT)
		})
	case time.Time:
		return fmt.Errorf("%T: instants are milliseconds", v)
	}
	plain, err := driver.DefaultParameterConverter.ConvertValue(arg)
	if err != nil {
		return err
	}
	return r.bindOne(s, at, plain)
}

// Prepared is how many statements the readers keep at most, each for itself.
func (db *DB) Prepared() (most int) {
	db.files.mu.Lock()
	defer db.files.mu.Unlock()
	for _, r := range db.files.idle {
		most = max(most, len(r.kept))
	}
	return most
}
