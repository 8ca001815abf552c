package store

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"time"
)

const (
	settleEvery = 2 * time.Second
	settleRows  = 1 << 15 // waiting rows of one pass
	settleTurn  = 512     // sets of postings that are read, or written in one transaction, so that others hardly wait
	fillTurn    = 1 << 12 // and of a table that nobody asks yet
	waitLeast   = 1 << 10 // rows that wait at least before a pass, and
	waitShare   = 128     // the part of all rows that does so: the pass goes through all postings
)

// KeepTexts writes the rows that wait for the indexes of texts into them, again and again until ctx ends.
func (db *DB) KeepTexts(ctx context.Context, log *slog.Logger) {
	for db.dialect == SQLite {
		if err := db.settle(ctx, waitLeast, waitShare); err != nil && ctx.Err() == nil {
			log.Error("settle texts", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(settleEvery):
		}
	}
}

// settle brings every index of texts up to date for which enough rows wait.
func (db *DB) settle(ctx context.Context, least, share int64) error {
	indexes, err := db.textIndexes(ctx)
	for _, x := range indexes {
		if err != nil {
			return err
		}
		if err = x.settle(ctx, least, share); err != nil && x.isGone(ctx) {
			err = nil
		}
	}
	return err
}

// isGone says whether the index was taken away meanwhile.
func (x *textIndex) isGone(ctx context.Context) bool {
	var n int64
	found, err := x.db.Row(ctx, []any{&n}, "SELECT 1 FROM sqlite_schema WHERE name = $1", x.name("waiting"))
	return err == nil && !found
}

// textIndexes are known by their triggers, and complete once they have postings.
func (db *DB) textIndexes(ctx context.Context) (out []*textIndex, err error) {
	var table, column string
	var trash bool
	err = db.Each(ctx, []any{&table, &column, &trash}, func() error {
		out = append(out, db.textsOf(table, column, trash))
		return nil
	}, `
		SELECT t.tbl_name, substr(t.name, length(t.tbl_name) + 2, length(t.name) - length(t.tbl_name || '__waits_update')), instr(t.sql, 'deleted_at') > 0
		  FROM sqlite_schema t
		  JOIN sqlite_schema p ON p.type = 'table' AND p.name = substr(t.name, 1, length(t.name) - length('_waits_update')) || '_postings'
		 WHERE t.type = 'trigger'
		   AND t.name LIKE '%~_waits~_update' ESCAPE '~'`)
	return out, err
}

func (x *textIndex) settle(ctx context.Context, least, share int64) error {
	x.settling.Lock()
	defer x.settling.Unlock()
	var most int64
	if _, err := x.db.Row(ctx, []any{&most}, "SELECT coalesce(max(id), 0) FROM "+x.table); err != nil {
		return err
	}
	for {
		span, _, err := x.span(ctx)
		if err != nil || span < max(least, min(most/share, farBehind/2)) {
			return err
		}
		if err := x.pass(ctx); err != nil {
			return err
		}
	}
}

// pass writes waiting rows into the postings. It may be cut off anywhere: until its end the rows wait on, and whatever the
// postings say of a row that waits is not asked.
func (x *textIndex) pass(ctx context.Context) error {
	rows, err := x.read(ctx, 0, settleRows)
	if err != nil || len(rows) == 0 {
		return err
	}
	x.passes.Add(1)
	last := rows[len(rows)-1].number
	slices.SortFunc(rows, func(a, b waitingRow) int { return cmp.Compare(a.id, b.id) })
	if err := x.rewrite(ctx, rows); err != nil {
		return err
	}
	err = x.db.Write(ctx, func(ctx context.Context) error {
		_, err := x.db.Exec(ctx, "DELETE FROM "+x.name("waiting")+" WHERE number <= $1", last)
		return err
	})
	if err == nil {
		x.mu.Lock()
		x.waiting = slices.DeleteFunc(x.waiting, func(r waitingRow) bool { return r.number <= last })
		x.mu.Unlock()
	}
	return err
}

// rewrite goes through the postings of all blocks that the rows are in, which are in order of their ids.
func (x *textIndex) rewrite(ctx context.Context, rows []waitingRow) error {
	came, ids, blocks := map[int64][]int64{}, []int64{}, map[int64]bool{}
	for _, r := range rows {
		add := func(token int64, place int) {
			at := token<<atBits | r.id>>blockBits
			came[at] = append(came[at], r.id<<placeBits|int64(place))
		}
		ids, blocks[r.id>>blockBits] = append(ids, r.id), true
		if r.gone {
			continue
		}
		tokens(r.text, add)
		if r.trashed {
			add(inTheTrash, 0)
		}
	}
	touched := IDList(slices.Collect(maps.Keys(blocks)))
	for last, more := int64(-1), true; more; {
		changed := map[int64][]int64{}
		n, err := x.each(ctx, last, touched, func(at int64, postings []int64) {
			had, new := len(postings), came[at]
			delete(came, at)
			if last, postings = at, append(filterSorted(postings, rowOf, false, ids), new...); len(new) > 0 || len(postings) < had {
				slices.Sort(postings)
				changed[at] = postings
			}
		})
		if err == nil {
			err = x.put(ctx, changed)
		}
		if err != nil {
			return err
		}
		more = n == settleTurn
	}
	return x.put(ctx, came)
}

// each calls for the postings of the next tokens in some blocks, and tells how many those were.
func (x *textIndex) each(ctx context.Context, after int64, blocks string, call func(at int64, postings []int64)) (n int, err error) {
	err = x.db.eachSet(ctx, func(at int64, packed []byte) {
		n++
		call(at, unpack(nil, at, packed))
	}, "SELECT at, postings FROM "+x.name("postings")+" WHERE at > $1 AND (at & $2) IN "+x.db.Among(3)+" ORDER BY at LIMIT $4",
		after, 1<<atBits-1, blocks, settleTurn)
	return n, err
}

func (x *textIndex) put(ctx context.Context, sets map[int64][]int64) error {
	for part := range slices.Chunk(slices.Sorted(maps.Keys(sets)), settleTurn) {
		err := x.db.Write(ctx, func(ctx context.Context) (err error) {
			for _, at := range part {
				if len(sets[at]) == 0 {
					_, err = x.db.Exec(ctx, "DELETE FROM "+x.name("postings")+" WHERE at = $1", at)
				} else {
					_, err = x.db.Exec(ctx, "INSERT INTO "+x.name("postings")+" (at, postings) VALUES ($1, $2) ON CONFLICT (at) DO UPDATE SET postings = excluded.postings", at, pack(at, sets[at]))
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
