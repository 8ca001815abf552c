package content

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

const (
	// outsideAfter is how long a change waits until it counts as one that was made in the content service itself: what
	// goes through one of the copies of this service is in the history by then.
	outsideAfter = 2 * time.Second
	// recordedBefore is how long before the look that still saw the text as it was its change may be in the history: what
	// is removed is recorded first.
	recordedBefore = 2 * time.Second
	// mostOutside is how many texts may have changed between two looks at all of them. More mean another database.
	mostOutside = 1000
	// Outside is who made a change that did not go through us.
	Outside = "Directus"
)

// outsideChange is a text that was seen to have changed. One of its sides has no id where it is new or gone.
type outsideChange struct {
	before, after row
	since, at     time.Time // the look that saw it before, and the one that saw it after; since is zero where nobody knows
}

// subject is the text that it is about.
func (g outsideChange) subject() row {
	if g.after.ID == 0 {
		return g.before
	}
	return g.after
}

// text names it.
func (g outsideChange) text() row {
	r := g.subject()
	return row{Client: r.Client, Locale: r.Locale, Key: r.Key}
}

// mayFollow says whether a step of the history from then can be what was seen.
func (g outsideChange) mayFollow(at time.Time) bool {
	return !g.since.IsZero() && !at.Before(g.since.Add(-recordedBefore))
}

// outsideChanges are the texts that differ between two looks at some rows. A row that was renamed is one text that is
// gone and one that is new.
func (f *feed) outsideChanges(before, after map[int64]row, ids []int64) (out []outsideChange) {
	add := func(was, is row) {
		isShipped := was.ID == 0 && is.Client == 0 && f.cfg.Texts[is.Locale][is.Key] == is.Value
		if !isShipped {
			out = append(out, outsideChange{was, is, f.looked, f.cfg.Now()})
		}
	}
	for _, id := range ids {
		was, is := before[id], after[id]
		isRenamed := was.ID != 0 && is.ID != 0 && (was.Key != is.Key || was.messageSet() != is.messageSet())
		switch {
		case isRenamed:
			add(was, row{})
			add(row{}, is)
		case was.Value != is.Value:
			add(was, is)
		}
	}
	return out
}

// compareAll notes what differs between two looks at everything.
func (f *feed) compareAll(before, after map[string]map[int64]row) {
	var out []outsideChange
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
		out = append(out, f.outsideChanges(rows, after[collection], ids)...)
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
	ripe := slices.IndexFunc(f.seen, func(g outsideChange) bool { return now.Sub(g.at) < outsideAfter })
	if ripe < 0 {
		ripe = len(f.seen)
	}
	ctx = actAsOutsider(ctx)
	for n, g := range f.seen[:ripe] {
		if err := f.recordOne(ctx, g); err != nil {
			f.seen = f.seen[n:]
			return err
		}
	}
	f.seen = f.seen[ripe:]
	return nil
}

func (f *feed) recordOne(ctx context.Context, g outsideChange) error {
	f.up.editing.Lock() // who writes through us has recorded it by then
	defer f.up.editing.Unlock()
	text := g.text()
	return f.history.DB.Write(ctx, func(ctx context.Context) error {
		explained, last, err := f.history.explain(ctx, g, f.explained[text])
		if err != nil {
			return err
		}
		if e, isMissing := f.missing(g, last); explained == 0 && isMissing {
			if err := f.cfg.Journal.Record(ctx, []Entry{e}); err != nil {
				return err
			}
			steps, err := f.history.lastSteps(ctx, []string{text.Key})
			if err != nil {
				return err
			}
			explained = steps[text].EntryID
		}
		store.AfterCommit(ctx, func() { f.explained[text] = max(explained, f.explained[text]) })
		return nil
	})
}

// missing is the step that the history lacks, unless it has gone on to what the text is now: what that was in between
// would come too late. It begins with what the history ends with, where that is newer than the look before.
func (f *feed) missing(g outsideChange, last *Change) (Entry, bool) {
	e := g.entry()
	if last == nil || !g.mayFollow(last.At) {
		return e, true
	}
	if last.After.isOf(f.textNow(g.text())) || last.After.isOf(g.after) {
		return e, false
	}
	was := row{}
	if last.After != nil {
		was = g.subject()
		was.Value, was.State, was.SourceHash = last.After.Text, last.After.State, last.After.source
	}
	batch := e.batch
	e = outsideChange{before: was, after: g.after}.entry()
	e.batch = batch
	return e, true
}

// textNow is a text as it was last seen, without an id when it is gone.
func (f *feed) textNow(text row) row {
	for _, r := range f.rows[collectionOf(text)] {
		if r.Key == text.Key && r.messageSet() == text.messageSet() {
			return r
		}
	}
	return row{}
}

// entry is the step of the history.
func (g outsideChange) entry() Entry {
	var e Entry
	switch {
	case g.before.ID == 0:
		e = entry("create", g.after, &g.after)
	case g.after.ID == 0:
		e = entry("delete", g.before, nil)
	default:
		e = entry("update", g.before, &g.after)
	}
	state := fmt.Sprintf("%d\x00%s\x00%s\x00%d\x00%q\x00%q\x00%s", g.subject().Client, g.subject().Locale, g.subject().Key,
		g.subject().ID, g.before.Value, g.after.Value, g.after.Updated)
	sum := sha256.Sum256([]byte(state))
	e.batch = "dir_" + hex.EncodeToString(sum[:12])
	return e
}

// explain finds the step of the history that a change is, behind those that have explained others, and the last one of
// the text. A text that was looked at for the first time may have gone through many steps: the last one has to be it.
func (h *History) explain(ctx context.Context, g outsideChange, after int64) (explained int64, last *Change,
	err error,
) {
	text, batch := g.text(), g.entry().batch
	steps, err := h.read(ctx, "message_key = $1 AND locale = $2 AND client_id = $3 ORDER BY id",
		store.Args{text.Key, text.Locale, text.Client})
	for i := range steps {
		last = &steps[i]
		mayBe := g.mayFollow(last.At) || g.since.IsZero() && i == len(steps)-1
		isIt := last.BatchID == batch || last.EntryID > after && last.After.isOf(g.after) && mayBe
		if isIt && explained == 0 {
			explained = last.EntryID
		}
	}
	return explained, last, err
}

// isOf says whether it is what a row says; nil is no row.
func (v *Value) isOf(r row) bool { return (v == nil) == (r.ID == 0) && (v == nil || v.Text == r.Value) }
