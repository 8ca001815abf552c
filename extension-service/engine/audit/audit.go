// Package audit keeps the append-only log of every write and of every event that matters ("Audit and history").
package audit

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Log writes and reads audit entries.
type Log struct {
	DB  *store.DB
	Now func() time.Time
	// Today is what a field of an entity is called now that had a name once; nil where none has another one.
	Today func(entity, field string) string

	totals remembered[found]
	recent remembered[latest]
	reads  reads
	newest int64 // recent entry when index last looked
	oldest int64 // entry when keys of those that are gone were last removed
}

// Actor is who made a change.
type Actor = resource.Actor

// Line is one entry as readers of the log see it.
type Line = resource.Line

const columns = `
 (at, actor_kind, actor_id, actor_name, on_behalf_of, action, entity, entity_id, version, client_id, legal_entity_id,
		       changed, before, after, reason, comment, unguarded, request_id, ip, user_agent, source, batch_id, cause_id,
			cause_name)`

// Record writes entries in the transaction of ctx, in the name of the caller of ctx. Their personal values, and what
// somebody wrote beside them, are kept apart, under the keys of the people they are about.
func (l *Log) Record(ctx context.Context, entries ...store.Entry) error {
	rows, personal := make([][]any, len(entries)), []private{}
	for i, e := range entries {
		if isPrivate(&e) {
			p := split(&e)
			p.at = i
			personal = append(personal, p)
		}
		var err error
		if rows[i], err = l.row(ctx, e); err != nil {
			return err
		}
	}
	indexNow := l.DB.Dialect() != store.SQLite
	if len(personal) == 0 && !indexNow {
		return l.DB.Insert(ctx, l.table()+columns, rows)
	}
	ids, err := l.DB.InsertIDs(ctx, l.table()+columns, rows)
	if err != nil {
		return err
	}
	if indexNow {
		if err := l.storeChanges(ctx, changesIn(ids, rows)); err != nil {
			return err
		}
	}
	if len(personal) == 0 {
		return nil
	}
	return l.storePrivate(ctx, ids, personal)
}

// row is an entry as its columns hold it.
func (l *Log) row(ctx context.Context, e store.Entry) ([]any, error) {
	who := role.From(ctx)
	before, err := json.Marshal(e.Before)
	if err != nil {
		return nil, err
	}
	after, err := json.Marshal(e.After)
	if err != nil {
		return nil, err
	}
	var unguarded int64
	if e.Act.Unguarded {
		unguarded = 1
	}
	var onBehalfOf any
	if e.OnBehalfOf != 0 {
		onBehalfOf = e.OnBehalfOf
	}
	return []any{
		l.Now().UnixMilli(), string(who.Kind), who.ID, who.Name, onBehalfOf, e.Act.Action, e.Entity, e.ID, e.Version,
		e.ClientID, e.LegalEntityID,
		strings.Join(e.Changed, ","), string(before), string(after), e.Act.Reason, e.Act.Comment, unguarded,
		who.RequestID, who.IP, who.UserAgent, who.Source, who.BatchID, who.CauseID, who.CauseName,
	}, nil
}

// History lists the entries of one record, newest first. The caller has been checked.
func (l *Log) History(ctx context.Context, entity string, id int64, q resource.HistoryQuery) (page query.Page[Line],
	err error,
) {
	l.latest(ctx)
	where, args := "a.entity = $1 AND a.entity_id = $2", store.Args{entity, id}
	narrow := func(cond string, value int64) { where += " AND a." + cond + " " + args.Add(value) }
	if q.After > 0 {
		narrow("id >", q.After)
	}
	if !q.Since.IsZero() {
		narrow("at >", q.Since.UnixMilli())
	}
	if !q.Until.IsZero() {
		narrow("at <=", q.Until.UnixMilli())
	}
	switch q.Kind {
	case resource.OnlyReads:
		where += " AND a.action = 'read'"
	case resource.OnlyChanges:
		where += " AND a.action <> 'read'"
	}
	if _, err = l.DB.Row(ctx, []any{&page.Total}, "SELECT count(*) FROM audit a WHERE "+where, args...); err != nil {
		return page, err
	}
	where += " ORDER BY a.id DESC"
	if q.Limit > 0 {
		where += " LIMIT " + args.Add(q.Limit) + " OFFSET " + args.Add(q.Offset)
	}
	page.Rows, err = l.lines(ctx, where, args...)
	return page, err
}

const mostChanged = 1000 // entries that are listed at once

// Changed lists the entries of a time that changed records of an entity, the latest first.
func (l *Log) Changed(ctx context.Context, entity string, since, until time.Time) ([]Line, error) {
	l.latest(ctx)
	return l.lines(ctx, "a.at >= $1 AND a.at < $2 AND a.entity = $3 AND a.changed <> '' ORDER BY a.id DESC LIMIT $4",
		since.UnixMilli(), until.UnixMilli(), entity, mostChanged)
}

// newest is the id of the last entry, 0 where there is none. For max(id) SQLite would look through both tables.
const newest = "coalesce((SELECT id FROM audit ORDER BY id DESC LIMIT 1), 0)"

func scoped(s role.Scope) string {
	if s.IsUnlimited() {
		return ""
	}
	var parts []string
	for column, ids := range map[string][]int64{"a.client_id": s.ClientIDs, "a.legal_entity_id": s.LegalEntityIDs} {
		if text, err := json.Marshal(ids); err == nil && len(ids) > 0 {
			parts = append(parts, column+" IN ("+strings.Trim(string(text), "[]")+")")
		}
	}
	slices.Sort(parts)
	return " AND (" + strings.Join(parts, " OR ") + ")"
}

const (
	own = `
		SELECT a.id, a.at, a.actor_kind, a.actor_id, a.actor_name, a.on_behalf_of, a.action, a.entity, a.entity_id,
			a.version, a.client_id,
		       a.changed, a.before, a.after, a.reason, a.comment, a.unguarded, a.source, a.request_id, a.ip, a.user_agent,
			a.batch_id,
		       a.cause_id, a.cause_name`
	opening = own + `, v.fields, v.sealed, s.secret
		  FROM audit a
		  LEFT JOIN audit_values v ON v.audit_id = a.id
		  LEFT JOIN audit_subjects s ON s.id = v.subject_id
		 WHERE `
	sealed = own + `, NULL AS fields, NULL AS sealed, NULL AS secret
		  FROM audit a
		 WHERE `
)

// lines are entries with the personal values that lie beside them.
func (l *Log) lines(ctx context.Context, where string, args ...any) ([]Line, error) {
	return l.read(ctx, opening+where, args...)
}

func (l *Log) read(ctx context.Context, query string, args ...any) ([]Line, error) {
	rows, err := l.DB.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := []Line{}
	for rows.Next() {
		n, err := lineOf(rows)
		if err != nil {
			return nil, err
		}
		l.rename(&n)
		out = append(out, n)
	}
	return out, rows.Err()
}

// rename tells of fields by the names they have now.
func (l *Log) rename(n *Line) {
	if l.Today == nil {
		return
	}
	for _, names := range [][]string{n.Changed, n.Gone} {
		for i, name := range names {
			names[i] = l.Today(n.Entity, name)
		}
	}
	for _, values := range []map[string]json.RawMessage{n.Before, n.After} {
		for name, value := range maps.Clone(values) {
			if today := l.Today(n.Entity, name); today != name {
				delete(values, name)
				values[today] = value
			}
		}
	}
}

func lineOf(rows store.Rows) (n Line, err error) {
	var at, unguarded int64
	var onBehalfOf *int64
	cause := Actor{Kind: role.Admin}
	var changed, before, after string
	beside := opened{line: &n}
	if err := rows.Scan(&n.ID, &at, &n.Actor.Kind, &n.Actor.ID, &n.Actor.Name, &onBehalfOf, &n.Action, &n.Entity,
		&n.EntityID, &n.Version, &n.ClientID, &changed, &before, &after, &n.Reason, &n.Comment, &unguarded, &n.Source,
		&n.RequestID, &n.IP, &n.UserAgent, &n.BatchID,
		&cause.ID, &cause.Name, &beside.fields, &beside.sealed, &beside.secret); err != nil {
		return n, err
	}
	n.At, n.Unguarded = date.InstantText(time.UnixMilli(at)), unguarded != 0
	if onBehalfOf != nil {
		n.OnBehalfOf = *onBehalfOf
	}
	if cause.ID != 0 {
		n.CausedBy = &cause
	}
	if n.Changed = []string{}; changed != "" {
		n.Changed = strings.Split(changed, ",")
	}
	if err := json.Unmarshal([]byte(before), &n.Before); err != nil {
		return n, err
	}
	if err := json.Unmarshal([]byte(after), &n.After); err != nil {
		return n, err
	}
	return n, beside.open()
}

// ChangesSince says what has changed in a record after a version, and who was last.
func (l *Log) ChangesSince(ctx context.Context, entity string, id, version int64) (resource.ChangesSince, error) {
	s := resource.ChangesSince{Fields: []string{}}
	var changed string
	var at int64
	err := l.DB.Each(ctx, []any{&changed, &s.By, &at}, func() error {
		s.At = time.UnixMilli(at)
		for f := range strings.SplitSeq(changed, ",") {
			if l.Today != nil {
				f = l.Today(entity, f)
			}
			if f != "" && !slices.Contains(s.Fields, f) {
				s.Fields = append(s.Fields, f)
			}
		}
		return nil
	}, "SELECT changed, actor_name, at FROM audit WHERE entity = $1 AND entity_id = $2 AND version > $3 ORDER BY id",
		entity, id, version)
	return s, err
}
