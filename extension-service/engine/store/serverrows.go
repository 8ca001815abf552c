package store

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// serverRows are those of PostgreSQL. They hold the connection they come from until they are closed or have come to
// their end. Their values are read out of its bytes: a driver's value for each would cost more than the server needs
// for a page.
type serverRows struct {
	rows    pgx.Rows
	pending bool // the first row, which is looked for by the query itself
	found   bool
	closed  bool
	ended   func(err error)
	values  []value
	text    []byte
}

// querier runs statements: the connections, or a transaction.
type querier interface {
	Query(ctx context.Context, text string, args ...any) (pgx.Rows, error)
}

// serverQuery is a statement that reads.
type serverQuery struct {
	text  string
	args  []any
	ended func(err error) // is called when its rows have been read, or none are to be had
}

// start runs the statement, on another connection where the first was dead before it got there.
func (q serverQuery) start(ctx context.Context, on querier) (Rows, error) {
	var err error
	for range pgAttempts {
		r := &serverRows{pending: true, ended: q.ended}
		if r.rows, err = on.Query(ctx, q.text, q.args...); err == nil {
			r.found = r.rows.Next()
			err = r.rows.Err()
		}
		if err == nil {
			return r, nil
		}
		if !pgconn.SafeToRetry(err) || ctx.Err() != nil {
			break
		}
	}
	q.ended(err)
	return nil, err
}

// Next says whether there is another row.
func (r *serverRows) Next() bool {
	if !r.pending {
		r.found = r.rows.Next()
	}
	if r.pending = false; !r.found {
		_ = r.Close() // Err has what it says
	}
	return r.found
}

// Err is what has ended the rows too early.
func (r *serverRows) Err() error { return r.rows.Err() }

// Close gives back what they hold.
func (r *serverRows) Close() error {
	r.rows.Close()
	if !r.closed {
		r.closed = true
		r.ended(r.rows.Err())
	}
	return r.rows.Err()
}

// Columns are their names.
func (r *serverRows) Columns() ([]string, error) {
	out := make([]string, len(r.rows.FieldDescriptions()))
	for i, column := range r.rows.FieldDescriptions() {
		out[i] = column.Name
	}
	return out, nil
}

// Scan reads the row at hand.
func (r *serverRows) Scan(dest ...any) error { return scanRow(r, dest) }

// row is the row at hand. All its texts are one, of which each is a part.
func (r *serverRows) row() ([]value, error) {
	r.values, r.text = r.values[:0], r.text[:0]
	columns := r.rows.FieldDescriptions()
	for i, raw := range r.rows.RawValues() {
		v, err := r.read(&columns[i], raw)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", columns[i].Name, err)
		}
		r.values = append(r.values, v)
	}
	shareText(r.values, string(r.text))
	return r.values, nil
}

// read reads one value; of a text only how long it is.
func (r *serverRows) read(column *pgconn.FieldDescription, raw []byte) (value, error) {
	isBinary := column.Format == pgtype.BinaryFormatCode
	switch oid := column.DataTypeOID; {
	case raw == nil:
		return value{}, nil
	case oid == pgtype.TextOID || oid == pgtype.VarcharOID || oid == pgtype.NameOID || oid == pgtype.JSONOID:
		return r.readText(raw), nil
	case oid == pgtype.Int8OID && isBinary:
		return value{kind: integer, number: int64(binary.BigEndian.Uint64(raw))}, nil
	case oid == pgtype.Int4OID && isBinary:
		return value{kind: integer, number: int64(int32(binary.BigEndian.Uint32(raw)))}, nil
	case oid == pgtype.Float8OID && isBinary:
		return value{kind: floatNumber, number: int64(binary.BigEndian.Uint64(raw))}, nil
	}
	return r.readRare(column, raw)
}

func (r *serverRows) readText(raw []byte) value {
	r.text = append(r.text, raw...)
	return value{kind: someText, number: int64(len(raw))}
}

// readRare reads a value of another type, such as numeric, as the driver does.
func (r *serverRows) readRare(column *pgconn.FieldDescription, raw []byte) (value, error) {
	types := r.rows.Conn().TypeMap()
	kind, ok := types.TypeForOID(column.DataTypeOID)
	if !ok {
		return r.readText(raw), nil
	}
	read, err := kind.Codec.DecodeDatabaseSQLValue(types, column.DataTypeOID, column.Format, raw)
	if err != nil {
		return value{}, err
	}
	v, err := valueOf(read)
	if err == nil && v.kind == someText {
		return r.readText([]byte(v.text)), nil
	}
	return v, err
}
