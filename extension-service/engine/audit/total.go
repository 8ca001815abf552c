package audit

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

// remembered keeps what was found, by all that it depends on, so that the next one looks only through what has come
// since: entries stand, and go only with the oldest.
type remembered[V any] struct {
	mu     sync.Mutex
	values map[store.CacheKey]V
}

// found is how many entries match a condition up to an id, while first is the oldest there is.
type found struct {
	first, upTo, n int64
	at             time.Time
}

const (
	// settles is when an entry may get no predecessor any more in PostgreSQL: ids are given when entries are written, but
	// entries come to be when their transactions end.
	settles = 5 * time.Minute
	// tail is how many entries are rather counted than kept, and renewed how often they are looked at.
	tail    = 1000
	renewed = time.Minute
	// maxRemembered is how many keys are.
	maxRemembered = 1000
)

func (r *remembered[V]) get(key store.CacheKey) V {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.values[key]
}

func (r *remembered[V]) store(key store.CacheKey, v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.values == nil || len(r.values) >= maxRemembered {
		r.values = map[store.CacheKey]V{}
	}
	r.values[key] = v
}

// total is the exact number of entries for which a condition holds, and the id of the last of all.
func (l *Log) total(ctx context.Context, where string, args []any) (n, last int64, err error) {
	var first int64
	if _, err := l.DB.Row(ctx, []any{&first, &last},
		"SELECT coalesce((SELECT id FROM audit ORDER BY id LIMIT 1), 0), "+newest); err != nil {
		return 0, 0, err
	}
	key, err := store.KeyOf(where, args...)
	if err != nil {
		return 0, 0, err
	}
	had := l.totals.get(key)
	if had.first != first {
		had = found{first: first}
	}
	if last-had.upTo > tail && (l.settlesAtOnce(where) || l.Now().Sub(had.at) >= renewed) {
		upTo, err := l.settledUpTo(ctx, where, had.upTo, last)
		if err != nil {
			return 0, 0, err
		}
		more, err := l.countUpTo(ctx, where, args, [2]int64{had.upTo, upTo})
		if err != nil {
			return 0, 0, err
		}
		had = found{first: first, upTo: upTo, n: had.n + more, at: l.Now()}
		l.totals.store(key, had)
	}
	few := had.upTo > 0
	n, err = l.count(ctx, where+" AND a.id > $"+strconv.Itoa(len(args)+1), few, append(slices.Clip(args), had.upTo)...)
	return had.n + n, last, err
}

// settlesAtOnce says that no entry comes to match later. SQLite has one writer, so that ids are in the order in which
// entries come to be; but what they have changed is indexed afterwards.
func (l *Log) settlesAtOnce(where string) bool {
	return l.DB.Dialect() == store.SQLite && !strings.Contains(where, "audit_changes")
}

// settledUpTo is the last id, of those after one and up to the last, before which no entry comes to match any more.
func (l *Log) settledUpTo(ctx context.Context, where string, after, last int64) (upTo int64, err error) {
	if l.settlesAtOnce(where) {
		return last, nil
	}
	upTo = after
	_, err = l.DB.Row(ctx, []any{&upTo}, "SELECT id FROM audit WHERE id > $1 AND at < $2 ORDER BY id DESC LIMIT 1",
		after, l.Now().Add(-settles).UnixMilli())
	return upTo, err
}

// countUpTo counts the entries after an id and up to another.
func (l *Log) countUpTo(ctx context.Context, where string, args []any, between [2]int64) (int64, error) {
	id := "a.id"
	if between[0] == 0 {
		id = "+a.id" // all of them: an index is shorter than the table, which the key would have read
	}
	where = fmt.Sprintf("%[1]s AND %[2]s > $%[3]d AND %[2]s <= $%[4]d", where, id, len(args)+1, len(args)+2)
	return l.count(ctx, where, between[0] > 0, append(slices.Clip(args), between[0], between[1])...)
}

func (l *Log) count(ctx context.Context, where string, byKey bool, args ...any) (n int64, err error) {
	_, err = l.DB.Row(ctx, []any{&n}, "SELECT ("+strings.Join(l.selects("count(*)", where, byKey), ") + (")+")", args...)
	return n, err
}
