package store

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Update writes what differs between old and v. Nothing different is no write: no version, no audit entry.
func (t *Table[T, P]) Update(ctx context.Context, old T, v *T) error {
	return t.UpdateAll(ctx, []Changed[T]{{old, v}})
}

// Changed is a record as it was and as it is to be.
type Changed[T any] struct {
	Was T
	Is  *T
}

// UpdateAll is Update for many, each of them once: those of which the same fields change take one statement.
func (t *Table[T, P]) UpdateAll(ctx context.Context, list []Changed[T]) error {
	changes := make([]change, len(list))
	for i := range list {
		changes[i] = change{reflect.ValueOf(&list[i].Was).Elem(), reflect.ValueOf(list[i].Is).Elem()}
	}
	return t.table.update(ctx, changes)
}

func (t *table) update(ctx context.Context, list []change) error {
	now, who := t.Now(), role.From(ctx).Name
	sets, order, changes := map[string]*setting{}, []*setting{}, []change{}
	if err := t.deriveOwn(ctx, list); err != nil {
		return err
	}
	for _, c := range list {
		if !t.differs(c.was, c.is) {
			continue
		}
		b, before := baseOf(c.is), baseOf(c.was)
		b.Version, b.LastUpdated, b.LastUpdatedBy = before.Version+1, now, who
		touched, values := t.changedColumns(c)
		key := strings.Join(touched, ",")
		if sets[key] == nil {
			sets[key] = &setting{columns: touched}
			order = append(order, sets[key])
		}
		sets[key].rows = append(sets[key].rows, append(values, b.ID, before.Version))
		changes = append(changes, c)
	}
	for _, s := range order {
		if err := t.set(ctx, s); err != nil {
			return err
		}
	}
	if err := t.recordChanges(ctx, "update", changes); err != nil {
		return err
	}
	return t.follow(ctx, changes)
}

// setting are new values of the same columns in some rows, each followed by its id and the version that it has had.
type setting struct {
	columns []string
	rows    [][]any
}

func (t *table) changedColumns(c change) (touched []string, values []any) {
	for _, f := range t.stored {
		if reflect.DeepEqual(f.In(c.was).Interface(), f.In(c.is).Interface()) {
			continue
		}
		columns(f, c.is, func(column string, value any) { touched, values = append(touched, column), append(values, value) })
	}
	return touched, values
}

// set writes new values. STALE_VERSION when one of the rows has been written meanwhile.
func (t *table) set(ctx context.Context, s *setting) error {
	field := "clientId"
	if slices.Contains(s.columns, "legal_entity_id") && !slices.Contains(s.columns, "client_id") {
		field = "legalEntityId"
	}
	for rows := range slices.Chunk(s.rows, rowsAtOnce) {
		values, from, args, err := t.db.spread(rows)
		if err != nil {
			return err
		}
		sets, key := make([]string, len(s.columns)), len(s.columns)
		for i, column := range s.columns {
			sets[i] = column + " = " + values[i]
		}
		if from != "" {
			from = " FROM " + from
		}
		text := "UPDATE" + t.db.orFail() + " " + t.config.Name + " SET " + strings.Join(sets, ", ") + from +
			" WHERE " + t.config.Name + ".id = " + values[key] + " AND " + t.config.Name + ".version = " + values[key+1]
		n, err := t.db.Exec(ctx, text, args...)
		if err != nil {
			return t.domainFault(err)
		}
		if n < int64(len(rows)) {
			return fault.New(fault.Conflict, "STALE_VERSION", "%s %d was written meanwhile", t.config.Entity, rows[0][key])
		}
		for _, row := range rows {
			id := row[key].(int64) //nolint:forcetypeassert // UpdateAll has put it there
			if err := t.requireInScope(ctx, id, field); err != nil {
				return err
			}
		}
	}
	t.db.Touched(ctx, t.config.Name, s.columns...)
	return nil
}

// differs says whether a field that a write may change has another value.
func (t *table) differs(was, is reflect.Value) bool {
	return slices.ContainsFunc(t.stored, func(f *field.Field) bool {
		return !reflect.DeepEqual(f.In(was).Interface(), f.In(is).Interface())
	})
}
