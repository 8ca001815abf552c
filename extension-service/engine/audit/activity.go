package audit

import (
	"context"
	"slices"
	"strings"

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

// represents says whether an entry belongs to an activity that is listed already.
func (a Activity) represents(line Line) bool {
	if a.BatchID != line.BatchID || a.Entity != line.Entity {
		return false
	}
	if a.BatchID != "" {
		return a.Action == line.Action
	}
	return a.EntityID == line.EntityID && a.Actor.Kind == line.Actor.Kind && a.Actor.ID == line.Actor.ID
}

// Recent lists the latest changes of single records, within the caller's scope of the entities it may read, newest
// first. Reads and sign-ins are no changes.
func (l *Log) Recent(ctx context.Context, entities []string, limit int) ([]Activity, error) {
	out := []Activity{}
	if len(entities) == 0 {
		return out, nil
	}
	for before := int64(0); len(out) < limit; {
		lines, err := l.recentLines(ctx, entities, before, out)
		if err != nil || len(lines) == 0 {
			return out, err
		}
		for _, line := range lines {
			before = line.ID
			if slices.ContainsFunc(out, func(a Activity) bool { return a.represents(line) }) {
				continue
			}
			records, err := l.countBatch(ctx, line)
			if err != nil {
				return out, err
			}
			out = append(out, Activity{line, records})
		}
	}
	return out[:limit], nil // a page may hold more than were missing
}

// recentLines are the next entries before an id, or the newest for 0, without those that listed activities represent.
func (l *Log) recentLines(ctx context.Context, entities []string, before int64, listed []Activity) ([]Line, error) {
	args := store.Args{recentPage}
	where := []string{
		"a.id > " + newest + " - " + args.Add(recently), "a.entity_id > 0", "a.action <> 'read'",
		"a.action NOT LIKE 'auth.%'",
		"a.entity IN " + store.OneOf(entities, args.Add),
	}
	if before > 0 {
		where = append(where, "a.id < "+args.Add(before))
	}
	for _, a := range listed {
		same := sameRecord
		if a.BatchID != "" {
			same = sameBatch
		}
		where = append(where, "NOT ("+same(a.Line, &args)+")")
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
