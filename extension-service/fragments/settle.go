package fragments

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"math"
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

// Keep writes the rows that wait into the postings, again and again until ctx ends.
func (all *Indexes) Keep(ctx context.Context, log *slog.Logger) {
	for {
		if err := all.Settle(ctx); err != nil && ctx.Err() == nil {
			log.Error("settle texts", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(settleEvery):
		}
	}
}

// Settle does so for every table of which enough rows wait.
func (all *Indexes) Settle(ctx context.Context) error { return all.settle(ctx, waitLeast, waitShare) }

// SettleAll does so for every row.
func (all *Indexes) SettleAll(ctx context.Context) error { return all.settle(ctx, 1, math.MaxInt64) }

func (all *Indexes) settle(ctx context.Context, least, share int64) error {
	all.settling.Lock()
	defer all.settling.Unlock()
	tables, err := all.db.Texts(ctx, "SELECT substr(name, 1, length(name) - length('_waiting')) FROM sqlite_schema WHERE type = 'table' AND name LIKE '%~_waiting' ESCAPE '~'")
	for _, table := range tables {
		if err != nil {
			return err
		}
		if err = all.settleTable(ctx, table, least, share); err != nil && all.isGone(ctx, table) {
			err = nil
		}
	}
	return err
}

// isGone says whether a table was taken away meanwhile.
func (all *Indexes) isGone(ctx context.Context, table string) bool {
	found, err := all.db.Texts(ctx, "SELECT name FROM sqlite_schema WHERE name = $1", table+"_waiting")
	return err == nil && len(found) == 0
}

func (all *Indexes) settleTable(ctx context.Context, table string, least, share int64) error {
	var most int64
	if _, err := all.db.Row(ctx, []any{&most}, "SELECT coalesce(max(id), 0) FROM "+table); err != nil {
		return err
	}
	for {
		behind, _, err := behind(ctx, all.db, table)
		if err != nil || behind < max(least, min(most/share, farBehind/2)) {
			return err
		}
		if isOver, err := all.pass(ctx, table); isOver || err != nil {
			return err
		}
	}
}

// of are those of a table, known by their triggers, and complete once they have postings.
func (all *Indexes) of(ctx context.Context, table string) (out []*Index, err error) {
	var column string
	var trash bool
	err = all.db.Each(ctx, []any{&column, &trash}, func() error {
		out = append(out, all.Of(table, column, trash))
		return nil
	}, `
		SELECT substr(t.name, length(t.tbl_name) + 2, length(t.name) - length(t.tbl_name || '__waits_update')), instr(t.sql, 'deleted_at') > 0
		  FROM sqlite_schema t
		  JOIN sqlite_schema p ON p.type = 'table' AND p.name = substr(t.name, 1, length(t.name) - length('_waits_update')) || '_postings'
		 WHERE t.type = 'trigger'
		   AND t.tbl_name = $1
		   AND t.name LIKE '%~_waits~_update' ESCAPE '~'`, table)
	return out, err
}

// pass writes waiting rows of a table into the postings of its indexes, unless one is just being filled anew, which may have read
// them as they were. It may be cut off anywhere: until its end the rows wait on, and whatever the postings say of a row that waits is
// not asked.
func (all *Indexes) pass(ctx context.Context, table string) (isOver bool, err error) {
	indexes, err := all.of(ctx, table)
	if err != nil {
		return false, err
	}
	var last int64
	_, err = all.db.Row(ctx, []any{&last}, "SELECT coalesce(max(number), 0) FROM (SELECT number FROM "+table+"_waiting ORDER BY number LIMIT $1)"+
		" WHERE NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE name LIKE $2 || '~_%~_filling' ESCAPE '~')", settleRows, table)
	if err != nil || last == 0 {
		return true, err
	}
	for _, x := range indexes {
		rows, err := x.read(ctx, 0, settleRows)
		if err != nil {
			return false, err
		}
		x.passes.Add(1)
		slices.SortFunc(rows, func(a, b waitingRow) int { return cmp.Compare(a.id, b.id) })
		if err := x.rewrite(ctx, slices.CompactFunc(rows, func(a, b waitingRow) bool { return a.id == b.id })); err != nil {
			return false, err
		}
	}
	err = all.db.Write(ctx, func(ctx context.Context) error {
		_, err := all.db.Exec(ctx, "DELETE FROM "+table+"_waiting WHERE number < $1", last)
		if err == nil {
			_, err = all.db.Exec(ctx, "UPDATE "+table+"_waiting SET id = NULL WHERE number = $1", last)
		}
		return err
	})
	if err != nil {
		return false, err
	}
	for _, x := range indexes {
		x.mu.Lock()
		x.waiting = slices.DeleteFunc(x.waiting, func(r waitingRow) bool { return r.number <= last })
		x.mu.Unlock()
	}
	return false, nil
}

// rewrite goes through the postings of all blocks that the rows are in, which are in order of their ids.
func (x *Index) rewrite(ctx context.Context, rows []waitingRow) error {
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
	touched := slices.Collect(maps.Keys(blocks))
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
func (x *Index) each(ctx context.Context, after int64, blocks []int64, call func(at int64, postings []int64)) (n int, err error) {
	err = x.db.EachBlob(ctx, func(at int64, packed []byte) {
		n++
		call(at, unpack(nil, at, packed))
	}, "SELECT at, postings FROM "+x.Postings()+" WHERE at > $1 AND (at & $2) IN (SELECT e.value FROM json_each($3) e) ORDER BY at LIMIT $4",
		after, 1<<atBits-1, blocks, settleTurn)
	return n, err
}

func (x *Index) put(ctx context.Context, sets map[int64][]int64) error {
	for part := range slices.Chunk(slices.Sorted(maps.Keys(sets)), settleTurn) {
		err := x.db.Write(ctx, func(ctx context.Context) (err error) {
			for _, at := range part {
				if len(sets[at]) == 0 {
					_, err = x.db.Exec(ctx, "DELETE FROM "+x.Postings()+" WHERE at = $1", at)
				} else {
					_, err = x.db.Exec(ctx, "INSERT INTO "+x.Postings()+" (at, postings) VALUES ($1, $2) ON CONFLICT (at) DO UPDATE SET postings = excluded.postings", at, pack(at, sets[at]))
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
