package content

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"poolkeeper.example/extension-service/platform/role"
)

const (
	// outsideAfter is how long a change waits until it counts as one that was made in the content service itself: what goes through
	// one of the copies of this service is in the history by then.
	outsideAfter = 2 * time.Second
	// recordedWithin is how late a change that went through us may be seen here.
	recordedWithin = 2 * time.Minute
	// mostOutside is how many texts may have changed between two looks at all of them. More mean another database.
	mostOutside = 1000
	// Outside is who made a change that did not go through us.
	Outside = "Directus"
)

// glimpse is a text that was seen to have changed. One of its sides has no id where it is new or gone.
type glimpse struct {
	before, after row
	at            time.Time
}

// subject is the text that it is about.
func (g glimpse) subject() row {
	if g.after.ID == 0 {
		return g.before
	}
	return g.after
}

// glimpses are the texts that differ between two looks at some rows.
func (f *feed) glimpses(before, after map[int64]row, ids []int64) (out []glimpse) {
	for _, id := range ids {
		was, is := before[id], after[id]
		isShipped := was.ID == 0 && is.Client == 0 && f.cfg.Texts[is.Locale][is.Key] == is.Value
		if was.Value != is.Value && !isShipped {
			out = append(out, glimpse{was, is, f.cfg.Now()})
		}
	}
	return out
}

// compareAll notes what differs between two looks at everything.
func (f *feed) compareAll(before, after map[string]map[int64]row) {
	var out []glimpse
	for collection, rows := range before {
		var ids []int64
		for id := range rows {
			ids = append(ids, id)
		}
		for id := range after[collection] {
			if _, known := rows[id]; !known && len(rows) > 0 {
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
		out = append(out, f.glimpses(rows, after[collection], ids)...)
	}
	if len(out) <= mostOutside {
		f.seen = append(f.seen, out...)
		return
	}
	f.cfg.Log.Warn("the content service holds other texts than before; they are not in the history", "texts", len(out))
}

// recordOutside adds to the history what was changed past us.
func (f *feed) recordOutside(ctx context.Context) error {
	if f.cfg.Journal == nil || f.history.DB == nil {
		f.seen = nil
		return nil
	}
	now := f.cfg.Now()
	ripe := slices.IndexFunc(f.seen, func(g glimpse) bool { return now.Sub(g.at) < outsideAfter })
	if ripe < 0 {
		ripe = len(f.seen)
	}
	ctx = role.With(ctx, &role.Caller{Kind: role.System, Name: Outside})
	for n, g := range f.seen[:ripe] {
		if err := f.recordOne(ctx, g); err != nil {
			f.seen = f.seen[n:]
			return err
		}
	}
	f.seen = f.seen[ripe:]
	return nil
}

func (f *feed) recordOne(ctx context.Context, g glimpse) error {
	f.up.editing.Lock() // who writes through us has recorded it by then
	defer f.up.editing.Unlock()
	return f.history.DB.Write(ctx, func(ctx context.Context) error {
		isOurs, err := f.history.knows(ctx, g)
		if err != nil || isOurs {
			return err
		}
		e := g.entry()
		return f.cfg.Journal.Record(ctx, []Entry{e})
	})
}

// entry is the step of the history.
func (g glimpse) entry() Entry {
	var e Entry
	switch {
	case g.before.ID == 0:
		e = entry("create", g.after, &g.after)
	case g.after.ID == 0:
		e = entry("delete", g.before, nil)
	default:
		e = entry("update", g.before, &g.after)
	}
	said := fmt.Sprintf("%d\x00%s\x00%s\x00%d\x00%q\x00%q\x00%s", g.subject().Client, g.subject().Locale, g.subject().Key, g.subject().ID, g.before.Value, g.after.Value, g.after.Updated)
	sum := sha256.Sum256([]byte(said))
	e.batch = "dir_" + hex.EncodeToString(sum[:12])
	return e
}

// knows says whether the history has a change already: it ends with it, it goes on from it, or another copy of the service has
// recorded it.
func (h *History) knows(ctx context.Context, g glimpse) (bool, error) {
	r := g.subject()
	var n int64
	if _, err := h.DB.Row(ctx, []any{&n}, "SELECT count(*) FROM text_changes WHERE batch_id = $1", g.entry().batch); err != nil || n > 0 {
		return true, err
	}
	var at int64
	var last *string
	found, err := h.DB.Row(ctx, []any{&at, &last}, `
		SELECT at, after_value
		  FROM text_changes
		 WHERE message_key = $1
		   AND locale = $2
		   AND client_id = $3
		 ORDER BY id DESC
		 LIMIT 1`, r.Key, r.Locale, r.Client)
	if err != nil || !found {
		return false, err
	}
	is := func(side row) bool { return (last == nil) == (side.ID == 0) && (last == nil || *last == side.Value) }
	isOld := time.UnixMilli(at).Before(g.at.Add(-recordedWithin))
	return is(g.after) || !is(g.before) && !isOld, nil
}
