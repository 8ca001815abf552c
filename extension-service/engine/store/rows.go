package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"sync"
	"time"
	"unsafe"

	sqlite3 "modernc.org/sqlite/lib"
)

// Rows are what a query yields, one after the other. Whoever asks closes them, and reads their error once there is none
// left.
type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Columns() ([]string, error)
	Err() error
	Close() error
	row() ([]value, error) // the row at hand, good until the next
}

// fileRows are those of a SQLite file. They hold their statement, and the reader it is of, until they are closed or
// have come to their end.
type fileRows struct {
	ctx     context.Context
	pool    *readers // of the reader; nil within a transaction
	unwatch func() bool
	stmt    *prepared
	pending bool // the first row, which is looked for by the query itself
	again   int  // how often it was looked for again
	found   bool
	err     error
	values  []value
	text    []byte
	ended   func(err error)

	mu sync.Mutex  // against an interrupt that comes after the end
	on *connection // nil after it
}

// interrupt ends the statement at work.
func (r *fileRows) interrupt() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.on != nil {
		sqlite3.Xsqlite3_interrupt(r.on.tls, r.on.db)
	}
}

func (r *fileRows) step() bool {
	if r.on == nil {
		return false
	}
	switch code := r.on.step(r.stmt); {
	case code == sqlite3.SQLITE_ROW:
		return true
	case code == sqlite3.SQLITE_DONE:
	case code == sqlite3.SQLITE_SCHEMA && r.pending && r.again < schemaAttempts:
		r.again++
		r.on.reset(r.stmt)
		return r.step()
	case code == sqlite3.SQLITE_INTERRUPT && r.ctx.Err() != nil:
		r.err = context.Cause(r.ctx)
	default:
		r.err = r.on.failure(code)
	}
	_ = r.finish()
	return false
}

// Next says whether there is another row.
func (r *fileRows) Next() bool {
	if !r.pending {
		r.found = r.step()
	}
	r.pending = false
	return r.found
}

// Err is what has ended the rows too early.
func (r *fileRows) Err() error { return r.err }

// Close gives back what they hold.
func (r *fileRows) Close() error {
	_ = r.finish() // which Err tells
	return nil
}

// finish does so, and returns what has ended them too early.
func (r *fileRows) finish() error {
	r.mu.Lock()
	free := r.on
	r.on = nil
	r.mu.Unlock()
	if free == nil {
		return r.err
	}
	if r.unwatch != nil {
		r.unwatch()
	}
	if r.stmt != nil {
		free.release(r.stmt)
	}
	if r.pool != nil {
		r.pool.giveBack(free)
	}
	r.ended(r.err)
	return r.err
}

// Columns are their names.
func (r *fileRows) Columns() ([]string, error) { return r.stmt.columns, nil }

// Scan reads the row at hand.
func (r *fileRows) Scan(dest ...any) error {
	if r.on == nil {
		return errors.New("store: there is no row at hand")
	}
	return scanRow(r, dest)
}

// number is a column of the row at hand.
func (r *fileRows) number(column int32) int64 {
	return sqlite3.Xsqlite3_column_int64(r.on.tls, r.stmt.handle, column)
}

// bytes are a column of the row at hand where SQLite has them, until the next row.
func (r *fileRows) bytes(column int32) []byte {
	// a text as it lies there, without a zero behind it
	from := sqlite3.Xsqlite3_column_blob(r.on.tls, r.stmt.handle, column)
	return unsafe.Slice((*byte)(memory(from)), sqlite3.Xsqlite3_column_bytes(r.on.tls, r.stmt.handle, column))
}

// row is the row at hand. It fails where a text lies in a page that its file has lost.
func (r *fileRows) row() ([]value, error) {
	code := r.on.call(func() int32 {
		r.readValues()
		return sqlite3.SQLITE_OK
	})
	return r.values, r.on.failure(code)
}

// readValues reads the row at hand. All its texts are one, of which each is a part.
func (r *fileRows) readValues() {
	r.values, r.text = r.values[:0], r.text[:0]
	tls, stmt := r.on.tls, r.stmt.handle
	for i := range int32(len(r.stmt.columns)) {
		switch sqlite3.Xsqlite3_column_type(tls, stmt, i) {
		case sqlite3.SQLITE_NULL:
			r.values = append(r.values, value{})
		case sqlite3.SQLITE_INTEGER:
			r.values = append(r.values, value{kind: integer, number: sqlite3.Xsqlite3_column_int64(tls, stmt, i)})
		case sqlite3.SQLITE_FLOAT:
			r.values = append(r.values, value{
				kind:   floatNumber,
				number: int64(math.Float64bits(sqlite3.Xsqlite3_column_double(tls, stmt, i))),
			})
		default:
			text := r.bytes(i)
			r.text = append(r.text, text...)
			r.values = append(r.values, value{kind: someText, number: int64(len(text))})
		}
	}
	shareText(r.values, string(r.text))
}

// shareText cuts the text of a row into those of its values, which say how long they are.
func shareText(values []value, text string) {
	for i := range values {
		if v := &values[i]; v.kind == someText {
			v.text, text = text[:v.number], text[v.number:]
		}
	}
}

// value is what a column holds.
type value struct {
	kind   valueKind
	number int64 // or the bits of a float
	text   string
}

type valueKind uint8

const (
	nothing valueKind = iota
	integer
	floatNumber
	someText
)

// valueOf is what a driver has read.
func valueOf(raw any) (value, error) {
	switch x := raw.(type) {
	case nil:
		return value{}, nil
	case int64:
		return value{kind: integer, number: x}, nil
	case bool:
		return value{kind: integer, number: driverValue(x).(int64)}, nil
	case float64:
		return value{kind: floatNumber, number: int64(math.Float64bits(x))}, nil
	case string:
		return value{kind: someText, text: x}, nil
	case []byte:
		return value{kind: someText, text: string(x)}, nil
	case time.Time: // of a table of a library's
		return value{kind: someText, text: x.UTC().Format(time.RFC3339Nano)}, nil
	}
	return value{}, fmt.Errorf("%T is no value of a column", raw)
}

// scanRow reads the row at hand into places.
func scanRow(r Rows, dest []any) error {
	values, err := r.row()
	if err != nil {
		return err
	}
	if len(dest) != len(values) {
		return fmt.Errorf("store: %d columns read into %d places", len(values), len(dest))
	}
	for i, v := range values {
		if err := v.scanInto(dest[i]); err != nil {
			return fmt.Errorf("column %d: %w", i, err)
		}
	}
	return nil
}

func (v value) asText() (string, error) {
	switch v.kind {
	case someText:
		return v.text, nil
	case integer:
		return strconv.FormatInt(v.number, 10), nil
	case floatNumber:
		return strconv.FormatFloat(math.Float64frombits(uint64(v.number)), 'g', -1, 64), nil
	case nothing:
	}
	return "", errors.New("nothing is no text")
}

func (v value) asNumber() (int64, error) {
	switch v.kind {
	case integer:
		return v.number, nil
	case someText:
		return strconv.ParseInt(v.text, 10, 64)
	case nothing, floatNumber:
	}
	return 0, fmt.Errorf("%v is no whole number", v.driverValue())
}

func (v value) asFloat() (float64, error) {
	switch v.kind {
	case floatNumber:
		return math.Float64frombits(uint64(v.number)), nil
	case integer:
		return float64(v.number), nil
	case nothing, someText:
	}
	return strconv.ParseFloat(v.text, 64)
}

// driverValue is the value as drivers pass it.
func (v value) driverValue() any {
	switch v.kind {
	case integer:
		return v.number
	case floatNumber:
		return math.Float64frombits(uint64(v.number))
	case someText:
		return v.text
	case nothing:
	}
	return nil
}

// scanInto stores the value where dest points to, as Scan of database/sql does.
func (v value) scanInto(dest any) (err error) {
	switch d := dest.(type) {
	case *int64:
		*d, err = v.asNumber()
	case *string:
		*d, err = v.asText()
	case *any:
		*d = v.driverValue()
	case *[]byte:
		if *d = nil; v.kind != nothing {
			var text string
			text, err = v.asText()
			*d = []byte(text)
		}
	case sql.Scanner:
		err = d.Scan(v.driverValue())
	default:
		err = v.intoKind(reflect.ValueOf(dest).Elem())
	}
	return err
}

func (v value) intoKind(to reflect.Value) error {
	switch {
	case to.Kind() == reflect.Pointer && v.kind == nothing:
		to.SetZero()
		return nil
	case to.Kind() == reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		return v.scanInto(to.Interface())
	case to.CanInt():
		n, err := v.asNumber()
		if err == nil && to.OverflowInt(n) {
			err = fmt.Errorf("%d is too large", n)
		}
		to.SetInt(n)
		return err
	case to.CanUint():
		n, err := v.asNumber()
		if err == nil && (n < 0 || to.OverflowUint(uint64(n))) {
			err = fmt.Errorf("%d is too large", n)
		}
		to.SetUint(uint64(n))
		return err
	case to.CanFloat():
		n, err := v.asFloat()
		to.SetFloat(n)
		return err
	case to.Kind() == reflect.Bool:
		n, err := v.asNumber()
		to.SetBool(n != 0)
		return err
	case to.Kind() == reflect.String:
		text, err := v.asText()
		to.SetString(text)
		return err
	}
	return fmt.Errorf("nothing is read into %s", to.Type())
}
