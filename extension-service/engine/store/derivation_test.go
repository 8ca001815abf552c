package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

var sheetTables = fstest.MapFS{"migrations/0001_sheets.sql": {Data: []byte(`-- +goose Up
CREATE TABLE workers ({{record}}, name {{text}} NOT NULL, rate BIGINT NOT NULL);
CREATE TABLE sheets (
	{{record}}, worker_id BIGINT, week {{text}} NOT NULL, worker_name {{text}} NOT NULL, rate BIGINT NOT NULL,
	title {{text}} NOT NULL, title_fold {{text}} NOT NULL,
	days BIGINT NOT NULL, hours BIGINT NOT NULL, total BIGINT NOT NULL
);
CREATE TABLE days ({{record}}, sheet_id BIGINT, hours BIGINT NOT NULL);
`)}}

type (
	worker struct {
		resource.Record
		Name string          `json:"name"`
		Rate decimal.Decimal `json:"rate"`
	}
	sheet struct {
		resource.Record
		WorkerID   int64           `json:"workerId" kind:"ref:worker"`
		Week       string          `json:"week"`
		WorkerName string          `json:"workerName" derived:"copy workerId.name"`
		Rate       decimal.Decimal `json:"rate" derived:"copy workerId.rate"`
		Title      string          `json:"title" derived:"join week,workerName" store:"fold"`
		Days       int64           `json:"days" derived:"count day.sheetId"`
		Hours      decimal.Decimal `json:"hours" derived:"sum day.sheetId.hours"`
		Total      decimal.Decimal `json:"total" derived:"product hours,rate"`
	}
	day struct {
		resource.Record
		SheetID int64           `json:"sheetId" kind:"ref:sheet"`
		Hours   decimal.Decimal `json:"hours"`
	}
)

// sheetStores are workers with weekly sheets of days.
type sheetStores struct {
	db      *store.DB
	workers *store.Table[worker, *worker]
	sheets  *store.Table[sheet, *sheet]
	days    *store.Table[day, *day]
}

func newSheets(t *testing.T, db *store.DB) sheetStores {
	t.Helper()
	if err := db.MigrateFrom(t.Context(), sheetTables, "sheets_version"); err != nil {
		t.Fatal(err)
	}
	config := func(name, entity string) store.Config {
		return store.Config{
			Name: name, Entity: entity, Reach: store.Unscoped, Now: time.Now,
			Audit: func(context.Context, ...store.Entry) error { return nil },
		}
	}
	return sheetStores{
		db, store.NewTable[worker](db, config("workers", "worker")), store.NewTable[sheet](db, config("sheets", "sheet")),
		store.NewTable[day](db, config("days", "day")),
	}
}

// write runs fn in a transaction.
func (s sheetStores) write(t *testing.T, fn func(ctx context.Context) error) {
	t.Helper()
	if err := s.db.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// wrong compares what is stored with what follows from the other tables.
func (s sheetStores) wrong(t *testing.T) string {
	t.Helper()
	var id, days, hours, rate, total int64
	var title, fold, name, week string
	var out []string
	err := s.db.Each(t.Context(), []any{&id, &week, &title, &fold, &days, &hours, &rate, &total, &name}, func() error {
		var sum, n, pay int64
		var called string
		_, err := s.db.Row(t.Context(), []any{&n, &sum},
			"SELECT count(*), coalesce(sum(hours), 0) FROM days WHERE sheet_id = $1", id)
		if err == nil {
			_, err = s.db.Row(t.Context(), []any{&called, &pay},
				"SELECT w.name, w.rate FROM workers w JOIN sheets s ON s.worker_id = w.id WHERE s.id = $1", id)
		}
		product, failed := decimal.Decimal(sum).Mul(decimal.Decimal(pay), decimal.HalfUp)
		full := strings.TrimSpace(week + " " + called)
		want := fmt.Sprint(n, sum, pay, int64(product), called, full, store.Fold(full), failed)
		if got := fmt.Sprint(days, hours, rate, total, name, title, fold, error(nil)); got != want {
			out = append(out, fmt.Sprintf("sheet %d: %s, want %s", id, got, want))
		}
		return err
	}, "SELECT id, week, title, title_fold, days, hours, rate, total, worker_name FROM sheets ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(out, "\n")
}

// Whatever is written in whatever order, what is derived is what follows from the rest.
func TestDerivedFields_AfterAnyWrites_EqualTheirDefinition(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		s, random := newSheets(t, db), rand.New(rand.NewPCG(7, 11))
		s.write(t, func(ctx context.Context) error { return s.workers.Create(ctx, &worker{Name: "Ada", Rate: 1_000_000}) })
		s.write(t, func(ctx context.Context) error { return s.sheets.Create(ctx, &sheet{WorkerID: 1, Week: "2027-01"}) })
		counts := map[string]int64{"worker": 1, "sheet": 1}
		var days []int64
		for step := range 120 {
			s.write(t, func(ctx context.Context) error { return s.change(ctx, random, counts, &days) })
			if wrong := s.wrong(t); wrong != "" {
				t.Fatalf("after %d writes: %s", step+1, wrong)
			}
		}
	})
}

// change makes one write that derived fields follow from; days are the ids there are.
func (s sheetStores) change(ctx context.Context, random *rand.Rand, counts map[string]int64, days *[]int64) error {
	some := func(entity string) int64 { return 1 + random.Int64N(counts[entity]) }
	number := func() decimal.Decimal { return decimal.Decimal(random.Int64N(90_000)) }
	switch what := random.IntN(7); {
	case what == 0:
		counts["worker"]++
		return s.workers.Create(ctx, &worker{Name: fmt.Sprintf("Ünal %d", random.IntN(9)), Rate: number()})
	case what == 1:
		old, err := s.workers.Get(ctx, some("worker"))
		now := old
		now.Name, now.Rate = fmt.Sprintf("Bo %d", random.IntN(9)), number()
		return firstError(err, func() error { return s.workers.Update(ctx, old, &now) })
	case what == 2:
		counts["sheet"] += 2
		return s.sheets.CreateAll(ctx, []*sheet{{WorkerID: some("worker"), Week: "2027-02"}, {WorkerID: some("worker")}})
	case what == 3:
		old, err := s.sheets.Get(ctx, some("sheet"))
		now := old
		now.WorkerID, now.Week = some("worker"), fmt.Sprintf("2027-%02d", random.IntN(50))
		return firstError(err, func() error { return s.sheets.Update(ctx, old, &now) })
	case what == 4 || len(*days) == 0:
		v := &day{SheetID: some("sheet"), Hours: number()}
		err := s.days.Create(ctx, v)
		*days = append(*days, v.ID)
		return err
	case what == 5:
		old, err := s.days.Get(ctx, (*days)[random.IntN(len(*days))])
		now := old
		now.SheetID, now.Hours = some("sheet"), number()
		return firstError(err, func() error { return s.days.Update(ctx, old, &now) })
	}
	v, err := s.days.Get(ctx, (*days)[0])
	*days = (*days)[1:]
	return firstError(err, func() error { return s.days.Delete(ctx, &v) })
}

func firstError(err error, then func() error) error {
	if err != nil {
		return err
	}
	return then()
}

func TestDerivedFields_ConcurrentWriters_AreAllCounted(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSheets(t, db)
		s.write(t, func(ctx context.Context) error { return s.workers.Create(ctx, &worker{Name: "Ada", Rate: 10_000}) })
		s.write(t, func(ctx context.Context) error { return s.sheets.Create(ctx, &sheet{WorkerID: 1, Week: "2027-01"}) })
		var all sync.WaitGroup
		for range 16 {
			all.Go(func() {
				if err := db.Write(t.Context(), func(ctx context.Context) error {
					return s.days.Create(ctx, &day{SheetID: 1, Hours: 10_000})
				}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if wrong := s.wrong(t); wrong != "" {
			t.Error(wrong)
		}
	})
}

func TestDeriveAll_RowsWrittenDirectly_AreCorrected(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSheets(t, db)
		s.write(t, func(ctx context.Context) error { return s.workers.Create(ctx, &worker{Name: "Ada", Rate: 10_000}) })
		s.write(t, func(ctx context.Context) error { return s.sheets.Create(ctx, &sheet{WorkerID: 1, Week: "2027-01"}) })
		s.write(t, func(ctx context.Context) error {
			_, err := db.Exec(ctx, "UPDATE workers SET name = 'Bo', rate = 20000")
			return err
		})
		if s.wrong(t) == "" {
			t.Fatal("nothing is to be made right")
		}
		if n, err := db.DeriveAll(t.Context()); err != nil || n["sheet"] != 1 {
			t.Fatal(n, err)
		}
		if wrong := s.wrong(t); wrong != "" {
			t.Error(wrong)
		}
	})
}

// A version that derives other fields has another name for them, so that copies of two versions know each other apart.
func TestDerivations_OtherFields_HaveAnotherName(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		none := db.Derivations()
		newSheets(t, db)
		if some := db.Derivations(); some == none || some != db.Derivations() {
			t.Errorf("without fields %q, with some %q, then %q", none, some, db.Derivations())
		}
	})
}

type loose struct {
	resource.Record
	WorkerID int64  `json:"workerId" kind:"ref:worker"`
	Week     string `json:"week" derived:"copy workerId.nam"`
	Rate     string `json:"rate" derived:"copy workerId.rate"`
	Title    string `json:"title" derived:"join title,week"`
	Days     int64  `json:"days" derived:"count day.workerId"`
}

func TestDerivedField_InvalidSource_IsNamedAtTheStart(t *testing.T) {
	t.Parallel()
	db := pgtest.SQLite(t)
	newSheets(t, db)
	table := store.NewTable[loose](db, store.Config{
		Name: "sheets", Entity: "loose", Reach: store.Unscoped, Now: time.Now,
		Audit: func(context.Context, ...store.Entry) error { return nil },
	})
	gaps := strings.Join(table.MissingSchema(t.Context(), resource.Requirements{}), "\n")
	for _, want := range []string{
		"field week: derived by copy: worker has no stored field nam",
		"field rate: derived by copy: rate of worker is of another type",
		"field title: derived by join: it follows from itself",
		"field days: derived by count: workerId of day is no reference to a loose",
	} {
		if !strings.Contains(gaps, want) {
			t.Errorf("no %q in\n%s", want, gaps)
		}
	}
}

type workerReplacement struct{ resource.Record }

// A resource is tested with stand-ins for what it refers to, which have no field but their own.
func TestDerivation_FieldMissingInTheReferencedRecord_LeavesTheCopyEmpty(t *testing.T) {
	t.Parallel()
	db := pgtest.SQLite(t)
	replacement := store.Config{Name: "workers", Entity: "worker", Reach: store.Unscoped, Now: time.Now}
	store.NewTable[workerReplacement](db, replacement)
	s := newSheets(t, db)
	made := sheet{WorkerID: 1, Week: "2027-W01"}
	s.write(t, func(ctx context.Context) error { return s.sheets.Create(ctx, &made) })
	if made.Title != "2027-W01" || made.WorkerName != "" {
		t.Errorf("%q of %q", made.Title, made.WorkerName)
	}
}
