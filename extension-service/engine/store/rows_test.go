package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

type (
	code   string
	amount int64
)

// Whoever reads a row gets the same from either engine, within a transaction and outside of one.
func TestRows_BothEngines_ReadAlike(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		statement := "SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $2 WHERE $10 = 'ö' OR $11 IS NULL"
		if db.Dialect() == store.Postgres {
			statement = "SELECT $1::bigint, $2::text, $3::boolean, $4::bigint, $5::text, $6::text, $7::double precision, $8::text, $9::bigint, $2::text WHERE $10::text = 'ö' OR $11::text IS NULL"
		}
		read := func(ctx context.Context) {
			var (
				integer int
				text    string
				isSet   bool
				missing *int64
				some    *string
				status  code
				share   float64
				maybe   sql.NullString
				price   amount
				again   any
			)
			dest := []any{&integer, &text, &isSet, &missing, &some, &status, &share, &maybe, &price, &again}
			found, err := db.Row(ctx, dest, statement, 7, "Zoë \x01", true, nil, "some", code("AC"), 0.5, nil, amount(12), "ö",
				nil)
			if err != nil || !found {
				t.Fatal(found, err)
			}
			got := []any{integer, text, isSet, missing == nil, *some, status, share, maybe.Valid, price, again}
			if want := []any{
				7, "Zoë \x01", true, true, "some", code("AC"), 0.5, false, amount(12),
				any("Zoë \x01"),
			}; !reflect.DeepEqual(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		}
		read(t.Context())
		if err := db.Write(t.Context(), func(ctx context.Context) error { read(ctx); return nil }); err != nil {
			t.Error(err)
		}
	})
}

// What cannot be read is said, not made up.
func TestRows_UnreadableValue_IsAnError(t *testing.T) {
	t.Parallel()
	db := openFile(t)
	for name, dest := range map[string][]any{
		"nothing into a number":     {new(int64), new(string), new(int64)},
		"nothing into a text":       {new(string), new(string), new(int64)},
		"a text into a number":      {new(*int64), new(int64), new(int64)},
		"a number that is too long": {new(*int64), new(string), new(int8)},
		"too few places":            {new(*int64), new(string)},
		"too many places":           {new(*int64), new(string), new(int64), new(int64)},
	} {
		if _, err := db.Row(t.Context(), dest, "SELECT NULL, 'text', 1000"); err == nil {
			t.Errorf("%s: read", name)
		}
	}
	if _, err := db.Row(t.Context(), []any{new(int64)}, "SELECT $2", 1); err == nil {
		t.Error("a parameter without a value was read")
	}
	if _, err := db.Row(t.Context(), []any{new(int64)}, "SELECT 1 FROM nowhere"); err == nil {
		t.Error("a table that is not there was read")
	}
}

// A statement that has always been quick is cut off with its caller when it is not.
func TestStatement_UsuallyQuick_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	db := openFile(t)
	const count = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT count(*) FROM n"
	var n int64
	for range 2 {
		if _, err := db.Row(t.Context(), []any{&n}, count, 10); err != nil || n != 10 {
			t.Fatal(n, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := db.Row(ctx, []any{&n}, count, 30_000_000); err == nil {
		t.Errorf("counted to %d", n)
	}
	if _, err := db.Row(t.Context(), []any{&n}, count, 10); err != nil || n != 10 {
		t.Errorf("the next to ask: %d, %v", n, err)
	}
}

// Rows that are left open hold a reader until they are closed, and those that have ended do not.
func TestRows_ClosedOrRead_ReleaseTheirReader(t *testing.T) {
	t.Parallel()
	db := openFile(t)
	for range 100 {
		rows, err := db.Query(t.Context(), "SELECT 1 UNION ALL SELECT 2")
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() { // to the end, which is as good as closing them
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		half, err := db.Query(t.Context(), "SELECT 1 UNION ALL SELECT 2")
		if err != nil || !half.Next() {
			t.Fatal(err)
		}
		if err := half.Close(); err != nil || half.Next() {
			t.Fatal("closed rows go on", err)
		}
	}
}

// The budget of a query of one row with ten columns.
func TestQuery_OneRow_StaysWithinItsAllocations(t *testing.T) {
	db := openFile(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var number int64
	var text string
	dest := []any{&number, &text, &number, &text, &number, &text, &number, &text, &number, &text}
	args := []any{int64(1), "a text"}
	if n := testing.AllocsPerRun(100, func() {
		if _, err := db.Row(ctx, dest, "SELECT $1, $2, $1, $2, $1, $2, $1, $2, $1, $2", args...); err != nil {
			t.Fatal(err)
		}
	}); n > 16 {
		t.Errorf("%v allocations", n)
	}
}

// The budget of a page of ten records with fifteen columns each and its exact total, which is known.
func TestPage_TenRecords_StaysWithinItsAllocations(t *testing.T) {
	db := openFile(t)
	defer func() { _ = db.Close() }()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	f := newFixture(t, db)
	for i := range 12 {
		f.create(t, testRecord{
			Name: fmt.Sprint("Name ", i), ClientID: 1, Status: "ACTIVE", Day: "2026-01-02",
			Tags: []string{},
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	query := query.Query{Sort: []query.Sort{{Field: fieldOf(t, "id"), Desc: true}}, Limit: 10}
	if n := testing.AllocsPerRun(100, func() {
		if page, err := f.List(ctx, query); err != nil || len(page.Rows) != 10 || page.Total != 12 {
			t.Fatal(err, page)
		}
	}); n > 64 {
		t.Errorf("%v allocations", n)
	}
}
