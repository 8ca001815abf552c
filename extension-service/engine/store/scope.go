package store

import (
	"context"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// scopeCondition is the condition that keeps a statement to the caller's scope.
func (t *table) scopeCondition(ctx context.Context, q *builder) string {
	who := role.From(ctx)
	if who.Kind == role.System {
		return ""
	}
	if t.config.Owners != nil {
		return t.ownerCondition(ctx, q)
	}
	if who.Scope.IsUnlimited() {
		return ""
	}
	switch {
	case t.config.Reach != nil:
		q.depends = append(q.depends, t.config.ReachOn...)
		if cond := t.config.Reach(who.Scope, q.arg); cond != "" {
			return " AND (" + cond + ")"
		}
		return ""
	case t.config.Through != nil:
		return t.referenceCondition(ctx, q)
	}
	return t.owned(who.Scope, q)
}

// referenceCondition keeps a statement to the rows that refer to what the caller can see.
func (t *table) referenceCondition(ctx context.Context, q *builder) (cond string) {
	for _, name := range t.config.Through {
		f := field.Find(t.stored, name)
		k, there := t.db.referencedTable(f), &builder{args: q.args, dialect: q.dialect}
		seen := k.reach(ctx, there)
		q.args, q.linked, q.depends = there.args, true, append(q.depends, f.Column)
		cond += " AND t." + f.Column + " IN (SELECT t.id FROM " + k.table + " t WHERE TRUE" + seen + ")"
	}
	return cond
}

// ownerCondition keeps a statement to the rows beside records that the caller can see, of the kinds that it may read.
func (t *table) ownerCondition(ctx context.Context, q *builder) string {
	who, parts := role.From(ctx), []string{}
	q.depends = append(q.depends, "entity", "entity_id")
	for _, entity := range t.config.Owners(who) {
		part := "t.entity = " + q.arg(entity)
		if !who.Scope.IsUnlimited() {
			k, there := t.db.tableNamed(entity), &builder{args: q.args, dialect: q.dialect}
			seen := k.reach(ctx, there)
			q.args, q.linked = there.args, true
			part += " AND t.entity_id IN (SELECT t.id FROM " + k.table + " t WHERE TRUE" + seen + ")"
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return " AND 1 = 0"
	}
	return " AND (" + strings.Join(parts, " OR ") + ")"
}

// owned keeps a statement to the rows of the clients and legal entities of a scope.
func (t *table) owned(scope role.Scope, q *builder) string {
	var parts []string
	for _, one := range []struct {
		column string
		ids    []int64
	}{{"client_id", scope.ClientIDs}, {"legal_entity_id", scope.LegalEntityIDs}} {
		if len(one.ids) > 0 && slices.ContainsFunc(t.stored, func(f *field.Field) bool { return f.Column == one.column }) {
			parts = append(parts, isOneOf("t."+one.column, query.IDs(one.ids), q))
			q.depends = append(q.depends, one.column)
		}
	}
	if len(parts) == 0 {
		return " AND 1 = 0"
	}
	return " AND (" + strings.Join(parts, " OR ") + ")"
}
