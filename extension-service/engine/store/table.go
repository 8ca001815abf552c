package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Table is the plain store of one entity: a struct that embeds resource.Record, mapped to columns by its fields. Every
// write through it is stamped, audited and noted in the outbox in the same transaction; every read and write keeps to
// the caller's scope.
type Table[T any, P resource.Entity[T]] struct {
	Untyped
	table *table
}

// Untyped is what can be asked of a Table whatever its records are. A Table has these methods and no others of table's:
// each method of what it embeds is compiled again for every entity, in every package that knows of it.
type Untyped interface {
	DB() *DB
	Now() time.Time
	HasHandles() bool
	TreatAllAsPersonal()
	Where(name string, op query.Op, values ...any) query.Cond
	Count(ctx context.Context, where ...query.Cond) (int64, error)
	CountBy(ctx context.Context, name string, where ...query.Cond) (map[any]int64, error)
	IDs(ctx context.Context, query query.Query, each func(id int64)) error
	Visible(ctx context.Context, id int64) error
	Multiply(ctx context.Context, c Copies) (first int64, err error)
	Reindex(ctx context.Context, column string, value any) error
	Orphans(ctx context.Context, entity string, most int64) ([]int64, error)
	MissingSchema(ctx context.Context, u resource.Requirements) []string
	Unserved(ctx context.Context, u resource.Requirements) ([]string, error)
}

// table is what a Table does whatever its records are. They are handed over as reflected values, so that a program
// holds this once and not for every entity.
type table struct {
	db            *DB
	config        Config
	kind          reflect.Type   // of the records
	fields        []*field.Field // in the order of all
	stored        []*field.Field // fields with a column of their own
	files         bool           // one of them names uploads
	derives       bool           // one of them is derived
	isAllPersonal bool           // the audit log takes all that is stored for personal
	unique        []uniqueIndex
	refusals      map[string]*fault.Error // by the name of the constraint that is violated
	isUnmapped    bool                    // the struct has a mistake, see Mistakes
	once          sync.Once
	all           string // see selected

	computed []*Computed
}

// Config says what the struct of a Table cannot.
type Config struct {
	Name    string   // of the table, or of a view of one
	Written string   // the table whose rows a view shows; default Name
	Entity  string   // in audit and outbox; the resource's name
	Handle  string   // prefix of handles, such as "P"; "" = the entity has none
	Indexed bool     // changes are noted for the search index
	Counted []string // columns by whose values rows are counted, in a table that triggers keep
	// TriggerColumns are those that triggers keep, each with what it follows from: columns as "table.column", and
	// "table.+" for rows that come. No write names them.
	TriggerColumns map[string][]string
	// Reach says which rows a scope covers, as a condition on t; nil = its columns client_id and legal_entity_id. arg
	// adds a parameter and returns its name.
	Reach func(s role.Scope, arg func(any) string) string
	// Through names references instead: a scope covers the rows that refer to records within it, by each of them.
	Through []string
	// Owners names the kinds of record that rows stand beside, as far as a caller may read them. The columns entity and
	// entity_id say which record it is: a caller sees the rows beside records that it sees.
	Owners func(who *role.Caller) []string
	// ReachOn names the columns that Reach looks at, which totals depend on.
	ReachOn []string
	Bound   string // index of the rows whose first column of ReachOn is set; "" unless every scope covers all others
	// Subject says whose personal fields the records hold. The default is the person that the one reference to a person
	// names, or the record itself.
	Subject Subject
	// Unique names the fields that no two records have the same values in.
	Unique []Unique
	// Conflicts maps a violated constraint that no Unique declares to the failure a caller is told.
	Conflicts map[string]*fault.Error

	Audit func(ctx context.Context, entries ...Entry) error // records the changes; package app fills it
	Now   func() time.Time                                  // the clock; package app fills it
}

// Unscoped is the Reach of records that belong to nobody: every scope covers all of them.
func Unscoped(role.Scope, func(any) string) string { return "" }

// NewTable maps T to the table. Where T cannot be mapped, the database remembers why: the start shows it with
// everything else that is wrong, and serves nothing.
func NewTable[T any, P resource.Entity[T]](db *DB, c Config) *Table[T, P] {
	t, err := newTable(db, c, reflect.TypeFor[T]())
	if err != nil {
		db.addMistake(resource.NewMistake(reflect.TypeFor[T](), c.Name, err))
		t = &table{db: db, config: c, kind: reflect.TypeFor[T](), isUnmapped: true}
	}
	return &Table[T, P]{t, t}
}

// Mistakes are the tables that could not be mapped, each with the line that makes it.
func (db *DB) Mistakes() []error {
	db.mistakesLock.Lock()
	defer db.mistakesLock.Unlock()
	return slices.Clone(db.mistakes)
}

func (db *DB) addMistake(err error) {
	db.mistakesLock.Lock()
	defer db.mistakesLock.Unlock()
	db.mistakes = append(db.mistakes, err)
}

func newTable(db *DB, c Config, kind reflect.Type) (*table, error) {
	fs, err := field.List(kind)
	if err != nil {
		return nil, err
	}
	t := &table{db: db, config: c, kind: kind}
	for _, f := range fs {
		if f.Name == "handle" && c.Handle == "" {
			continue
		}
		if f.Column != "" {
			t.stored = append(t.stored, f)
			t.derives = t.derives || f.Derived != nil
		}
		if f.Column != "" || f.From != "" {
			t.fields = append(t.fields, f)
		}
	}
	for _, f := range t.fields {
		ref, _, _ := strings.Cut(f.From, ".")
		if from := field.Find(t.stored, ref); f.From != "" && (from == nil || from.Ref == "") {
			return nil, fmt.Errorf("the field %s comes from %q, but %s is no stored reference", f.Name, f.From, ref)
		}
	}
	for _, name := range c.Through {
		if f := field.Find(t.stored, name); f == nil || f.Ref == "" {
			return nil, fmt.Errorf("a scope reaches it through %s, which is no stored reference", name)
		}
	}
	t.config.Written = cmp.Or(c.Written, c.Name)
	t.refusals = maps.Clone(c.Conflicts)
	if err := t.declareUnique(c.Unique); err != nil {
		return nil, err
	}
	t.files = field.HasFiles(t.stored)
	t.computeOwners()
	t.config.Subject = t.subject()
	for column, from := range c.TriggerColumns {
		db.gens.registerTriggerColumn(c.Name+"."+column, from)
	}
	// Whoever fills a database for a moment makes tables of their own, which must not outlive them.
	db.tables.LoadOrStore(c.Entity, scopedTable{c.Name, t, t.scopeCondition})
	return t, nil
}

// DB is the database the table lives in.
func (t *table) DB() *DB { return t.db }

// HasHandles says whether the records have human-readable ids.
func (t *table) HasHandles() bool { return t.config.Handle != "" }

// Now is the instant writes are stamped with, as it is stored.
func (t *table) Now() time.Time { return t.config.Now().Truncate(time.Millisecond) }

// selected is the list of every field. The tables it reads from by references need not stand before the first read.
func (t *table) selected() string {
	t.once.Do(func() { t.all = t.selectList(t.fields) })
	return t.all
}

func (t *table) selectList(fs []*field.Field) string {
	parts := make([]string, len(fs))
	for i, f := range fs {
		parts[i] = "t." + f.Column
		if f.From != "" {
			parts[i] = t.referenced(f, "")
		}
	}
	return strings.Join(parts, ", ")
}

// referenced reads a field from the record that a reference names; a suffix asks for the twin of its column.
func (t *table) referenced(f *field.Field, suffix string) string {
	ref, name, _ := strings.Cut(f.From, ".")
	from := field.Find(t.stored, ref)
	return fmt.Sprintf("(SELECT r.%s FROM %s r WHERE r.id = t.%s)", name+suffix, t.db.tableOf(from), from.Column)
}

// Get returns the record, locked when inside Write. NOT_FOUND when there is none in the caller's scope.
func (t *Table[T, P]) Get(ctx context.Context, id int64) (T, error) {
	var rows []T
	if err := t.table.get(ctx, id, reflect.ValueOf(&rows).Elem()); err != nil {
		return *new(T), err
	}
	return rows[0], nil
}

// get reads the record as the only one of rows.
func (t *table) get(ctx context.Context, id int64, rows reflect.Value) error {
	q := &builder{}
	where := "t.id = " + q.arg(id) + t.scopeCondition(ctx, q)
	err := t.read(ctx, t.fields, reading{"SELECT " + t.selected() + " FROM " + t.config.Name + " t WHERE " +
		where + t.db.lockOf(ctx), q.args, 1}, rows)
	if err == nil && rows.Len() == 0 {
		err = t.unknown(id)
	}
	if err != nil {
		return err
	}
	return t.computeFields(ctx, rows, nil)
}

func (t *table) unknown(id int64) error {
	return fault.New(fault.NotFound, "NOT_FOUND", "no %s %d", t.config.Entity, id)
}

// Visible answers NOT_FOUND when there is no such record in the caller's scope.
func (t *table) Visible(ctx context.Context, id int64) error {
	q := &builder{}
	where := "t.id = " + q.arg(id) + t.scopeCondition(ctx, q)
	found, err := t.db.Row(ctx, []any{new(int64)}, "SELECT t.id FROM "+t.config.Name+" t WHERE "+where, q.args...)
	if err == nil && !found {
		err = t.unknown(id)
	}
	return err
}

// lockOf locks the main row only: PostgreSQL refuses FOR UPDATE on the subqueries' tables otherwise.
func (db *DB) lockOf(ctx context.Context) string {
	if s := db.Lock(ctx); s != "" {
		return s + " OF t"
	}
	return ""
}

// reading is a statement with its parameters, and how many rows it yields at most.
type reading struct {
	text string
	args []any
	most int64
}

// read scans the rows of a statement into a slice of records.
func (t *table) read(ctx context.Context, fs []*field.Field, s reading, into reflect.Value) error {
	rows, err := t.db.Query(ctx, s.text, s.args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	return scan(rows, fs, int(s.most), into)
}

// roomLimit is for how many rows room is made when the first one has come. When more come, it is made for all.
const roomLimit = 64

func scan(rows Rows, fs []*field.Field, most int, into reflect.Value) error {
	into.Set(reflect.MakeSlice(into.Type(), 0, 0))
	for n := 0; rows.Next(); n++ {
		values, err := rows.row()
		if err != nil {
			return err
		}
		switch {
		case n == 0:
			into.Grow(max(1, min(most, roomLimit)))
		case n == into.Cap():
			into.Grow(max(1, most-n))
		}
		into.SetLen(n + 1)
		v := into.Index(n)
		for i, f := range fs {
			if err := load(f, f.In(v), values[i]); err != nil {
				return fmt.Errorf("column of %s: %w", f.Name, err)
			}
		}
	}
	return rows.Err()
}

// Create stamps and inserts v and fills its id, handle and version.
func (t *Table[T, P]) Create(ctx context.Context, v *T) error { return t.CreateAll(ctx, []*T{v}) }

// CreateAll is Create for many: what it takes for one statement each, it takes for all.
func (t *Table[T, P]) CreateAll(ctx context.Context, list []*T) error {
	rows := make([]reflect.Value, len(list))
	for i, v := range list {
		rows[i] = reflect.ValueOf(v).Elem()
	}
	return t.table.create(ctx, rows)
}

// baseOf is the part of a record that every record has.
func baseOf(row reflect.Value) *resource.Record {
	return row.Addr().Interface().(interface{ Base() *resource.Record }).
		Base() //nolint:forcetypeassert // a resource.Entity has it
}

// emptyRecord is a record that says nothing.
func (t *table) emptyRecord() reflect.Value { return reflect.New(t.kind).Elem() }

func (t *table) create(ctx context.Context, list []reflect.Value) error {
	if len(list) == 0 {
		return nil
	}
	who, now, came := role.From(ctx), t.Now(), everyColumn
	if baseOf(list[0]).ID == 0 && t.db.dialect == SQLite {
		came = newRows
	}
	for _, v := range list {
		b := baseOf(v)
		if b.Created.IsZero() { // an import brings its own
			b.Created = now
		}
		b.Version, b.CreatedBy, b.LastUpdated, b.LastUpdatedBy = 1, who.Name, now, who.Name
	}
	none, changes := t.emptyRecord(), make([]change, len(list))
	for i, v := range list {
		changes[i] = change{none, v}
	}
	if err := t.deriveOwn(ctx, changes); err != nil {
		return err
	}
	if err := t.insert(ctx, list); err != nil {
		return err
	}
	for _, v := range list {
		if err := t.requireInScope(ctx, baseOf(v).ID, "clientId"); err != nil {
			return err
		}
	}
	t.db.Touched(ctx, t.config.Name, came)
	if err := t.recordChanges(ctx, "create", changes); err != nil {
		return err
	}
	return t.follow(ctx, changes)
}

// requireInScope refuses a record that has just been written where its writer could not see it any more, blaming field.
func (t *table) requireInScope(ctx context.Context, id int64, field string) error {
	who := role.From(ctx)
	if who.Kind == role.System || who.Scope.IsUnlimited() {
		return nil
	}
	err := t.Visible(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return fault.Validation().Field(field, "validation.reference", nil)
	}
	return err
}

// Delete removes the row for good.
func (t *Table[T, P]) Delete(ctx context.Context, v *T) error { return t.Purge(ctx, v, *v) }

// domainFault turns a violated constraint into the failure the domain has named for it.
func (t *table) domainFault(err error) error {
	name := Violated(err)
	if name == "" {
		return err
	}
	if e, ok := t.refusals[name]; ok {
		copied := *e
		return &copied
	}
	return err
}

func (t *table) refOf(v reflect.Value, name string) int64 {
	if f := field.Find(t.stored, name); f != nil && f.In(v).CanInt() {
		return f.In(v).Int()
	}
	return 0
}
