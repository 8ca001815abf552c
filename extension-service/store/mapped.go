package store

import (
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// A reader sees the file through a mapping into memory. SQLite gives that up, all of it, whenever somebody else has written, and
// every page that is read then costs a fault: beside a few writes, a search that looks at thousands of rows took twice the time.
// What is seen through the mapping is what the file holds now, so it only needs to follow a file that shrinks or grows by much:
// what lies beyond it is read as if there were none.
const mappingSlack = 64 << 20 // bytes

type (
	fileMethods = sqlite3.Tsqlite3_io_methods
	sizeMethod  = func(tls *libc.TLS, file, size uintptr) int32
	unmapMethod = func(tls *libc.TLS, file uintptr, offset sqlite3.Tsqlite3_int64, page uintptr) int32
)

// mappings are of all readers.
var mappings struct {
	once  sync.Once
	given uintptr // methods of a file as SQLite opens it
	own   uintptr // those of one that keeps its mapping
	size  sizeMethod
	unmap unmapMethod
	seen  sync.Map // file → its size when the mapping began
}

// keepMapping has the file of a connection keep its mapping.
func (c *connection) keepMapping() error {
	if err := c.failure(sqlite3.Xsqlite3_file_control(c.tls, c.db, 0, sqlite3.SQLITE_FCNTL_FILE_POINTER, c.out)); err != nil {
		return err
	}
	c.file = *(*uintptr)(memory(c.out))
	methods := &(*sqlite3.Tsqlite3_file)(memory(c.file)).FpMethods
	mappings.once.Do(func() {
		mappings.given = *methods
		given := (*fileMethods)(memory(*methods))
		mappings.size = *(*sizeMethod)(unsafe.Pointer(&struct{ uintptr }{given.FxFileSize}))
		mappings.unmap = *(*unmapMethod)(unsafe.Pointer(&struct{ uintptr }{given.FxUnfetch}))
		own, unmap := *given, unmapGrown
		own.FxUnfetch = *(*uintptr)(unsafe.Pointer(&unmap))
		mappings.own = libc.Xmalloc(c.tls, libc.Tsize_t(unsafe.Sizeof(own)))
		*(*fileMethods)(memory(mappings.own)) = own
	})
	if *methods == mappings.given { // some systems have others for some disks
		*methods = mappings.own
	}
	return nil
}

// unmapGrown gives back a page of the mapping, or the mapping as a whole, where page is 0, if the file has outgrown it.
func unmapGrown(tls *libc.TLS, file uintptr, offset sqlite3.Tsqlite3_int64, page uintptr) int32 {
	if page != 0 {
		return mappings.unmap(tls, file, offset, page)
	}
	at := tls.Alloc(8)
	defer tls.Free(8)
	code := mappings.size(tls, file, at)
	size := *(*int64)(memory(at))
	if had, mapped := mappings.seen.Load(file); code == sqlite3.SQLITE_OK && mapped && size >= had.(int64) && size-had.(int64) <= mappingSlack {
		return sqlite3.SQLITE_OK
	}
	mappings.seen.Store(file, size)
	return mappings.unmap(tls, file, offset, page)
}
