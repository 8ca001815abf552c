package resource

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// served answers the calls of one resource: a Spec whose addresses have become fields.
type served struct {
	spec
	rt             *Runtime
	registry       *Registry
	at             string // file and line of the declaration
	fields         []*field.Field
	answers        []*field.Field // all but those that are only asked for
	marked         []*field.Field // those marked S
	title          *field.Field
	subtitle       *field.Field
	status         *field.Field
	subject        *field.Field
	person         *field.Field // whom the records are about, see Fate
	columns        []*field.Field
	hidden         []*field.Field
	row            []*field.Field
	sort           []query.Sort
	filters        []filter
	owners         []filter // references that are no filters of their own: a record's screen lists those that refer to it
	related        []*field.Field
	container      *field.Field // the reference to the record that these are parts of, see PartOf
	head           []*field.Field
	timelineFields []*field.Field // see InTimelineOf
	board          *boardMeta
	calendar       *calendarMeta
	days           []filter // periods that a calendar asks for
	finds          []*field.Field
	search         []*field.Field
	contents       []*field.Field // the same in the order of their names
	lookup         []*field.Field // see Lookup
	picked         *field.Field   // see Picker
	guards         []guard
	checks         []check
	importer       *importer // nil: no records are brought in from files
	trash          *field.Field
	isIndex        bool // only in the index: no call and no page of its own
	errs           []error
}

type guard struct {
	read   []role.Permission // one of these; empty: whoever may read the record
	write  role.Permission
	fields []*field.Field
}

func compile(s spec, rt *Runtime, at string) *served {
	c := &served{spec: s, rt: rt, at: at}
	fs, err := field.List(c.kind)
	if err != nil {
		c.errs = append(c.errs, placeErrors(err, at)...)
		return c
	}
	c.Path = cmp.Or(c.Path, "/"+c.Name)
	if c.Of == nil || c.Store == nil || c.Title == nil || c.Name == "" {
		c.fail("Name, Of, Store and Title are needed")
		return c
	}
	c.fields = field.Clone(fs)
	c.addOwners()
	c.answers = field.WithoutWriteOnly(c.fields)
	c.marked = slices.DeleteFunc(slices.Clone(c.answers), func(f *field.Field) bool { return !f.Sensitive })
	c.title, c.subtitle = c.named("Title", c.Title), c.optional("Subtitle", c.Subtitle)
	c.status, c.subject = c.optional("Status", c.Status), c.optional("Subject", c.Subject)
	c.columns, c.hidden = c.nameAll("Columns", c.Columns), c.nameAll("Hidden", c.Hidden)
	c.search = c.nameAll("Search", c.Search)
	c.contents = slices.SortedFunc(slices.Values(c.search),
		func(a, b *field.Field) int { return cmp.Compare(a.Name, b.Name) })
	if c.Access.Lookup.By != "" {
		c.lookup = c.nameAll("Access.Lookup", c.Access.Lookup.Fields)
	}
	c.picked = cmp.Or(c.optional("Access.Picker.Title", c.Access.Picker.Title), c.title)
	c.compilePerson()
	c.compileRow()
	c.compileSort()
	for i, r := range c.Filters {
		c.filters = append(c.filters, c.compileFilter(fmt.Sprintf("Filters[%d]", i), r))
	}
	c.checkShipped()
	c.compileOwners()
	c.compileRelated()
	c.compileBoard()
	c.compileCalendar()
	c.finds = c.nameAll("Finds", c.Finds)
	for _, g := range c.Form {
		c.nameAll("section "+g.Name, g.Fields)
	}
	c.compileGuards()
	c.compileChecks()
	if c.Trash != nil {
		c.trash = c.named("Trash", c.Trash.Field)
	}
	c.compileImport()
	c.checkAddresses()
	return c
}

// compileGuards names the fields that only some may read or write.
func (c *served) compileGuards() {
	for i, g := range c.Guards {
		one := guard{write: g.Write, fields: c.nameAll(fmt.Sprintf("Guards[%d].Fields", i), g.Fields)}
		if g.Read != "" {
			one.read = append(permissionList(g.Read), g.ReadAlso...)
		}
		c.guards = append(c.guards, one)
	}
}

// checkAddresses reports the addresses that are looked up only when they are needed.
func (c *served) checkAddresses() {
	for _, v := range c.Views {
		c.rowOf(v)
	}
	for _, p := range c.Places {
		c.optional("Places", p.of)
	}
	c.checkActions()
	c.checkCurrencies()
}

func (c *served) checkActions() {
	for name, when := range map[string]*Condition{"Editable": c.Editable, "Deletable": c.Deletable} {
		if when == nil {
			continue
		}
		if c.named(name, when.Field); when.Reason == "" {
			c.fail("%s has no text that says why not", name)
		}
	}
	for _, a := range c.Actions {
		if a.When != nil {
			c.named("action "+a.Name, a.When.Field)
		}
		if c.cannotAnswerAgain(a) {
			c.fail("action %s: nothing says what a repeated call is answered: declare it with AnsweringAgain", a.Name)
		}
		for _, name := range a.undeclaredHistory() {
			c.fail(`action %s: the history does not keep the input %s: give it the tag history:"%s", or history:"-"`, a.Name,
				name, name)
		}
	}
}

func (c *served) fail(format string, args ...any) {
	sentence := fmt.Sprintf(format, args...)
	c.errs = append(c.errs, fmt.Errorf("%s: resource %q: %s", c.lineOf(sentence), c.Name, sentence))
}

// named maps an address inside Of to its field.
func (c *served) named(where string, r Ref) *field.Field {
	v := reflect.ValueOf(c.Of).Elem()
	for _, f := range c.fields {
		if at := f.In(v); at.CanAddr() && at.Addr().Interface() == r {
			return f
		}
	}
	c.fail("%s: %T is the address of no field of %T", where, r, c.Of)
	return &field.Field{Name: "?", Type: reflect.TypeFor[string]()}
}

// optional is the field at an address, or nil where a declaration gives none.
func (c *served) optional(where string, r Ref) *field.Field {
	if r == nil {
		return nil
	}
	return c.named(where, r)
}

func (c *served) nameAll(where string, rs Refs) []*field.Field {
	out := make([]*field.Field, len(rs))
	for i, r := range rs {
		out[i] = c.named(fmt.Sprintf("%s[%d]", where, i), r)
	}
	return out
}

func (c *served) compileRow() {
	wanted := []*field.Field{}
	if c.row = c.nameAll("Row", c.Row); c.Row == nil {
		wanted = slices.Concat([]*field.Field{field.Find(c.fields, "id")}, c.columns, c.hidden,
			[]*field.Field{c.title, c.status, field.Find(c.fields, "version")})
	}
	if c.Owned != nil {
		wanted = append(wanted, c.nameAll("Owned", c.Owned.ownerFields())...)
	}
	for _, f := range wanted {
		if f != nil && !slices.Contains(c.row, f) {
			c.row = append(c.row, f)
		}
	}
	c.carryCurrencies()
}

func (c *served) compileSort() {
	offered := slices.Concat(c.row, c.columns)
	if c.Sortable != nil {
		offered = append(c.nameAll("Sortable", c.Sortable), field.Find(c.fields, "id"))
	}
	for _, f := range offered {
		f.Sortable = f.From != "" || f.Column != "" && !f.Many && f.Kind != field.Object && f.Kind != field.JSON &&
			(!f.HasText() || f.Folded || f.Enums != nil || f.Name == "handle")
	}
	id := field.Find(c.fields, "id")
	if c.Sort.By != nil {
		c.sort = append(c.sort, query.Sort{Field: c.named("Sort", c.Sort.By), Desc: c.Sort.Desc})
	}
	c.sort = append(c.sort, query.Sort{Field: id, Desc: true})
}

// compileRelated finds what stands above the tabs of a record, and the references by which the records are listed, or
// told of, on the screen of another one.
func (c *served) compileRelated() {
	c.head = c.nameAll("Head", c.Head)
	c.related, c.timelineFields = c.oneReferences("Related", c.Related), c.oneReferences("InTimelineOf", c.InTimelineOf)
	c.compilePart()
	if len(c.related) > 0 && c.Route == "" && !c.isIndex {
		c.fail("Related and PartOf need a Route: without one no screen lists the records, opens one or makes a new one")
	}
}

// oneReferences are the fields of a list, each of which has to be a stored reference to one record.
func (c *served) oneReferences(what string, refs Refs) []*field.Field {
	out := c.nameAll(what, refs)
	for _, f := range out {
		if f.Kind != field.Reference || f.Many || f.Column == "" {
			c.fail("%s names the field %s, which is no reference to one record", what, f.Name)
		}
	}
	return out
}

// compileOwners lets the list be narrowed by every reference of a record that no filter of the declaration is named
// after.
func (c *served) compileOwners() {
	for _, f := range c.fields {
		if f.Kind != field.Reference || f.Many || f.Column == "" || slices.ContainsFunc(c.filters, func(fl filter) bool {
			return fl.Name == f.Name
		}) {
			continue
		}
		c.owners = append(c.owners, filter{Name: f.Name, Kind: string(f.Kind), Ref: f.Ref, field: f, op: query.Is})
	}
}

// undoable are the actions and, where records go into the trash, deleting.
func (c *served) undoable() []action {
	if c.Trash == nil {
		return c.Actions
	}
	return append(slices.Clone(c.Actions), c.deleting())
}

// deleting is the deletion of a record as an action that others can ask the way back of.
func (c *served) deleting() action {
	a := action{Name: "delete", Needs: c.Access.Delete}
	if c.Trash != nil {
		a.backBy, a.back = c.Trash.RestoredBy, c.Trash.Restore
	}
	return a
}
