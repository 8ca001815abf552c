package store

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/field"
)

// Fields with the tag derived are copies, counts, sums, joined texts and products. Every write through a Table keeps
// them right in its own transaction: those of the record itself before it is written, those of the records that follow
// from it afterwards. These do not change in anybody's eyes: their versions and histories stay, the search index learns
// of them. Statements beside the tables call Derive for the records they have touched.

// derived are the fields of the table that are derived in one of some ways.
func (t *table) derived(hows ...field.Deriving) (out []*field.Field) {
	for _, f := range t.stored {
		if f.Derived != nil && slices.Contains(hows, f.Derived.How) {
			out = append(out, f)
		}
	}
	return out
}

// deriveOwn fills what follows from the records themselves and from what they refer to. Of a record that was there
// before, a copy is read anew only where the reference has changed.
func (t *table) deriveOwn(ctx context.Context, changes []change) error {
	if !t.derives {
		return nil
	}
	for _, f := range t.derived(field.ByCopy) {
		ref := field.Find(t.stored, f.Derived.Of[0])
		err := t.copyFrom(ctx, f, selectRows(changes, func(c change) bool {
			return c.isNew() || !reflect.DeepEqual(ref.In(c.was).Interface(), ref.In(c.is).Interface())
		}))
		if err != nil {
			return err
		}
	}
	return t.deriveWithin(changes)
}

func selectRows(changes []change, want func(c change) bool) (out []reflect.Value) {
	for _, c := range changes {
		if want(c) {
			out = append(out, c.is)
		}
	}
	return out
}

func (c change) isNew() bool { return baseOf(c.was).ID == 0 }

// deriveWithin joins texts and multiplies numbers of the records themselves, in the order of their fields.
func (t *table) deriveWithin(changes []change) error {
	for _, f := range t.derived(field.ByJoin, field.ByProduct) {
		for _, c := range changes {
			if err := t.deriveField(f, c.is); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *table) deriveField(f *field.Field, row reflect.Value) error {
	into, product := f.In(row), decimal.FromInt(1)
	var texts []string
	for _, name := range f.Derived.Of {
		v := reflect.Indirect(field.Find(t.stored, name).In(row))
		if f.Derived.How == field.ByJoin {
			if text := v.String(); v.IsValid() && text != "" {
				texts = append(texts, text)
			}
			continue
		}
		if !v.IsValid() { // of what is not known, nothing is known
			into.SetZero()
			return nil
		}
		var err error
		if product, err = product.Mul(asDecimal(v), decimal.HalfUp); err != nil {
			return err
		}
	}
	if f.Derived.How == field.ByJoin {
		into.SetString(strings.Join(texts, " "))
		return nil
	}
	if f.Kind == field.Money {
		var err error
		if product, err = product.Round(2, decimal.HalfUp); err != nil {
			return err
		}
	}
	setNumber(f, into, int64(product))
	return nil
}

func asDecimal(v reflect.Value) decimal.Decimal {
	if d, ok := reflect.TypeAssert[decimal.Decimal](v); ok {
		return d
	}
	return decimal.FromInt(v.Int())
}

// setNumber sets a field, or what it points to.
func setNumber(f *field.Field, into reflect.Value, n int64) {
	if f.Nullable() {
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	into.SetInt(n)
}

// copyFrom fills a copy in rows from the records that they refer to, all with one statement.
func (t *table) copyFrom(ctx context.Context, f *field.Field, rows []reflect.Value) error {
	ref := field.Find(t.stored, f.Derived.Of[0])
	source := t.db.tableIfAny(ref.Ref)
	if len(rows) == 0 || source == nil {
		return nil
	}
	from := field.Find(source.stored, f.Derived.Of[1])
	if from == nil { // the start refuses it; the stand-ins of a test have fewer fields
		return nil
	}
	found, err := source.readFields(ctx, refsIn(ref, rows), t.db.sharedLock(ctx), from)
	if err != nil {
		return err
	}
	for _, row := range rows {
		into, id := f.In(row), refIn(ref, row)
		if id == 0 {
			into.SetZero()
		} else if found[id].IsValid() { // of what is gone the last copy stays
			into.Set(from.In(found[id]).Convert(into.Type()))
		}
	}
	return nil
}

func refsIn(ref *field.Field, rows []reflect.Value) (ids []int64) {
	for _, row := range rows {
		if id := refIn(ref, row); id != 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// refIn is the id that a reference holds; 0 for none.
func refIn(ref *field.Field, row reflect.Value) int64 {
	if v := reflect.Indirect(ref.In(row)); v.IsValid() {
		return v.Int()
	}
	return 0
}

// sharedLock keeps what is copied from changing before the copy can be seen by whoever changes it.
func (db *DB) sharedLock(ctx context.Context) string {
	if db.dialect == Postgres && InTransaction(ctx) {
		return " FOR SHARE OF t"
	}
	return ""
}

// readFields reads some fields of records by their ids, whatever the caller may see.
func (t *table) readFields(ctx context.Context, ids []int64, lock string,
	fields ...*field.Field,
) (map[int64]reflect.Value, error) {
	fields = append([]*field.Field{field.Find(t.stored, "id")}, fields...)
	rows := reflect.New(reflect.SliceOf(t.kind)).Elem()
	err := t.read(ctx, fields, reading{"SELECT " + t.selectList(fields) + " FROM " + t.config.Name + " t WHERE t.id IN " +
		t.db.InList(1) + lock, []any{IDList(ids)}, int64(len(ids))}, rows)
	out := make(map[int64]reflect.Value, rows.Len())
	for i := range rows.Len() {
		out[baseOf(rows.Index(i)).ID] = rows.Index(i)
	}
	return out, err
}

// follow brings up to date what other records derive from changed ones.
func (t *table) follow(ctx context.Context, changes []change) error {
	for _, other := range t.db.deriving() {
		if err := other.followCopies(ctx, t, changes); err != nil {
			return err
		}
		for _, f := range other.derived(field.ByCount, field.BySum) {
			if f.Derived.Of[0] != t.config.Entity {
				continue
			}
			if err := other.derive(ctx, t.ownersOf(f.Derived, changes)); err != nil {
				return err
			}
		}
	}
	return nil
}

// deriving are the tables with derived fields, in one order, so that writers lock rows in it.
func (db *DB) deriving() (out []*table) {
	db.tables.Range(func(_, value any) bool {
		if one := value.(scopedTable).of; one.derives {
			out = append(out, one)
		}
		return true
	})
	slices.SortFunc(out, func(a, b *table) int { return strings.Compare(a.config.Name, b.config.Name) })
	return out
}

// tableIfAny keeps the records of an entity; nil where no Table does.
func (db *DB) tableIfAny(entity string) *table {
	k, _ := db.tables.Load(entity)
	one, _ := k.(scopedTable)
	return one.of
}

// followCopies derives anew the records of t that copy what has changed in another table.
func (t *table) followCopies(ctx context.Context, source *table, changes []change) error {
	byRef := map[*field.Field][]int64{}
	for _, f := range t.derived(field.ByCopy) {
		ref := field.Find(t.stored, f.Derived.Of[0])
		from := field.Find(source.stored, f.Derived.Of[1])
		if ref.Ref != source.config.Entity || from == nil {
			continue
		}
		for _, c := range changes {
			if !c.isNew() && !reflect.DeepEqual(from.In(c.was).Interface(), from.In(c.is).Interface()) {
				byRef[ref] = append(byRef[ref], baseOf(c.was).ID)
			}
		}
	}
	for ref, ids := range byRef {
		rows, err := t.db.IDs(ctx, "SELECT id FROM "+t.config.Name+" WHERE "+ref.Column+" IN "+t.db.InList(1)+
			" ORDER BY id", IDList(ids))
		if err == nil {
			err = t.derive(ctx, rows)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ownersOf are the records whose count or sum changes with records of t.
func (t *table) ownersOf(d *field.Derivation, changes []change) (ids []int64) {
	ref := field.Find(t.stored, d.Of[1])
	counted := []*field.Field{ref, field.Find(t.stored, "deletedAt")}
	if d.How == field.BySum {
		counted = append(counted, field.Find(t.stored, d.Of[2]))
	}
	for _, c := range changes {
		if !slices.ContainsFunc(counted, func(f *field.Field) bool {
			return f != nil && !reflect.DeepEqual(f.In(c.was).Interface(), f.In(c.is).Interface())
		}) {
			continue
		}
		for _, id := range []int64{refIn(ref, c.was), refIn(ref, c.is)} {
			if id != 0 && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids) // so that writers lock them in one order
	return ids
}

// Derive computes the derived fields of records anew, and what follows from them in turn.
func (t *Table[T, P]) Derive(ctx context.Context, ids []int64) error { return t.table.derive(ctx, ids) }

func (t *table) derive(ctx context.Context, ids []int64) error {
	for part := range slices.Chunk(ids, rowsAtOnce) {
		if err := t.derivePart(ctx, part); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) derivePart(ctx context.Context, ids []int64) error {
	changes, err := t.recompute(ctx, ids, t.db.lockOf(ctx), t.stored) // what is counted is read under the lock
	if err != nil {
		return err
	}
	return t.writeDerived(ctx, changes)
}

// recompute computes the derived fields of records anew, and returns the records in which they differ, with these
// fields of them.
func (t *table) recompute(ctx context.Context, ids []int64, lock string, fields []*field.Field) ([]change, error) {
	found, err := t.readFields(ctx, ids, lock, fields...)
	if err != nil {
		return nil, err
	}
	var changes []change
	var rows []reflect.Value
	for _, id := range ids {
		if row := found[id]; row.IsValid() {
			is := reflect.New(t.kind).Elem()
			is.Set(row)
			changes, rows = append(changes, change{row, is}), append(rows, is)
		}
	}
	for _, f := range t.derived(field.ByCopy) {
		if err := t.copyFrom(ctx, f, rows); err != nil {
			return nil, err
		}
	}
	for _, f := range t.derived(field.ByCount, field.BySum) {
		if err := t.countFor(ctx, f, rows); err != nil {
			return nil, err
		}
	}
	err = t.deriveWithin(changes)
	return slices.DeleteFunc(changes, func(c change) bool { return !t.differs(c.was, c.is) }), err
}

// countFor fills a count or a sum of those who refer to the rows; what lies in the trash does not count.
func (t *table) countFor(ctx context.Context, f *field.Field, rows []reflect.Value) error {
	child := t.db.tableIfAny(f.Derived.Of[0])
	if child == nil {
		return nil
	}
	ref, what, live := field.Find(child.stored, f.Derived.Of[1]).Column, "count(*)", ""
	if f.Derived.How == field.BySum {
		what = "coalesce(sum(" + field.Find(child.stored, f.Derived.Of[2]).Column + "), 0)"
	}
	if field.Find(child.stored, "deletedAt") != nil {
		live = " AND deleted_at IS NULL"
	}
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = baseOf(row).ID
	}
	sums, err := t.db.CountsOf(ctx, ids, "SELECT "+ref+", "+what+" FROM "+child.config.Name+" WHERE "+ref+" IN {ids}"+live+
		" GROUP BY "+ref)
	for _, row := range rows {
		setNumber(f, f.In(row), sums[baseOf(row).ID])
	}
	return err
}

// writeDerived stores what has become different, and goes on with what follows from that.
func (t *table) writeDerived(ctx context.Context, changes []change) error {
	notes := make([]OutboxMessage, len(changes))
	for i, c := range changes {
		b := baseOf(c.is)
		touched, values := t.changedColumns(c)
		sets := make([]string, len(touched))
		q := &builder{dialect: t.db.dialect}
		for k, column := range touched {
			sets[k] = column + " = " + q.arg(values[k])
		}
		if _, err := t.db.Exec(ctx, "UPDATE "+t.config.Name+" SET "+strings.Join(sets, ", ")+" WHERE id = "+q.arg(b.ID),
			q.args...); err != nil {
			return t.domainFault(err)
		}
		t.db.Touched(ctx, t.config.Name, touched...)
		notes[i] = OutboxMessage{
			Topic: "index", Entity: t.config.Entity, EntityID: b.ID, Version: b.Version, Created: t.config.Now(),
		}
	}
	if t.config.Indexed && len(notes) > 0 {
		if err := t.db.Enqueue(ctx, notes...); err != nil {
			return err
		}
	}
	if len(changes) == 0 {
		return nil
	}
	return t.follow(ctx, changes)
}
