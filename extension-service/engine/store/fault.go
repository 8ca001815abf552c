package store

import (
	"runtime"
	"runtime/debug"

	sqlite3 "modernc.org/sqlite/lib"
)

// catchFault ends a call into the library that has met a page which its file no longer has: somebody has truncated it.
// The pages are mapped into memory, so that reading one is a fault of the memory, which would end the process. The
// connection is of no use afterwards. Whoever defers it passes what debug.SetPanicOnFault has said.
func (c *connection) catchFault(code *int32, before bool) {
	debug.SetPanicOnFault(before)
	switch r := recover().(type) {
	case nil:
	case interface {
		runtime.Error
		Addr() uintptr // which only a fault of the memory has
	}:
		c.isBroken, *code = true, sqlite3.SQLITE_IOERR_SHORT_READ
	default:
		panic(r)
	}
}

// call makes one call into the library, or none once the connection is broken.
func (c *connection) call(library func() int32) (code int32) {
	if c.isBroken {
		return sqlite3.SQLITE_IOERR_SHORT_READ
	}
	defer c.catchFault(&code, debug.SetPanicOnFault(true))
	return library()
}

// step looks for the next row of a statement.
func (c *connection) step(s *prepared) int32 {
	return c.call(func() int32 { return sqlite3.Xsqlite3_step(c.tls, s.handle) })
}

// reset makes a statement begin anew.
func (c *connection) reset(s *prepared) {
	c.call(func() int32 { return sqlite3.Xsqlite3_reset(c.tls, s.handle) })
}
