package store

import (
	"cmp"
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"poolkeeper.example/extension-service/resource"
)

// textIndex finds the rows of SQLite whose folded column holds a fragment. A write only notes, by a trigger, that a row
// waits for the index; waiting rows are looked through in memory, so that a search is exact at any moment, and are written
// into the postings many at once, which costs each of them a hundredth.
type textIndex struct {
	db            *DB
	table, column string
	trash         bool          // whether a row can be in the trash
	passes        atomic.Uint64 // begun over the postings
	settling      sync.Mutex    // held by the one that is going on

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

func (r *waitingRow) holds(fragment string, trash resource.Trash) bool {
	return !r.gone && (trash == resource.Both || r.trashed == (trash == resource.Deleted)) && strings.Contains(" "+r.text, fragment)
}

const (
	fewCandidates = 200     // rows that are rather read than narrowed by further postings
	farBehind     = 1 << 16 // waiting rows from which on the table is looked through instead
)

// textsOf is the index of a column, which records have where trash is said.
func (db *DB) textsOf(table, column string, trash bool) *textIndex {
	key := table + "_" + column
	if x, ok := db.texts.Load(key); ok {
		return x.(*textIndex)
	}
	x, _ := db.texts.LoadOrStore(key, &textIndex{db: db, table: table, column: column, trash: trash})
	return x.(*textIndex)
}

func (x *textIndex) name(of string) string { return x.table + "_" + x.column + "_" + of }

// fragmentOf is what to look for. Of one or two characters it is the beginning of a word; "" is in every text.
func fragmentOf(s string) string {
	s = Fold(s)
	if s != "" && len([]rune(s)) < tokenBytes {
		return " " + s
	}
	return s
}

// find returns the ids of the rows that hold a fragment, in order. It is not ok while too many rows wait.
func (x *textIndex) find(ctx context.Context, fragment string, trash resource.Trash) (ids []int64, ok bool, err error) {
	if InTransaction(ctx) { // what it has written itself may never come to be
		x = &textIndex{db: x.db, table: x.table, column: x.column, trash: x.trash}
	}
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
func (x *textIndex) catchUp(ctx context.Context) (ok bool, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	span, newest, err := x.span(ctx)
	if err != nil || span > farBehind || newest <= x.last {
		return span <= farBehind, err
	}
	rows, err := x.read(ctx, x.last, farBehind)
	for _, r := range rows {
		at, known := slices.BinarySearchFunc(x.waiting, r.id, func(a waitingRow, id int64) int { return int(a.id - id) })
		if !known {
			x.waiting = slices.Insert(x.waiting, at, r)
		}
		x.waiting[at], x.last = r, r.number
	}
	return true, err
}

// span is how far the numbers of the waiting rows reach, which are no more than that.
func (x *textIndex) span(ctx context.Context) (span, newest int64, err error) {
	_, err = x.db.Row(ctx, []any{&span, &newest}, "SELECT coalesce((SELECT max(number) FROM "+x.name("waiting")+") + 1 - (SELECT min(number) FROM "+x.name("waiting")+"), 0),"+
		" coalesce((SELECT max(number) FROM "+x.name("waiting")+"), 0)")
	return span, newest, err
}

// read returns waiting rows after a number, in its order.
func (x *textIndex) read(ctx context.Context, after, most int64) (out []waitingRow, err error) {
	var r waitingRow
	trashed := "0"
	if x.trash {
		trashed = "t.deleted_at IS NOT NULL"
	}
	err = x.db.Each(ctx, []any{&r.number, &r.id, &r.text, &r.gone, &r.trashed}, func() error {
		out = append(out, r)
		return nil
	}, "SELECT w.number, w.id, coalesce(t."+x.column+", ''), t.id IS NULL, "+trashed+" FROM "+x.name("waiting")+
		" w LEFT JOIN "+x.table+" t ON t.id = w.id WHERE w.number > $1 ORDER BY w.number LIMIT $2", after, most)
	return out, err
}

func (x *textIndex) search(ctx context.Context, fragment string, trash resource.Trash) ([]int64, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	ids, err := x.known(ctx, fragment)
	if err == nil && trash != resource.Both && len(ids) > 0 {
		var thrown []int64
		thrown, err = x.postings(ctx, needle{token: inTheTrash})
		ids = filterSorted(ids, identity, trash == resource.Deleted, rowsOf(thrown))
	}
	if err != nil {
		return nil, err
	}
	waiting, more := make([]int64, len(x.waiting)), []int64{}
	for i := range x.waiting {
		r := &x.waiting[i]
		waiting[i] = r.id
		if r.holds(fragment, trash) {
			more = append(more, r.id)
		}
	}
	ids = append(filterSorted(ids, identity, false, waiting), more...)
	if !slices.IsSorted(ids) {
		slices.Sort(ids)
	}
	return ids, nil
}

// known asks the postings, the fewest first, until few rows are left, which are then read.
func (x *textIndex) known(ctx context.Context, fragment string) ([]int64, error) {
	wanted := needles(fragment)
	if err := x.weigh(ctx, wanted); err != nil {
		return nil, err
	}
	slices.SortFunc(wanted, func(a, b needle) int { return cmp.Compare(a.size, b.size) })
	found, err := x.postings(ctx, wanted[0])
	for _, next := range wanted[1:] {
		if err != nil {
			return nil, err
		}
		if len(found) <= fewCandidates {
			return x.db.IDs(ctx, "SELECT t.id FROM "+x.table+" t WHERE t.id IN "+x.db.Among(1)+" AND instr(' ' || t."+x.column+", $2) > 0 ORDER BY t.id", IDList(rowsOf(found)), fragment)
		}
		found, err = x.followed(ctx, found, next, next.place-wanted[0].place)
	}
	return rowsOf(found), err
}

// weigh finds how many bytes the postings of each needle take.
func (x *textIndex) weigh(ctx context.Context, wanted []needle) error {
	first := make([]int64, len(wanted))
	for i, n := range wanted {
		first[i] = n.token << atBits
	}
	at := 0
	return x.db.EachID(ctx, func(size int64) { wanted[at].size = size; at++ },
		"SELECT (SELECT coalesce(sum(length(postings)), 0)"+x.tokenRange("e.value")+") FROM json_each($1) e", IDList(first))
}

// tokenRange is the part of the postings that one token has, by the first number it can be kept under.
func (x *textIndex) tokenRange(first string) string {
	return fmt.Sprintf(" FROM %s WHERE at >= %s AND at < %[2]s + %d", x.name("postings"), first, 1<<atBits)
}

// postings are those of a token, in order.
func (x *textIndex) postings(ctx context.Context, n needle) (out []int64, err error) {
	out = make([]int64, 0, n.size/2) // most take two bytes or three
	return out, x.eachSet(ctx, n, func(at int64, packed []byte) { out = unpack(out, at, packed) })
}

// followed keeps of some postings those that have one of a token so many places behind them. The list is used up.
func (x *textIndex) followed(ctx context.Context, list []int64, n needle, behind int64) ([]int64, error) {
	f := following{list[:0], list}
	err := x.eachSet(ctx, n, func(at int64, packed []byte) { f.by(at, packed, behind) })
	return f.kept, err
}

func (x *textIndex) eachSet(ctx context.Context, n needle, call func(at int64, packed []byte)) error {
	return x.db.eachSet(ctx, call, "SELECT at, postings"+x.tokenRange("$1")+" ORDER BY at", n.token<<atBits)
}

// isFound stands in a condition for the rows that hold a fragment, once they are known.
const isFound = resource.Op("isFound")

// foundRows are the ids of those, in order. As a parameter they are one list; a total is kept under what was looked for.
type foundRows struct {
	ids      []int64
	fragment string
}

// Value is the parameter.
func (f *foundRows) Value() (driver.Value, error) { return IDList(f.ids), nil }

func (f *foundRows) String() string { return f.fragment }

// page leaves one page of them.
func (f *foundRows) page(w span, descending bool) {
	from, to := w.offset, w.offset+w.limit
	if n := int64(len(f.ids)); descending {
		from, to = n-to, n-from
	}
	f.ids = f.ids[max(from, 0):min(max(to, 0), int64(len(f.ids)))]
}

// find looks a fragment up, unless SQLite shall look through the table itself for now.
func (t *table) find(ctx context.Context, c resource.Cond, trash resource.Trash) (resource.Cond, error) {
	fragment := fragmentOf(c.Values[0].(string))
	if t.db.dialect == Postgres || fragment == "" {
		return c, nil
	}
	ids, ok, err := t.db.textsOf(t.config.Name, c.Field.Column+"_fold", true).find(ctx, fragment, trash)
	if err == nil && ok {
		c.Op, c.Values = isFound, []any{&foundRows{ids, fragment}}
	}
	return c, err
}

// narrow leaves of the rows that hold a fragment those that the whole query asks for, in one pass, so that their number is the
// total and a page in their order is a part of them. What it returns stands in the query; nil where that asks for no fragment.
func (t *table) narrow(ctx context.Context, query resource.Query) (found *foundRows, err error) {
	at := slices.IndexFunc(query.Where, func(c resource.Cond) bool { return c.Op == isFound })
	if at < 0 {
		return found, nil
	}
	found = query.Where[at].Values[0].(*foundRows) //nolint:forcetypeassert // find has put it there
	if len(query.Where) == 1 && t.reach(ctx, &builder{}) == "" {
		return found, nil
	}
	query.Where = slices.Delete(slices.Clone(query.Where), at, at+1)
	if !InTransaction(ctx) { // what it has written itself may never come to be
		left, reaches, err := t.sift(ctx, found, query.Where)
		if err != nil || len(left) == 0 && !reaches {
			return found, err
		}
		query.Where = left
	}
	q := &builder{dialect: SQLite}
	from := "SELECT t.id FROM " + listed(SQLite, q.arg(IDList(found.ids))) + " e CROSS JOIN " + t.config.Name + " t WHERE t.id = e.value AND "
	text := from + t.where(ctx, query, q)
	ids := make([]int64, 0, len(found.ids))
	err = t.db.EachID(ctx, func(id int64) { ids = append(ids, id) }, text, q.values()...)
	found.ids = ids
	return found, err
}
