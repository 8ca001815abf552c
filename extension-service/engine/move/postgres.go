package move

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"poolkeeper.example/extension-service/engine/store"
)

// server is a database of PostgreSQL, on a connection of its own.
type server struct {
	conn *pgx.Conn
	tx   pgx.Tx
	// after are the statements that bring back what is taken away while tables are filled.
	after []string
}

// indexMemory is what the server may use to build one index: with its default of 64 MB those of texts take longer.
const indexMemory = "256MB"

// snapshot reads as of one instant.
var snapshot = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

func openServer(ctx context.Context, address string, options pgx.TxOptions) (*server, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, errors.New("the address cannot be read: it is postgres://user:password@host:port/database")
	}
	for _, limit := range []string{"idle_in_transaction_session_timeout", "statement_timeout"} {
		config.RuntimeParams[limit] = "0" // other tables are written meanwhile, or read
	}
	config.RuntimeParams["maintenance_work_mem"] = indexMemory
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	tx, err := conn.BeginTx(ctx, options)
	if err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return &server{conn: conn, tx: tx}, nil
}

// fillServer prepares an empty database: it is migrated, and what slows down writing is taken away until the end.
func fillServer(ctx context.Context, address string, now time.Time) (*server, error) {
	if err := checkEmpty(ctx, address, now); err != nil {
		return nil, err
	}
	s, err := openServer(ctx, address, pgx.TxOptions{})
	if err != nil {
		return nil, err
	}
	if err := s.strip(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// checkEmpty refuses a database in which there is anything, and makes the tables. One that was migrated and that no
// product has worked with is empty, too: so is what a move leaves that was cut off.
func checkEmpty(ctx context.Context, address string, now time.Time) (err error) {
	db, err := store.Open(ctx, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	state, err := db.SchemaState(ctx)
	if err != nil {
		return err
	}
	var there int64
	if state.Version == 0 {
		_, err = db.Row(ctx, []any{&there},
			"SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace")
		if err == nil && there > 0 {
			err = fmt.Errorf("the target is not empty: it has %d tables", there)
		}
		if err != nil {
			return err
		}
		return db.Migrate(ctx)
	}
	if len(state.Pending)+len(state.Newer) > 0 {
		return fmt.Errorf("the target is not empty: it is at version %d of the schema", state.Version)
	}
	if err := checkIdle(ctx, db, "target", now); err != nil {
		return err
	}
	if _, err := db.Row(ctx, []any{&there}, "SELECT count(*) FROM "+own[2]); err != nil {
		return err
	}
	if there > 0 {
		return errors.New("the target is not empty: a product has worked with it")
	}
	return nil
}

// stripped are statements that take something away from a table, each with the one that brings it back.
var stripped = []string{
	`SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
	        format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
	   FROM pg_constraint
	  WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
	`SELECT format('ALTER TABLE %s DISABLE TRIGGER USER', tgrelid::regclass),
	        format('ALTER TABLE %s ENABLE TRIGGER USER', tgrelid::regclass)
	   FROM pg_trigger t
	   JOIN pg_class c ON c.oid = t.tgrelid
	  WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
	  GROUP BY tgrelid`,
	`SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
	   FROM pg_index i
	   JOIN pg_class c ON c.oid = i.indexrelid
	  WHERE relnamespace = current_schema()::regnamespace
	    AND NOT EXISTS (SELECT 1 FROM pg_constraint n WHERE n.conindid = i.indexrelid)`,
	`SELECT format('DELETE FROM %s', c.oid::regclass),
	        format('INSERT INTO %1$s (%2$s) SELECT %2$s FROM %3$I', c.oid::regclass,
	               (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
	                 WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped),
	               left(relname, -length('_searched')))
	   FROM pg_class c
	  WHERE relkind = 'r' AND relname LIKE '%\_searched' AND relnamespace = current_schema()::regnamespace`,
}

// strip takes references, triggers and indexes away. What triggers write is copied itself.
func (s *server) strip(ctx context.Context) error {
	for _, text := range stripped {
		found, err := s.tx.Query(ctx, text)
		if err != nil {
			return err
		}
		type way struct{ Away, Back string }
		ways, err := pgx.CollectRows(found, pgx.RowToStructByPos[way])
		if err != nil {
			return err
		}
		for _, w := range ways {
			if _, err := s.tx.Exec(ctx, w.Away); err != nil {
				return err
			}
			s.after = append(s.after, w.Back)
		}
	}
	slices.Reverse(s.after) // a reference needs the index that it refers to
	return nil
}

// columns are those of the tables that no other is made of: search copies and their changes are left out.
func (s *server) columns(ctx context.Context) (map[string][]string, error) {
	found, err := s.tx.Query(ctx, `
		SELECT c.table_name::text, c.column_name::text
		  FROM information_schema.columns c
		  JOIN information_schema.tables t USING (table_schema, table_name)
		 WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
		   AND t.table_name NOT LIKE '%\_searched' AND t.table_name <> 'search_copy_changes'`)
	if err != nil {
		return nil, err
	}
	out := map[string][]string{}
	var name, column string
	_, err = pgx.ForEachRow(found, []any{&name, &column}, func() error {
		out[name] = append(out[name], column)
		return nil
	})
	return out, err
}

func (s *server) rows(ctx context.Context, t table) rows {
	return func(yield func([]any, error) bool) {
		found, err := s.tx.Query(ctx, "SELECT "+quoted(t.columns)+" FROM "+pgx.Identifier{t.name}.Sanitize())
		if err != nil {
			yield(nil, err)
			return
		}
		defer found.Close()
		for found.Next() {
			if row, err := found.Values(); !yield(row, err) || err != nil {
				return
			}
		}
		if err := found.Err(); err != nil {
			yield(nil, err)
		}
	}
}

func (s *server) sequences(ctx context.Context) (map[string]int64, error) {
	found, err := s.tx.Query(ctx, `
		SELECT c.table_name::text, coalesce(pg_sequence_last_value(
		         pg_get_serial_sequence(quote_ident(c.table_name), c.column_name)::regclass), 0)
		  FROM information_schema.columns c
		 WHERE c.table_schema = current_schema() AND c.is_identity = 'YES'`)
	if err != nil {
		return nil, err
	}
	out := map[string]int64{}
	var name string
	var last int64
	_, err = pgx.ForEachRow(found, []any{&name, &last}, func() error {
		out[name] = last
		return nil
	})
	return out, err
}

func (s *server) triggering(context.Context) ([]string, error) { return nil, nil }

// copied hands rows to COPY one by one.
type copied struct {
	next func() ([]any, error, bool)
	row  []any
	err  error
}

// Next reads the next row.
func (c *copied) Next() (more bool) {
	c.row, c.err, more = c.next()
	return more && c.err == nil
}

// Values are those of the row.
func (c *copied) Values() ([]any, error) { return c.row, nil }

// Err is why there is no further row, if that is a failure.
func (c *copied) Err() error { return c.err }

func (s *server) fill(ctx context.Context, t table, all rows) error {
	if _, err := s.tx.Exec(ctx, "DELETE FROM "+pgx.Identifier{t.name}.Sanitize()); err != nil {
		return err
	}
	next, stop := iter.Pull2(all)
	defer stop()
	from := &copied{next: next}
	_, err := s.tx.CopyFrom(ctx, pgx.Identifier{t.name}, t.columns, from)
	if err != nil && strings.Contains(err.Error(), "0x00") {
		err = fmt.Errorf("%w: PostgreSQL takes no text with this character", err)
	}
	return err
}

func (s *server) setSequence(ctx context.Context, name string, last int64) error {
	if last == 0 {
		return nil
	}
	_, err := s.tx.Exec(ctx, "SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", name, last)
	return err
}

// finish makes indexes and triggers again, and has PostgreSQL follow every reference of a row to another.
func (s *server) finish(ctx context.Context) error {
	for _, text := range s.after {
		if _, err := s.tx.Exec(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}

func (s *server) exec(ctx context.Context, statement string) error {
	_, err := s.tx.Exec(ctx, statement)
	return err
}

// commit also has the statistics made that statements are planned by.
func (s *server) commit(ctx context.Context) error {
	if err := s.tx.Commit(ctx); err != nil {
		return err
	}
	_, err := s.conn.Exec(ctx, "ANALYZE")
	return err
}

func (s *server) close() error {
	ctx := context.Background()
	_ = s.tx.Rollback(ctx) // it fails only once it was committed
	return s.conn.Close(ctx)
}
