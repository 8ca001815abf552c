package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/role"
)

func flushIndexes(t *testing.T, db *store.DB) {
	t.Helper()
	if err := db.TruncateLog(t.Context()); err != nil { // which writes the indexes of texts
		t.Fatal(err)
	}
}

// lite is a fixture on a SQLite file of its own.
func lite(t *testing.T) *fixture {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "texts.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return newFixture(t, db)
}

// Whatever happens to rows, and whenever the index is written, a search finds what a scan would: the rows, their
// number, each page of them from both ends, in the trash and outside of it.
func TestSearch_AnyChanges_EqualsAScan(t *testing.T) {
	t.Parallel()
	f, r := lite(t), rand.New(rand.NewPCG(1, 2))
	word := func() string {
		return []string{"an", "na", "Ana", "ß", "文字", "o'b", "müller", " ", "-", "nana"}[r.IntN(10)] + []string{
			"", "na",
			" an", "@", "é",
		}[r.IntN(5)]
	}
	fragments := []string{
		"an", "a", "na", "ana", "anan", "nana", "nan a", "mull", "muller", "ss", "文", "文字", "o'b",
		"anaana", "llerna", "anna nana", "b -", " a", "xyz", "@@", "na@", "nanana",
	}
	rows := map[int64]testRecord{}
	for round := range 12 {
		for range 40 {
			switch n := r.IntN(10); {
			case n < 4 || len(rows) < 10:
				made := f.create(t, testRecord{
					Name:     word() + word() + fmt.Sprint(len(f.entries)) + word(),
					ClientID: 1 + int64(r.IntN(3)), Status: "A",
				})
				rows[made.ID] = made
			default:
				id := slices.Sorted(keysOf(rows))[r.IntN(len(rows))]
				old := rows[id]
				f.update(t, old, func(v *testRecord) {
					switch {
					case n < 7:
						v.Name = word() + word() + fmt.Sprint(len(f.entries))
					case n < 9 && v.DeletedAt.IsZero():
						v.DeletedAt = time.Now()
					default:
						v.DeletedAt = time.Time{}
					}
				})
				rows[id] = mustGet(t, f, id)
			}
		}
		if round%3 == 1 {
			flushIndexes(t, f.db)
		}
		for _, fragment := range fragments {
			for _, trash := range []query.Trash{query.Live, query.Deleted, query.Both} {
				f.compare(t, rows, fragment, trash)
			}
		}
	}
}

func keysOf(rows map[int64]testRecord) func(func(int64) bool) {
	return func(yield func(int64) bool) {
		for id := range rows {
			if !yield(id) {
				return
			}
		}
	}
}

func mustGet(t *testing.T, f *fixture, id int64) testRecord {
	t.Helper()
	v, err := f.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// containsWords reports whether a text contains all words of another, in any order; words of one or two characters
// count where a word begins with them.
func containsWords(text, wanted string) bool {
	if folded := store.Fold(wanted); len([]rune(folded)) > 2 && strings.Contains(store.Fold(text), folded) {
		return true
	}
	for _, word := range canonical.Words(wanted) {
		if len([]rune(word)) < 3 {
			word = " " + word
		}
		if !strings.Contains(" "+store.Fold(text), word) {
			return false
		}
	}
	return true
}

func (f *fixture) compare(t *testing.T, rows map[int64]testRecord, fragment string, trash query.Trash) {
	t.Helper()
	var want []int64
	for _, id := range slices.Sorted(keysOf(rows)) {
		v := rows[id]
		if containsWords(v.Name, fragment) && (trash == query.Both || v.DeletedAt.IsZero() == (trash == query.Live)) {
			want = append(want, id)
		}
	}
	own := slices.DeleteFunc(slices.Clone(want), func(id int64) bool { return rows[id].ClientID != 2 })
	has := []query.Cond{{Field: fieldOf(t, "name"), Op: query.Contains, Values: []any{fragment}}}
	ofClient := query.Cond{Field: fieldOf(t, "clientId"), Op: query.Is, Values: []any{int64(2)}}
	scoped := role.With(t.Context(), &role.Caller{ID: 1, Kind: role.Admin, Scope: role.Scope{ClientIDs: []int64{2}}})
	for _, c := range []struct {
		title string
		ctx   context.Context
		where []query.Cond
		want  []int64
	}{
		{"alone", t.Context(), has, want},
		{"scoped", scoped, has, own},
		{"filtered", t.Context(), append(has, ofClient), own},
		{"filtered twice", t.Context(), append([]query.Cond{ofClient}, append(has, has...)...), own},
	} {
		for _, down := range []bool{false, true} {
			got, total := f.pages(t, c.ctx, query.Query{
				Where: c.where, Trash: trash,
				Sort: []query.Sort{{Field: fieldOf(t, "id"), Desc: down}},
			})
			if down {
				slices.Reverse(got)
			}
			if total != int64(len(c.want)) || !slices.Equal(got, c.want) {
				t.Fatalf("%q, trash %d, %s: %d, %v, want %v", fragment, trash, c.title, total, got, c.want)
			}
		}
	}
}

// pages are the ids of everything a query matches, page by page, and the total of the last one.
func (f *fixture) pages(t *testing.T, ctx context.Context, query query.Query) (ids []int64, total int64) {
	t.Helper()
	for query.Limit = 7; ; query.Offset += query.Limit {
		page := f.list(t, ctx, query)
		for _, v := range page.Rows {
			ids = append(ids, v.ID)
		}
		if len(page.Rows) < int(query.Limit) {
			return ids, page.Total
		}
	}
}

// Of a text that was replaced nothing is left in the index once it is written.
func TestPostings_ReplacedText_IsRemoved(t *testing.T) {
	t.Parallel()
	f := lite(t)
	made := f.create(t, testRecord{Name: "Xaverine Quillfeather", ClientID: 1, Status: "A"})
	f.create(t, testRecord{Name: "Somebody Else", ClientID: 1, Status: "A"})
	flushIndexes(t, f.db)
	left := func() (n int64) {
		t.Helper()
		at := (int64('l')<<16 | int64('l')<<8 | int64('f')) << 24
		if _, err := f.db.Row(t.Context(), []any{&n},
			"SELECT (SELECT count(*) FROM things_name_fold_postings WHERE at BETWEEN $1 AND $2) + (SELECT count(*) FROM things_waiting WHERE id > 0)",
			at, at|(1<<24-1)); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if left() != 1 {
		t.Fatal("the index does not hold what it should forget")
	}
	f.update(t, made, func(v *testRecord) { v.Name = "Deleted" })
	flushIndexes(t, f.db)
	if n := left(); n != 0 {
		t.Errorf("%d postings or waiting rows are left", n)
	}
}

// While more rows wait than are kept in memory the table itself is looked through, until the index is written.
func TestSearch_ManyUnindexedRows_FindsThem(t *testing.T) {
	t.Parallel()
	f := lite(t)
	const many = 70_000
	rows := make([]testRecord, many)
	for i := range rows {
		rows[i] = testRecord{Name: fmt.Sprintf("Number %05d of many", i), ClientID: 1, Status: "A"}
		rows[i].Handle, rows[i].Created, rows[i].LastUpdated = fmt.Sprintf("T-%05d", i), time.UnixMilli(1), time.UnixMilli(1)
	}
	if _, err := f.Load(t.Context(), rows); err != nil {
		t.Fatal(err)
	}
	for _, step := range []func(){func() {}, func() { flushIndexes(t, f.db) }} {
		step()
		for fragment, want := range map[string]int64{"4711": 17, "number 00": 1000, "many": many, "ma": many, "um": 0} {
			q := query.Query{Where: []query.Cond{{
				Field: fieldOf(t, "name"), Op: query.Contains,
				Values: []any{fragment},
			}}, Limit: 5}
			if page := f.list(t, t.Context(), q); page.Total != want || len(page.Rows) != int(min(want, 5)) {
				t.Errorf("%q: %d, %d rows, want %d", fragment, page.Total, len(page.Rows), want)
			}
		}
	}
}

// upTo holds the migrations through the one of a number.
func upTo(t *testing.T, last string) fstest.MapFS {
	t.Helper()
	names, err := filepath.Glob("migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	out := fstest.MapFS{}
	for _, name := range names {
		if number, _, _ := strings.Cut(filepath.Base(name), "_"); number > last {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.ToSlash(name)] = &fstest.MapFile{Data: text}
	}
	return out
}

// A database that was searched by trigrams and words is searched by postings from then on.
func TestMigrate_OlderTextIndexes_AreReplaced(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "older.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	first := upTo(t, "0043")
	if err := db.MigrateFrom(t.Context(), first, "goose_db_version"); err != nil {
		t.Fatal(err)
	}
	var undo []string
	rows, err := db.Query(t.Context(),
		"SELECT type, name FROM sqlite_schema WHERE name LIKE '%\\_waiting' ESCAPE '\\' OR name LIKE '%\\_postings' ESCAPE '\\' OR name LIKE '%\\_waits\\_%' ESCAPE '\\' ORDER BY type DESC")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var kind, name string
		if err := rows.Scan(&kind, &name); err != nil {
			t.Fatal(err)
		}
		undo = append(undo, "DROP "+kind+" "+name)
	}
	if err := rows.Close(); err != nil || len(undo) != 38 {
		t.Fatalf("%v: %q", err, undo)
	}
	undo = append(undo,
		"DELETE FROM goose_db_version WHERE version_id = 43",
		"CREATE TABLE msps_name_fold_vocabulary (word TEXT NOT NULL PRIMARY KEY)",
		"CREATE VIRTUAL TABLE msps_name_fold_part USING fts5(name_fold, content = 'msps', content_rowid = 'id', tokenize = 'trigram case_sensitive 1')",
		"CREATE TRIGGER msps_name_fold_part_insert AFTER INSERT ON msps BEGIN INSERT INTO msps_name_fold_part (rowid, name_fold) VALUES (new.id, new.name_fold); END")
	err = db.Write(t.Context(), func(ctx context.Context) error {
		for _, text := range undo {
			if _, err := db.Exec(ctx, text); err != nil {
				return fmt.Errorf("%s: %w", text, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.MigrateFrom(t.Context(), first, "goose_db_version"); err != nil {
		t.Fatal(err)
	}
	var older, newer int64
	if _, err := db.Row(t.Context(), []any{&older, &newer},
		"SELECT count(*) FILTER (WHERE name LIKE 'msps_name_fold_part%' OR name LIKE '%vocabulary'), count(*) FILTER (WHERE name LIKE '%fold_postings') FROM sqlite_schema"); err != nil {
		t.Fatal(err)
	}
	if older != 0 || newer != 10 {
		t.Errorf("%d of the older indexes are left, and %d newer ones there", older, newer)
	}
}

// Rows that waited for each index by itself when the service was updated are found, before and after they are written,
// and those that stood in the indexes are found as they are changed.
func TestMigrate_UnindexedRowsOfOlderVersions_AreFound(t *testing.T) {
	t.Parallel()
	db := lite(t).db
	const table = `-- +goose Up
CREATE TABLE fairs (id INTEGER PRIMARY KEY, name_fold TEXT NOT NULL, city_fold TEXT NOT NULL, deleted_at BIGINT);
{{contains "fairs" "name_fold"}}{{contains "fairs" "city_fold"}}
INSERT INTO fairs (id, name_fold, city_fold) VALUES (1, 'spring fair', 'basel'), (2, 'autumn fair', 'ulm'),
	(3, 'fair of all', 'ulm')`
	const migration = `-- +goose Up
DROP TABLE fairs_waiting;
DROP TRIGGER fairs_waits_insert;
DROP TRIGGER fairs_waits_delete;
DROP TRIGGER fairs_name_fold_waits_update;
DROP TRIGGER fairs_city_fold_waits_update;
CREATE TABLE fairs_name_fold_waiting (number INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL UNIQUE);
CREATE TABLE fairs_city_fold_waiting (number INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL UNIQUE);
-- +goose StatementBegin
CREATE TRIGGER fairs_name_fold_waits_update AFTER UPDATE OF name_fold ON fairs BEGIN INSERT INTO fairs_name_fold_waiting (id) VALUES (new.id); END;
-- +goose StatementEnd
UPDATE fairs SET name_fold = 'winter fair' WHERE id = 2`
	const together = `-- +goose Up
{{waitTogether "fairs" "name_fold" "city_fold"}}`
	files := fstest.MapFS{}
	for i, text := range []string{table, migration, together} {
		files[fmt.Sprintf("migrations/000%d_fairs.sql", i+1)] = &fstest.MapFile{Data: []byte(text)}
		if err := db.MigrateFrom(t.Context(), files, "fairs_version"); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			flushIndexes(t, db)
		}
	}
	for _, step := range []struct {
		change, column, fragment string
		want                     []int64
	}{
		{"", "name_fold", "fair", []int64{1, 2, 3}},
		{"", "name_fold", "winter", []int64{2}},
		{"", "name_fold", "autumn", nil},
		{"", "city_fold", "ulm", []int64{2, 3}},
		{"UPDATE fairs SET city_fold = 'bern' WHERE id = 3", "city_fold", "ulm", []int64{2}},
		{"UPDATE fairs SET deleted_at = 7 WHERE id = 1", "name_fold", "fair", []int64{2, 3}},
		{"DELETE FROM fairs WHERE id = 2", "name_fold", "fair", []int64{3}},
		{"INSERT INTO fairs (id, name_fold, city_fold) VALUES (4, 'fair of books', '')", "name_fold", "fair", []int64{3, 4}},
		{"UPDATE fairs SET name_fold = 'books' WHERE id = 4", "name_fold", "fair", []int64{3}},
	} {
		if step.change != "" {
			if err := db.Write(t.Context(), func(ctx context.Context) error {
				_, err := db.Exec(ctx, step.change)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			got, ok, err := db.Fragments().ForColumn("fairs", step.column, true).Find(t.Context(), step.fragment, query.Live)
			if !ok || err != nil || !slices.Equal(got, step.want) {
				t.Errorf("%s: %q finds %v, %v, %v; want %v", step.change, step.fragment, got, ok, err, step.want)
			}
			flushIndexes(t, db)
		}
	}
}
