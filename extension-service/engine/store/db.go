// Package store keeps rows: one code base for SQLite and PostgreSQL, transactions carried by the context, migrations
// and the outbox.
package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/trigram"
)

// Dialect names the engine behind a DB.
type Dialect string

// The two engines; everything that differs between them asks for one of these.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// DB is one database. Reads go to a pool; writes run inside Write, whose context carries the transaction, so that
// a domain's method is the same inside and outside of one.
type DB struct {
	dialect      Dialect
	path         string   // of the SQLite file
	damage       *damage  // of that file
	files        *readers // of that file
	steps        atomic.Int64
	server       *pgxpool.Pool // of PostgreSQL
	writes       writer
	gens         generations
	counts       resultCache[cachedCount]
	searches     resultCache[cachedSearch]
	plans        resultCache[string] // how SQLite would run statements
	sets         setCache
	blocks       idBlocks
	fragments    *trigram.Indexes // of that file
	wakeUps      sync.Map         // topic → chan struct{}
	indexed      sync.Map         // "table.column" → whether an index has its order
	tables       sync.Map         // entity → name of its table
	searchCopies sync.Map         // table → its search copy, in PostgreSQL
	sizes        sync.Map         // table → *tableSize, in PostgreSQL
	renames      []rename         // of columns, by all migrations
	watcher      Watcher

	// StaffNames names members of staff whom records of an entity have as owners, for the caller of ctx. Nil: nobody is
	// named.
	StaffNames func(ctx context.Context, entity string, ids []int64) (map[int64]string, error)

	// BeforeMigration is called before migrations change a database that has a schema, by one copy of the service at a
	// time; its failure keeps them from running. Nil: nothing is to be done.
	BeforeMigration func(ctx context.Context, state SchemaState) error

	mistakesLock sync.Mutex
	mistakes     []error // tables that could not be mapped
}

// writer runs fn inside one durable transaction and returns once it is committed.
type writer interface {
	write(ctx context.Context, fn func(context.Context) error) error
	close() error
}

// Open connects to a SQLite file (a path or file: URL) or to postgres://….
func Open(ctx context.Context, url string) (*DB, error) { return OpenAs(ctx, url, Connecting{}) }

// OpenAs is Open with connections to PostgreSQL that are made as said.
func OpenAs(ctx context.Context, url string, how Connecting) (*DB, error) {
	if IsPostgres(url) {
		return openPostgres(ctx, url, how)
	}
	return openSQLite(strings.TrimPrefix(url, "file:"))
}

// IsPostgres says whether an address is one of PostgreSQL; else it is a SQLite file.
func IsPostgres(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

// Dialect says which engine this is.
func (db *DB) Dialect() Dialect { return db.dialect }

// scopedTable is a table, and the condition that keeps a statement to what a caller may see of it.
type scopedTable struct {
	table string
	of    *table
	reach func(ctx context.Context, q *builder) string
}

// referencedTable keeps the records that a reference names. It panics when no Table does.
func (db *DB) referencedTable(reference *field.Field) scopedTable {
	k, ok := db.tables.Load(reference.Ref)
	if !ok {
		panic("store: no table keeps the records that " + reference.Name + " refers to: " + reference.Ref)
	}
	return k.(scopedTable)
}

// tableNamed keeps the records of an entity. It panics when no Table does.
func (db *DB) tableNamed(entity string) scopedTable {
	k, ok := db.tables.Load(entity)
	if !ok {
		panic("store: no table keeps records of " + entity)
	}
	return k.(scopedTable)
}

func (db *DB) tableOf(reference *field.Field) string { return db.referencedTable(reference).table }

// Close waits for running writes and releases the files and sockets.
func (db *DB) Close() error {
	err := db.writes.close()
	if db.dialect == Postgres {
		db.server.Close()
		return err
	}
	db.files.close()
	return err
}

// Write runs fn in a transaction and returns when it is durable. Inside another Write it joins that one; an error of
// fn undoes everything fn did. fn must not wait for anything but the database, since other writers queue behind it: it
// fails with RetryAfterError instead, and is run again. When the time of ctx is over nothing has been done; a caller
// that goes away stops a write only before it has begun.
func (db *DB) Write(ctx context.Context, fn func(ctx context.Context) error) error {
	if txOf(ctx) != nil {
		return db.nested(ctx, fn)
	}
	ended := db.watched(ctx, Transaction, "")
	err := db.writeAfter(ctx, fn)
	ended(err)
	return err
}

// nested runs fn under a savepoint, so that a caller may go on after its failure.
func (db *DB) nested(ctx context.Context, fn func(context.Context) error) error {
	tx := txOf(ctx)
	tx.depth++
	name := fmt.Sprintf("nested_%d", tx.depth)
	defer func() { tx.depth-- }()
	if _, err := tx.on.change(ctx, "SAVEPOINT "+name, nil); err != nil {
		return err
	}
	hooks := len(tx.after)
	err := fn(ctx)
	if err != nil {
		tx.after = tx.after[:hooks]
		if _, undo := tx.on.change(ctx, "ROLLBACK TO SAVEPOINT "+name, nil); undo != nil {
			return errors.Join(err, undo)
		}
	}
	if _, release := tx.on.change(ctx, "RELEASE SAVEPOINT "+name, nil); release != nil {
		return errors.Join(err, release)
	}
	return err
}

// InTransaction says whether ctx carries one.
func InTransaction(ctx context.Context) bool { return txOf(ctx) != nil }

// AfterCommit runs fn once the transaction of ctx is durable, before Write returns; without one it runs at once.
func AfterCommit(ctx context.Context, fn func()) {
	if tx := txOf(ctx); tx != nil {
		tx.after = append(tx.after, fn)
		return
	}
	fn()
}

// Query reads rows with $1, $2, … as parameters. Inside Write it sees the transaction's own changes.
func (db *DB) Query(ctx context.Context, text string, args ...any) (Rows, error) {
	if heard, ok := ctx.Value(askingKey{}).(*argRecorder); ok {
		heard.addArgs(args)
	}
	ended := db.watched(ctx, ReadStatement, text)
	switch tx := txOf(ctx); {
	case tx != nil:
		return tx.on.query(ctx, text, args, ended)
	case db.dialect == Postgres:
		return serverQuery{text, args, ended}.start(ctx, db.server)
	}
	return db.files.query(ctx, text, args, ended)
}

// Row reads at most one row into dest and says whether there was one.
func (db *DB) Row(ctx context.Context, dest []any, text string, args ...any) (bool, error) {
	rows, err := db.Query(ctx, text, args...)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	if !rows.Next() {
		return false, rows.Err()
	}
	if err := rows.Scan(dest...); err != nil {
		return false, err
	}
	return true, rows.Close()
}

// Each runs a statement and calls do after each row, in its order, has been read into dest. It ends with the first
// error. All rows are read into the same places: whoever keeps one copies it.
//
//nolint:revive // as in Row, the parameters stand behind the statement
func (db *DB) Each(ctx context.Context, dest []any, do func() error, text string, args ...any) error {
	rows, err := db.Query(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		if err := do(); err != nil {
			return err
		}
	}
	return rows.Err()
}

// All runs a statement and returns what read makes of each of its rows, in its order.
//
//nolint:revive // as in Row, the parameters stand behind the statement
func All[T any](ctx context.Context, db *DB, read func(row Rows) (T, error), text string, args ...any) ([]T, error) {
	rows, err := db.Query(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []T
	for rows.Next() {
		one, err := read(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, rows.Err()
}

// Exec changes rows and returns how many. It works only inside Write, so that no change can miss its audit entry.
func (db *DB) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	tx := txOf(ctx)
	if tx == nil {
		return 0, errors.New("store: Exec outside Write")
	}
	ended := db.watched(ctx, WriteStatement, text)
	n, err := tx.on.change(ctx, text, args)
	ended(err)
	return n, err
}

// ExecAll changes rows, or the schema, by statements that make one write.
func (db *DB) ExecAll(ctx context.Context, texts ...string) error {
	return db.Write(ctx, func(ctx context.Context) error {
		for _, text := range texts {
			if _, err := db.Exec(ctx, text); err != nil {
				return err
			}
		}
		return nil
	})
}

// Lock is the suffix of a SELECT inside Write whose rows must not change until the commit.
func (db *DB) Lock(ctx context.Context) string {
	if db.dialect == Postgres && InTransaction(ctx) {
		return " FOR UPDATE"
	}
	return ""
}

// Ping says whether the database answers, and whether damage was found in its file.
func (db *DB) Ping(ctx context.Context) error {
	var one int
	_, err := db.Row(ctx, []any{&one}, "SELECT 1")
	return errors.Join(db.Damage(), err)
}

// Ready says whether the database takes writes, and whether damage was found in its file: a write that changes nothing
// goes all the way to the disk.
func (db *DB) Ready(ctx context.Context) error {
	err := db.writeNothing(ctx)
	return errors.Join(db.Damage(), err)
}

func (db *DB) writeNothing(ctx context.Context) error {
	return db.Write(ctx, func(ctx context.Context) error {
		if db.dialect == Postgres { // a transaction with a number is logged
			_, err := db.Exec(ctx, "SELECT pg_current_xact_id()")
			return err
		}
		var unused int64
		if _, err := db.Row(ctx, []any{&unused}, "PRAGMA user_version"); err != nil {
			return err
		}
		_, err := db.Exec(ctx, fmt.Sprintf("PRAGMA user_version = %d", unused))
		return err
	})
}

// transaction is what a context inside Write carries.
type transaction struct {
	on interface {
		query(ctx context.Context, text string, args []any, ended func(err error)) (Rows, error)
		change(ctx context.Context, text string, args []any) (changed int64, err error)
	}
	after []func()
	depth int
}

func (tx *transaction) committed() {
	for _, fn := range tx.after {
		fn()
	}
}

type txKey struct{}

func txOf(ctx context.Context) *transaction {
	tx, _ := ctx.Value(txKey{}).(*transaction)
	return tx
}
