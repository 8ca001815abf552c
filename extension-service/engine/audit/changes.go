package audit

import (
	"context"

	"poolkeeper.example/extension-service/engine/store"
)

// ChangesQuery asks for what has changed in some records of one kind, newest first. The caller has been checked.
type ChangesQuery struct {
	Entity  string
	IDs     []int64
	Before  int64  // entries with a lower id; 0: the newest
	Of      string // only those that changed this field
	Besides string // only those that did not change this field, and those that made the record
	Limit   int64
}

// Changes lists entries of records, without reads. It looks up the ids along the index of records, and reads as many
// entries as it lists.
func (l *Log) Changes(ctx context.Context, q ChangesQuery) ([]Line, error) {
	l.latest(ctx)
	var args store.Args
	where := "a.entity = " + args.Add(q.Entity) + " AND a.entity_id IN " + store.OneOf(q.IDs,
		args.Add) + " AND a.action <> 'read'"
	if q.Before > 0 {
		where += " AND a.id < " + args.Add(q.Before)
	}
	if q.Of != "" {
		where += " AND a.action <> 'create' AND ',' || a.changed || ',' LIKE " + args.Add("%,"+q.Of+",%")
	}
	if q.Besides != "" {
		where += " AND (a.action = 'create' OR ',' || a.changed || ',' NOT LIKE " + args.Add("%,"+q.Besides+",%") + ")"
	}
	ids := "SELECT a.id FROM " + l.matching(where, false) + " ORDER BY a.id DESC LIMIT " + args.Add(q.Limit)
	return l.lines(ctx, "a.id IN ("+ids+") ORDER BY a.id DESC", args...)
}
