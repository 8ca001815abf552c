package trigram

import (
	"bytes"
	"cmp"
	"context"
	"log/slog"
	"maps"
	"math"
	"slices"
	"time"
)

const (
	settleEvery  = 2 * time.Second
	settleRows   = 1 << 15 // waiting rows of one pass
	settleTurn   = 512     // sets of postings that are read, or written in one transaction, so that others hardly wait
	fillTurn     = 1 << 12 // and of a table that nobody asks yet
	minWaiting   = 1 << 10 // rows that wait at least before a pass, and
	waitingShare = 128     // the part of all rows that does so: the pass goes through all postings
)

// Run writes the rows that wait into the postings, again and again until ctx ends.
func (all *Indexes) Run(ctx context.Context, log *slog.Logger) {
	for {
		if err := all.Flush(ctx); err != nil && ctx.Err() == nil {
			log.Error("settle texts", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(settleEvery):
		}
	}
}

// Flush does so for every table of which enough rows wait.
func (all *Indexes) Flush(ctx context.Context) error {
	return all.flush(ctx, minWaiting, waitingShare)
}

// FlushAll does so for every row.
func (all *Indexes) FlushAll(ctx context.Context) error { return all.flush(ctx, 1, math.MaxInt64) }

func (all *Indexes) flush(ctx context.Context, least, share int64) error {
	all.settling.Lock()
	defer all.settling.Unlock()
	tables, err := all.db.Texts(ctx,
		"SELECT substr(name, 1, length(name) - length('_waiting')) FROM sqlite_schema WHERE type = 'table' "+
			"AND name LIKE '%~_waiting' ESCAPE '~'")
	for _, table := range tables {
		if err != nil {
			return err
		}
		if err = all.flushTable(ctx, table, least, share); err != nil && all.isGone(ctx, table) {
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

func (all *Indexes) flushTable(ctx context.Context, table string, least, share int64) error {
	var most int64
	if _, err := all.db.Row(ctx, []any{&most}, "SELECT coalesce(max(id), 0) FROM "+table); err != nil {
		return err
	}
	for {
		behind, _, err := countBehind(ctx, all.db, table)
		if err != nil || behind < max(least, min(most/share, farBehind/2)) {
			return err
		}
		if isOver, err := all.flushWaiting(ctx, table); isOver || err != nil {
			return err
		}
	}
}

// ofTable are those of a table, known by their triggers, and complete once they have postings.
func (all *Indexes) ofTable(ctx context.Context, table string) (out []*Index, err error) {
	var column string
	var trash bool
	err = all.db.Each(ctx, []any{&column, &trash}, func() error {
		out = append(out, all.ForColumn(table, column, trash))
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

// flushWaiting writes waiting rows of a table into the postings of its indexes, unless one is just being filled anew,
// which may have read them as they were. It may be cut off anywhere: until its end the rows wait on, and whatever the
// postings say of a row that waits is not asked.
func (all *Indexes) flushWaiting(ctx context.Context, table string) (isOver bool, err error) {
	indexes, err := all.ofTable(ctx, table)
	if err != nil {
		return false, err
	}
	var last, known, most int64
	_, err = all.db.Row(ctx, []any{&last, &known, &most},
		"SELECT coalesce(max(number), 0), -coalesce(min(id), 0), coalesce(max(id), 0)"+
			" FROM (SELECT number, id FROM "+table+"_waiting ORDER BY number LIMIT $1)"+
			" WHERE NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE name LIKE $2 || '~_%~_filling' ESCAPE '~')", settleRows, table)
	if err != nil || last == 0 {
		return true, err
	}
	if known, err = all.raise(ctx, table, known, most); err != nil {
		return false, err
	}
	for _, x := range indexes {
		rows, err := x.read(ctx, 0, last)
		if err != nil {
			return false, err
		}
		x.passes.Add(1)
		slices.SortFunc(rows, func(a, b waitingRow) int { return cmp.Compare(a.id, b.id) })
		if err := x.rewrite(ctx, slices.CompactFunc(rows, func(a, b waitingRow) bool {
			return a.id == b.id
		}), known); err != nil {
			return false, err
		}
	}
	err = all.db.Write(ctx, func(ctx context.Context) error {
		_, err := all.db.Exec(ctx, "UPDATE "+table+"_waiting SET id = (SELECT min(id) FROM "+table+
			"_waiting) WHERE number = $1", last)
		if err == nil {
			_, err = all.db.Exec(ctx, "DELETE FROM "+table+"_waiting WHERE number < $1", last)
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

// raise says of a table up to which id postings may know rows from now on, and returns up to which they did: those
// above are new. Who is not the first to say so, since another process does the same, takes none for new.
func (all *Indexes) raise(ctx context.Context, table string, known, most int64) (before int64, err error) {
	if most <= known {
		return known, nil
	}
	err = all.db.Write(ctx, func(ctx context.Context) error {
		changed, err := all.db.Exec(ctx, "UPDATE "+table+"_waiting SET id = $1 WHERE id = $2", -most, -known)
		if changed == 0 {
			known = most
		}
		return err
	})
	return known, err
}

// rewrite brings rows, in order of their ids, into the postings. Those up to an id may stand there with other texts: it
// goes through all postings of the blocks that they are in. Others come to what is there.
func (x *Index) rewrite(ctx context.Context, rows []waitingRow, known int64) error {
	came, gone := map[int64][]int64{}, map[int64][]int64{} // postings of each set; rows of each block
	for _, r := range rows {
		block := r.id >> blockBits
		add := func(token int64, place int) {
			at := token<<atBits | block
			came[at] = append(came[at], r.id<<placeBits|int64(place))
		}
		if r.id <= known {
			gone[block] = append(gone[block], r.id)
		}
		if r.gone {
			continue
		}
		tokens(r.text, add)
		if r.trashed {
			add(inTheTrash, 0)
		}
	}
	blocks, next := slices.Collect(maps.Keys(gone)), packing{}
	for last, more := int64(-1), len(blocks) > 0; more; {
		changed, n := map[int64][]byte{}, 0
		err := x.db.EachBlob(ctx, func(at int64, set []byte) {
			if next.merge(at, set, gone[at&(1<<atBits-1)], came[at]) {
				changed[at] = bytes.Clone(next.text)
			}
			delete(came, at)
			last, n = at, n+1
		}, "SELECT at, postings FROM "+x.Postings()+
			" WHERE at > $1 AND (at & $2) IN (SELECT e.value FROM json_each($3) e) ORDER BY at LIMIT $4",
			last, 1<<atBits-1, blocks, settleTurn)
		if err == nil {
			err = x.writeSets(ctx, changed)
		}
		if err != nil {
			return err
		}
		more = n == settleTurn
	}
	return x.add(ctx, came)
}

// add brings postings to those that are there.
func (x *Index) add(ctx context.Context, came map[int64][]int64) error {
	for part := range slices.Chunk(slices.Sorted(maps.Keys(came)), settleTurn) {
		sets := make(map[int64][]byte, len(part))
		with := func(at int64, set []byte) {
			var next packing
			next.merge(at, set, nil, came[at])
			sets[at] = next.text
		}
		err := x.db.EachBlob(ctx, with, "SELECT p.at, p.postings FROM json_each($1) e CROSS JOIN "+x.Postings()+
			" p WHERE p.at = e.value", part)
		for _, at := range part {
			if sets[at] == nil {
				with(at, nil)
			}
		}
		if err == nil {
			err = x.writeSets(ctx, sets)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (x *Index) writeSets(ctx context.Context, sets map[int64][]byte) error {
	for part := range slices.Chunk(slices.Sorted(maps.Keys(sets)), settleTurn) {
		err := x.db.Write(ctx, func(ctx context.Context) (err error) {
			for _, at := range part {
				if len(sets[at]) == 0 {
					_, err = x.db.Exec(ctx, "DELETE FROM "+x.Postings()+" WHERE at = $1", at)
				} else {
					_, err = x.db.Exec(ctx, "INSERT INTO "+x.Postings()+
						" (at, postings) VALUES ($1, $2) ON CONFLICT (at) DO UPDATE SET postings = excluded.postings", at, sets[at])
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
