// Package trigram finds the rows of SQLite tables whose texts hold a fragment, by postings that it keeps in the same
// file. A write only notes, by a trigger, that a row waits; waiting rows are looked through in memory, so that a search
// is exact at any moment, and are written into the postings many at once, which costs each of them a hundredth.
package trigram

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"poolkeeper.example/extension-service/engine/admin/query"
)

// Database is what the rows are read from and the postings written to. A list of whole numbers is a JSON array for the
// statement.
type Database interface {
	Write(ctx context.Context, fn func(ctx context.Context) error) error
	Exec(ctx context.Context, text string, args ...any) (changed int64, err error)
	ExecAll(ctx context.Context, texts ...string) error
	Row(ctx context.Context, dest []any, text string, args ...any) (found bool, err error)
	Each(ctx context.Context, dest []any, do func() error, text string, args ...any) error
	EachID(ctx context.Context, each func(id int64), text string, args ...any) error
	// EachBlob tells a number and some bytes of each row, which are gone with the next one.
	EachBlob(ctx context.Context, each func(n int64, bytes []byte), text string, args ...any) error
	Texts(ctx context.Context, text string, args ...any) ([]string, error)
}

// Indexes are those of one database.
type Indexes struct {
	db       Database
	settling sync.Mutex // held while rows that wait are written
	known    sync.Map   // "table_column" → *Index
}

// New returns the indexes of a database.
func New(db Database) *Indexes { return &Indexes{db: db} }

// Index finds the rows of a table by one column of folded texts.
type Index struct {
	db            Database
	table, column string
	trash         bool          // whether a row can be in the trash
	passes        atomic.Uint64 // begun over the postings

	mu      sync.RWMutex
	waiting []waitingRow // in order of their ids
	last    int64        // the newest number among them
}

// waitingRow is a row as it is now, of which the postings know another text, or none.
type waitingRow struct {
	number, id    int64
	text          string
	gone, trashed bool
}

func (r *waitingRow) contains(fragment string, trash query.Trash) bool {
	return !r.gone && (trash == query.Both || r.trashed == (trash == query.Deleted)) &&
		strings.Contains(" "+r.text, fragment)
}

const (
	fewCandidates = 200     // rows that are rather read than narrowed by further postings
	farBehind     = 1 << 16 // waiting rows from which on the table is looked through instead
)

// ForColumn is the index of a column; trash says whether rows can be in the trash.
func (all *Indexes) ForColumn(table, column string, trash bool) *Index {
	key := table + "_" + column
	if x, ok := all.known.Load(key); ok {
		return x.(*Index)
	}
	x, _ := all.known.LoadOrStore(key, &Index{db: all.db, table: table, column: column, trash: trash})
	return x.(*Index)
}

// Postings is the name of the table that keeps them.
func (x *Index) Postings() string { return x.name("postings") }

func (x *Index) name(of string) string { return x.table + "_" + x.column + "_" + of }

// SearchText is what to look for where somebody looks for a folded text: one or two characters are the beginning of a
// word. "" is in every text.
func SearchText(folded string) string {
	if folded != "" && len([]rune(folded)) < tokenBytes {
		return " " + folded
	}
	return folded
}

// Uncached is an index that keeps nothing for others, for whoever asks within a transaction: what that has written may
// never come to be.
func (x *Index) Uncached() *Index {
	return &Index{db: x.db, table: x.table, column: x.column, trash: x.trash}
}

// Find returns the ids of the rows that hold a fragment, in order. It is not ok while too many rows wait.
func (x *Index) Find(ctx context.Context, fragment string, trash query.Trash) (ids []int64, ok bool, err error) {
	for {
		began := x.passes.Load()
		if ok, err = x.catchUp(ctx); err != nil || !ok {
			return nil, ok, err
		}
		if ids, err = x.search(ctx, fragment, trash); err != nil || began == x.passes.Load() {
			return ids, true, err
		}
	}
}

// catchUp reads the rows that have come to wait since the last time.
func (x *Index) catchUp(ctx context.Context) (ok bool, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	behind, newest, err := countBehind(ctx, x.db, x.table)
	if err != nil || behind > farBehind || newest <= x.last {
		return behind <= farBehind, err
	}
	rows, err := x.read(ctx, x.last, newest)
	for _, r := range rows {
		at, known := slices.BinarySearchFunc(x.waiting, r.id, func(a waitingRow, id int64) int { return int(a.id - id) })
		if !known {
			x.waiting = slices.Insert(x.waiting, at, r)
		}
		x.waiting[at] = r
	}
	if err == nil {
		x.last = newest
	}
	return true, err
}

// countBehind says how many writes of a table its indexes do not know, and the number of the newest.
func countBehind(ctx context.Context, db Database, table string) (n, newest int64, err error) {
	var known int64
	_, err = db.Row(ctx, []any{&known, &newest}, "SELECT (SELECT min(number) FROM "+table+
		"_waiting), (SELECT max(number) FROM "+table+"_waiting)")
	return newest - known, newest, err
}

// read returns waiting rows after a number and up to another, in order.
func (x *Index) read(ctx context.Context, after, upTo int64) (out []waitingRow, err error) {
	var r waitingRow
	trashed := "0"
	if x.trash {
		trashed = "t.deleted_at IS NOT NULL"
	}
	err = x.db.Each(ctx, []any{&r.number, &r.id, &r.text, &r.gone, &r.trashed}, func() error {
		out = append(out, r)
		return nil
	}, "SELECT w.number, w.id, coalesce(t."+x.column+", ''), t.id IS NULL, "+trashed+" FROM "+x.table+
		"_waiting w LEFT JOIN "+x.table+
		" t ON t.id = w.id WHERE w.number > $1 AND w.number <= $2 AND w.id > 0 AND coalesce(w.changed, $3) = $3 "+
		"ORDER BY w.number",
		after, upTo, x.column)
	return out, err
}

func (x *Index) search(ctx context.Context, fragment string, trash query.Trash) ([]int64, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	ids, err := x.indexed(ctx, fragment)
	if err == nil && trash != query.Both && len(ids) > 0 {
		var thrown []int64
		thrown, err = x.postings(ctx, needle{token: inTheTrash})
		ids = filterSorted(ids, trash == query.Deleted, rowsOf(thrown))
	}
	if err != nil {
		return nil, err
	}
	waiting, more := make([]int64, len(x.waiting)), []int64{}
	for i := range x.waiting {
		r := &x.waiting[i]
		waiting[i] = r.id
		if r.contains(fragment, trash) {
			more = append(more, r.id)
		}
	}
	ids = append(filterSorted(ids, false, waiting), more...)
	if !slices.IsSorted(ids) {
		slices.Sort(ids)
	}
	return ids, nil
}

// indexed asks the postings, the fewest first, until few rows are left, which are then read.
func (x *Index) indexed(ctx context.Context, fragment string) ([]int64, error) {
	wanted := needles(fragment)
	if err := x.measurePostings(ctx, wanted); err != nil {
		return nil, err
	}
	slices.SortFunc(wanted, func(a, b needle) int { return cmp.Compare(a.size, b.size) })
	found, err := x.postings(ctx, wanted[0])
	for _, next := range wanted[1:] {
		if err != nil {
			return nil, err
		}
		if len(found) <= fewCandidates {
			return x.checked(ctx, rowsOf(found), fragment)
		}
		found, err = x.followed(ctx, found, next, next.place-wanted[0].place)
	}
	return rowsOf(found), err
}

// checked leaves of some rows those that hold a fragment.
func (x *Index) checked(ctx context.Context, ids []int64, fragment string) (out []int64, err error) {
	err = x.db.EachID(ctx, func(id int64) {
		out = append(out, id)
	}, "SELECT t.id FROM "+x.table+" t WHERE t.id IN (SELECT e.value FROM json_each($1) e)"+
		" AND instr(' ' || t."+x.column+", $2) > 0 ORDER BY t.id", ids, fragment)
	return out, err
}

// measurePostings finds how many bytes the postings of each needle take.
func (x *Index) measurePostings(ctx context.Context, wanted []needle) error {
	first := make([]int64, len(wanted))
	for i, n := range wanted {
		first[i] = n.token << atBits
	}
	at := 0
	return x.db.EachID(ctx, func(size int64) { wanted[at].size = size; at++ },
		"SELECT (SELECT coalesce(sum(length(postings)), 0)"+x.tokenRange("e.value")+") FROM json_each($1) e", first)
}

// tokenRange is the part of the postings that one token has, by the first number it can be kept under.
func (x *Index) tokenRange(first string) string {
	return fmt.Sprintf(" FROM %s WHERE at >= %s AND at < %[2]s + %d", x.Postings(), first, 1<<atBits)
}

// postings are those of a token, in order.
func (x *Index) postings(ctx context.Context, n needle) (out []int64, err error) {
	out = make([]int64, 0, n.size/2) // most take two bytes or three
	return out, x.eachSet(ctx, n, func(at int64, packed []byte) { out = unpack(out, at, packed) })
}

// followed keeps of some postings those that have one of a token so many places behind them. The list is used up.
func (x *Index) followed(ctx context.Context, list []int64, n needle, behind int64) ([]int64, error) {
	f := following{list[:0], list}
	err := x.eachSet(ctx, n, func(at int64, packed []byte) { f.advance(at, packed, behind) })
	return f.matches, err
}

func (x *Index) eachSet(ctx context.Context, n needle, call func(at int64, packed []byte)) error {
	return x.db.EachBlob(ctx, call, "SELECT at, postings"+x.tokenRange("$1")+" ORDER BY at", n.token<<atBits)
}
