// Package audit keeps the append-only log of every write and of every event that matters ("Audit and history").
package audit

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/store"
)

// Log writes and reads audit entries.
type Log struct {
	DB  *store.DB
	Now func() time.Time
}

// Actor is who made a change.
type Actor = resource.Actor

// Line is one entry as readers of the log see it.
type Line = resource.Line

// Record writes one entry in the transaction of ctx, in the name of the caller of ctx.
func (l *Log) Record(ctx context.Context, e store.Entry) error {
	who := role.From(ctx)
	before, err := json.Marshal(e.Before)
	if err != nil {
		return err
	}
	after, err := json.Marshal(e.After)
	if err != nil {
		return err
	}
	var unguarded int64
	if e.Act.Unguarded {
		unguarded = 1
	}
	_, err = l.DB.Exec(ctx, `
		INSERT INTO audit (at, actor_kind, actor_id, actor_name, action, entity, entity_id, version, client_id, legal_entity_id,
		                   changed, before, after, reason, comment, unguarded, request_id, ip, user_agent, source, batch_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
		l.Now().UnixMilli(), string(who.Kind), who.ID, who.Name, e.Act.Action, e.Entity, e.ID, e.Version, e.ClientID, e.LegalEntityID,
		strings.Join(e.Changed, ","), string(before), string(after), e.Act.Reason, e.Act.Comment, unguarded,
		who.RequestID, who.IP, who.UserAgent, who.Source, who.BatchID)
	return err
}

// History lists the entries of one record, newest first. The caller has been checked.
func (l *Log) History(ctx context.Context, entity string, id int64, q resource.HistoryQuery) (page resource.Page[Line], err error) {
	where, args := "entity = $1 AND entity_id = $2", []any{entity, id}
	narrow := func(cond string, value int64) {
		args = append(args, value)
		where += " AND " + cond + " $" + strconv.Itoa(len(args))
	}
	if q.After > 0 {
		narrow("id >", q.After)
	}
	if !q.Since.IsZero() {
		narrow("at >", q.Since.UnixMilli())
	}
	if !q.Until.IsZero() {
		narrow("at <=", q.Until.UnixMilli())
	}
	if _, err = l.DB.Row(ctx, []any{&page.Total}, "SELECT count(*) FROM audit WHERE "+where, args...); err != nil {
		return page, err
	}
	where += " ORDER BY id DESC"
	if q.Limit > 0 {
		args = append(args, q.Limit, q.Offset)
		where += " LIMIT $" + strconv.Itoa(len(args)-1) + " OFFSET $" + strconv.Itoa(len(args))
	}
	page.Rows, err = l.lines(ctx, where, args...)
	return page, err
}

// Recent lists the latest entries about single records, within the caller's scope of the entities it may read, newest first.
func (l *Log) Recent(ctx context.Context, entities []string, limit int64) ([]Line, error) {
	if len(entities) == 0 {
		return nil, nil
	}
	marks, args := make([]string, len(entities)), []any{limit}
	for i, e := range entities {
		args = append(args, e)
		marks[i] = "$" + strconv.Itoa(len(args))
	}
	cond := "entity_id > 0 AND entity IN (" + strings.Join(marks, ", ") + ")" + scoped(role.From(ctx).Scope)
	return l.lines(ctx, cond+" ORDER BY id DESC LIMIT $1", args...)
}

func scoped(s role.Scope) string {
	if s.Everything() {
		return ""
	}
	var parts []string
	for column, ids := range map[string][]int64{"client_id": s.ClientIDs, "legal_entity_id": s.LegalEntityIDs} {
		if text, err := json.Marshal(ids); err == nil && len(ids) > 0 {
			parts = append(parts, column+" IN ("+strings.Trim(string(text), "[]")+")")
		}
	}
	slices.Sort(parts)
	return " AND (" + strings.Join(parts, " OR ") + ")"
}

func (l *Log) lines(ctx context.Context, where string, args ...any) ([]Line, error) {
	rows, err := l.DB.Query(ctx, `
		SELECT id, at, actor_kind, actor_id, actor_name, action, entity, entity_id, version, changed, before, after,
		       reason, comment, unguarded, source, request_id, batch_id
		  FROM audit
		 WHERE `+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := []Line{}
	for rows.Next() {
		var n Line
		var at, unguarded int64
		var changed, before, after string
		err := rows.Scan(&n.ID, &at, &n.Actor.Kind, &n.Actor.ID, &n.Actor.Name, &n.Action, &n.Entity, &n.EntityID, &n.Version, &changed, &before, &after,
			&n.Reason, &n.Comment, &unguarded, &n.Source, &n.RequestID, &n.BatchID)
		if err != nil {
			return nil, err
		}
		n.At, n.Unguarded = time.UnixMilli(at).UTC().Format(resource.InstantLayout), unguarded != 0
		if n.Changed = []string{}; changed != "" {
			n.Changed = strings.Split(changed, ",")
		}
		if err := json.Unmarshal([]byte(before), &n.Before); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(after), &n.After); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, rows.Err()
}

// Since says what has changed in a record after a version, and who was last.
func (l *Log) Since(ctx context.Context, entity string, id, version int64) (resource.Since, error) {
	rows, err := l.DB.Query(ctx, "SELECT changed, actor_name, at FROM audit WHERE entity = $1 AND entity_id = $2 AND version > $3 ORDER BY id", entity, id, version)
	if err != nil {
		return resource.Since{}, err
	}
	defer rows.Close()
	s := resource.Since{Fields: []string{}}
	for rows.Next() {
		var changed string
		var at int64
		if err := rows.Scan(&changed, &s.By, &at); err != nil {
			return s, err
		}
		s.At = time.UnixMilli(at)
		for f := range strings.SplitSeq(changed, ",") {
			if f != "" && !slices.Contains(s.Fields, f) {
				s.Fields = append(s.Fields, f)
			}
		}
	}
	return s, rows.Err()
}
