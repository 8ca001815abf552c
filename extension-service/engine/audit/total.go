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

// totals keeps how many entries lists have found, so that the next one counts only what has come since: entries stand,
// and go only with the oldest.
type totals struct {
	mu     sync.Mutex
	totals map[store.CacheKey]found // by condition and parameters
}

// found is how many entries match up to an id, while first is the oldest there is.
type found struct {
	first, upTo, n int64
	at             time.Time
}

const (
	// settles is when an entry may get no predecessor any more: ids are given when entries are written, but entries come
	// to be when their transactions end.
	settles = 5 * time.Minute
	// tail is how many entries are rather counted than kept, and renewed how often they are looked at.
	tail    = 1000
	renewed = time.Minute
	// maxTotals is how many conditions are remembered.
	maxTotals = 1000
)

func (t *totals) get(key store.CacheKey) found {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.totals[key]
}

func (t *totals) store(key store.CacheKey, f found) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.totals == nil || len(t.totals) >= maxTotals {
		t.totals = map[store.CacheKey]found{}
	}
	t.totals[key] = f
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
	if now := l.Now(); last-had.upTo > tail && now.Sub(had.at) >= renewed {
		if had, err = l.updateTotal(ctx, where, args, had); err != nil {
			return 0, 0, err
		}
		l.totals.store(key, had)
	}
	few := had.upTo > 0
	n, err = l.count(ctx, where+" AND a.id > $"+strconv.Itoa(len(args)+1), few, append(slices.Clip(args), had.upTo)...)
	return had.n + n, last, err
}

// updateTotal is what was found, with the entries that have settled since.
func (l *Log) updateTotal(ctx context.Context, where string, args []any, had found) (found, error) {
	now := found{first: had.first, upTo: had.upTo, at: l.Now()}
	if _, err := l.DB.Row(ctx, []any{&now.upTo}, "SELECT id FROM audit WHERE id > $1 AND at < $2 ORDER BY id DESC LIMIT 1",
		had.upTo, now.at.Add(-settles).UnixMilli()); err != nil {
		return had, err
	}
	id := "a.id"
	if had.upTo == 0 {
		id = "+a.id" // all of them: an index is shorter than the table, which the key would have read
	}
	where = fmt.Sprintf("%[1]s AND %[2]s > $%[3]d AND %[2]s <= $%[4]d", where, id, len(args)+1, len(args)+2)
	n, err := l.count(ctx, where, false, append(slices.Clip(args), had.upTo, now.upTo)...)
	now.n = had.n + n
	return now, err
}

func (l *Log) count(ctx context.Context, where string, byKey bool, args ...any) (n int64, err error) {
	_, err = l.DB.Row(ctx, []any{&n}, "SELECT ("+strings.Join(l.selects("count(*)", where, byKey), ") + (")+")", args...)
	return n, err
}
