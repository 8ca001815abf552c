package audit

import (
	"context"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	recently   = 100_000 // entries back to which a change is still recent
	recentPage = 12      // entries read at once
)

// Activity is a change that somebody made lately. A batch, such as a change of many records, is one activity for each
// action and kind of record: its newest entry represents the others, and Records counts them. So is all that one actor
// has done to a record outside of batches.
type Activity struct {
	Line

	Records int64
}

// represents says whether an entry belongs to the activity whose newest one is another.
func represents(newer, earlier Line) bool {
	if newer.BatchID != earlier.BatchID || newer.Entity != earlier.Entity {
		return false
	}
	if newer.BatchID != "" {
		return newer.Action == earlier.Action
	}
	return newer.EntityID == earlier.EntityID && newer.Actor.Kind == earlier.Actor.Kind &&
		newer.Actor.ID == earlier.Actor.ID
}

// latest are the entries that represent the activities up to an id, newest first.
type latest struct {
	upTo int64
	ids  []int64
	at   time.Time // when they were found
}

// Recent lists the latest changes of single records, within the caller's scope of the entities it may read, newest
// first. What was found before is kept as far as no entry comes to it later, so that only the entries since then are
// looked through.
func (l *Log) Recent(ctx context.Context, entities []string, limit int) ([]Activity, error) {
	if len(entities) == 0 {
		return []Activity{}, nil
	}
	key, err := store.KeyOf(strings.Join(entities, ",")+scoped(role.From(ctx).Scope), int64(limit))
	if err != nil {
		return nil, err
	}
	var last int64
	if _, err := l.DB.Row(ctx, []any{&last}, "SELECT "+newest); err != nil {
		return nil, err
	}
	had := l.recent.get(key)
	lines, err := l.latestLines(ctx, entities, max(had.upTo, last-recently), limit)
	if err == nil {
		lines, err = l.addEarlier(ctx, lines, had.ids, last)
	}
	if err != nil {
		return nil, err
	}
	lines = lines[:min(limit, len(lines))]
	if l.settlesAtOnce("") || l.Now().Sub(had.at) >= renewed {
		upTo, err := l.settledUpTo(ctx, "", had.upTo, last)
		if err != nil {
			return nil, err
		}
		l.recent.store(key, latest{upTo, idsUpTo(lines, upTo), l.Now()})
	}
	return l.activities(ctx, lines)
}

// latestLines are the entries after an id that represent all others after it, newest first.
func (l *Log) latestLines(ctx context.Context, entities []string, after int64, limit int) (out []Line, err error) {
	for before := int64(0); len(out) < limit; {
		lines, err := l.recentLines(ctx, entities, [2]int64{after, before}, out)
		if err != nil || len(lines) == 0 {
			return out, err
		}
		for _, line := range lines {
			before = line.ID
			out = withoutRepresented(out, line)
		}
	}
	return out, nil
}

// addEarlier adds to lines those of earlier ones that are still recent and that none of them represents.
func (l *Log) addEarlier(ctx context.Context, lines []Line, ids []int64, last int64) ([]Line, error) {
	if len(ids) == 0 {
		return lines, nil
	}
	earlier, err := l.lines(ctx, "a.id IN "+l.DB.InList(1)+" ORDER BY a.id DESC", store.IDList(ids))
	for _, line := range earlier {
		if line.ID > last-recently {
			lines = withoutRepresented(lines, line)
		}
	}
	return lines, err
}

// withoutRepresented adds a line to newer ones, unless one of them represents it.
func withoutRepresented(lines []Line, line Line) []Line {
	if slices.ContainsFunc(lines, func(newer Line) bool { return represents(newer, line) }) {
		return lines
	}
	return append(lines, line)
}

// idsUpTo are the ids of lines up to one.
func idsUpTo(lines []Line, last int64) []int64 {
	ids := make([]int64, 0, len(lines))
	for _, line := range lines {
		if line.ID <= last {
			ids = append(ids, line.ID)
		}
	}
	return ids
}

// activities counts what each of the lines represents.
func (l *Log) activities(ctx context.Context, lines []Line) ([]Activity, error) {
	out := make([]Activity, len(lines))
	for i, line := range lines {
		records, err := l.countBatch(ctx, line)
		if err != nil {
			return nil, err
		}
		out[i] = Activity{line, records}
	}
	return out, nil
}

// recentLines are the next entries between two ids, or up to the newest for 0, without those that listed ones stand
// for.
func (l *Log) recentLines(ctx context.Context, entities []string, between [2]int64, listed []Line) ([]Line, error) {
	args := store.Args{recentPage}
	where := []string{
		"a.id > " + args.Add(between[0]), "a.entity_id > 0", "a.action <> 'read'", "a.action NOT LIKE 'auth.%'",
		"a.entity IN " + store.OneOf(entities, args.Add),
	}
	if before := between[1]; before > 0 {
		where = append(where, "a.id < "+args.Add(before))
	}
	for _, line := range listed {
		same := sameRecord
		if line.BatchID != "" {
			same = sameBatch
		}
		where = append(where, "NOT ("+same(line, &args)+")")
	}
	condition := strings.Join(where, " AND ") + scoped(role.From(ctx).Scope)
	newestFirst := "SELECT a.id FROM " + l.matching(condition, true) + " ORDER BY a.id DESC LIMIT $1"
	return l.lines(ctx, "a.id IN ("+newestFirst+") ORDER BY a.id DESC", args...)
}

func sameBatch(line Line, args *store.Args) string {
	return "a.batch_id = " + args.Add(line.BatchID) + " AND a.action = " + args.Add(line.Action) + " AND a.entity = " +
		args.Add(line.Entity)
}

func sameRecord(line Line, args *store.Args) string {
	return "a.batch_id = '' AND a.actor_kind = " + args.Add(line.Actor.Kind) + " AND a.actor_id = " +
		args.Add(line.Actor.ID) + " AND a.entity = " + args.Add(line.Entity) + " AND a.entity_id = " +
		args.Add(line.EntityID)
}

// countBatch counts the entries of a batch, as far as the caller's scope goes, that are like one of them; 1 for an
// entry without a batch.
func (l *Log) countBatch(ctx context.Context, line Line) (int64, error) {
	if line.BatchID == "" {
		return 1, nil
	}
	var args store.Args
	// <> '' as the index of batches has it
	condition := "a.batch_id <> '' AND " + sameBatch(line, &args) + scoped(role.From(ctx).Scope)
	n, _, err := l.total(ctx, condition, args)
	return n, err
}
