package resource

import (
	"context"
	"reflect"

	"poolkeeper.example/extension-service/platform/role"
)

// Spec declares a resource. Facts about fields live on T; Spec only says how they are reached, shown and guarded. A
// field is named by its address in Of, so a typo does not compile. What is absent has its default.
type Spec[T any] struct {
	Name  string   // singular: names the record in metadata, audit, index and the keys of its texts
	Path  string   // under /api; default "/" + Name
	Route string   // the screen; "" = the resource is only referenced by others
	Of    *T       // the record whose addresses name the fields: new(T)
	Store Store[T] // keeps the records, mostly the service of the domain

	Title    Ref // what a person calls the record
	Subtitle Ref // follows the title where a line names the record alone, as in a job or in recent activity
	Status   Ref // shown as a chip
	// holds the id of the freelancer that the record is about, to whom the files sent on its form are tied
	Subject Ref
	// what becomes of the records when the person they are about is forgotten; needed where they are about one
	Forgotten ErasurePolicy
	Columns   Refs  // of the list, in order
	Hidden    Refs  // columns one may add
	Row       Refs  // what list answers carry; default: id, version and every column, hidden ones too
	Sort      Order // default: id, newest first
	// what a list of many records may be ordered by, each along an index, which the start checks; default: every column
	Sortable Refs
	Limit    int64 // rows of a page when the caller names no number; default 10
	Filters  Refs  // what a list may be narrowed by: addresses, or what Filter makes
	Search   Refs  // what the search index holds; empty = no index
	Related  Refs  // references: the records that they name have a tab with those that refer to them
	// the reference to the record that these are parts of, as days of a timesheet: they are a tab of it and not in the
	// sidebar, may be changed only while it may be edited, and are deleted with it
	PartOf       Ref
	Head         Refs      // fields that stand above the tabs of a record, those that are empty left out
	Initials     bool      // of people and companies: their initials stand before the title of a record
	Timeline     bool      // the records have a tab with all that has happened to them
	InTimelineOf Refs      // references: the timeline of the records that they name tells of these too
	Shipped      []Shipped // views of the list that come with the product
	Owned        *Owned    // where the records embed Owned: its address
	Notes        bool      // staff write notes and tasks beside the records; whoever may read one reads them
	Import       *Import   // records are brought in from files
	Planned      bool      // a change of a record can be planned, to take effect at a later time
	Board        *Board    // the list can be looked at in columns by status; the machine of the statuses makes one
	Calendar     *Calendar // the list can be looked at by days
	// folded texts that the command palette looks into beside the title, and phone numbers that it and the list find whole
	Finds  Refs
	Form   []Group // sections of the form
	Access Access  // permissions, never roles
	Guards []Guard // fields that need more than Access
	// a deletion is answered 204, without a body; a trial of one says what would become of the record
	Silent    bool
	Trash     *TrashBin[T] // what deleting means when the record stays; nil = it goes
	Editable  *Condition   // the records that may be edited; nil = all that are not in the trash
	Deletable *Condition   // the records that may be deleted; nil = all
	Checks    []Check      // rules over several fields
	New       func() T     // what a new record starts with; default: the zero value
	Actions   []Action[T]  // verbs beyond create, update and delete
	Views     []View[T]    // narrower lists of the same records
	Places    []Place      // further paths under which generic calls are served
	Calls     []Endpoint   // calls of the domain that are no plain verb of the record
}

// spec is a Spec of any type, see there.
type spec struct {
	kind    reflect.Type // of its records
	showing reflect.Type // Shown of them

	Name, Path, Route      string
	Of                     any
	Store                  store
	Title, Status, Subject Ref
	Subtitle               Ref
	Forgotten              ErasurePolicy
	Columns, Hidden, Row   Refs
	Sort                   Order
	Sortable               Refs
	Limit                  int64
	Filters, Search, Finds Refs
	Form                   []Group
	Access                 Access
	Guards                 []Guard
	Silent                 bool
	Trash                  *trashBin
	Editable, Deletable    *Condition
	Checks                 []Check
	Related, Head          Refs
	PartOf                 Ref
	Initials, Timeline     bool
	InTimelineOf           Refs
	Notes                  bool
	Owned                  *Owned
	Shipped                []Shipped
	Import                 *Import
	Planned                bool
	Board                  *Board
	Calendar               *Calendar
	New                    func() entity
	Actions                []action
	Views                  []view
	Places                 []Place
	Calls                  []Endpoint
}

// untyped is what a Spec says.
func untyped[T any, P Entity[T]](s Spec[T]) spec {
	out := spec{
		kind: typeOf[T](), showing: typeOf[Shown[T]](), Name: s.Name, Path: s.Path, Route: s.Route, Title: s.Title,
		Status:   s.Status,
		Subtitle: s.Subtitle, Subject: s.Subject, Forgotten: s.Forgotten, Columns: s.Columns, Hidden: s.Hidden, Row: s.Row,
		Sort: s.Sort, Sortable: s.Sortable, Limit: s.Limit,
		Filters: s.Filters, Search: s.Search, Finds: s.Finds, Form: s.Form, Access: s.Access, Guards: s.Guards,
		Places: s.Places, Calls: s.Calls,
		Silent: s.Silent, Editable: s.Editable, Deletable: s.Deletable, Checks: s.Checks, Related: s.Related, Head: s.Head,
		PartOf:   s.PartOf,
		Initials: s.Initials, Notes: s.Notes, Timeline: s.Timeline, InTimelineOf: s.InTimelineOf,
		Shipped: s.Shipped,
		Import:  s.Import, Planned: s.Planned,
		Board: s.Board, Calendar: s.Calendar,
	}
	if s.Of != nil {
		out.Of = s.Of
	}
	if s.Store != nil {
		out.Store = &stored[T, P]{s.Store}
	}
	if s.Trash != nil {
		out.Trash = &trashBin{s.Trash.Field, s.Trash.Value, s.Trash.RestoredBy, backOf(s.Trash.Restore)}
	}
	if s.New != nil {
		out.New = func() entity {
			v := s.New()
			return P(&v)
		}
	}
	for _, a := range s.Actions {
		out.Actions = append(out.Actions, *a.action)
	}
	for _, v := range s.Views {
		out.Views = append(out.Views, *v.view)
	}
	if s.Owned != nil {
		out.Owned, out.Actions = s.Owned, append(out.Actions, *assignOwner[T, P](s).action)
	}
	return out
}

type (
	// Ref is the address of a field in Of.
	Ref = any
	// Refs are addresses in order.
	Refs []Ref
)

// Order is the sort a list starts with.
type Order struct {
	By   Ref  // the field; ties are ordered by id
	Desc bool // the highest first
}

// Group is a titled run of inputs on the form.
type Group struct {
	Name   string // of the section: its text is resources.<resource>.sections.<name>
	Fields Refs   // its inputs, in order
}

// Section groups fields on the form under a title.
func Section(name string, fields ...Ref) Group { return Group{name, fields} }

// Access names the permissions of the generic calls. One of each list is enough; an empty list forbids the call.
type Access struct {
	Read, Create, Update, Delete, Restore role.Permission // of the generic calls; "" forbids the call
	Lookup                                Lookup          // who may list the records only to name them
	Picker                                Picker          // who may look records up to choose one
	// one of these puts the list into the sidebar; others who may read it come to it by links and the palette. None: all
	// who may read it
	Sidebar []role.Permission
}

// Lookup opens the list to those who may not read the records but have to name them: in a select, say.
type Lookup struct {
	By      role.Permission // whoever has it may
	Fields  Refs            // what they are shown of each record
	Filters []string        // the filters that are theirs, beside paging
}

// Picker opens GET /api/{path}/lookup, which finds records by id, handle and the words of a title, to those whose
// dialogs have one chosen ("Permission list"). It answers id, handle, title and client, and nothing else.
type Picker struct {
	By    []role.Permission // one of these, beside Access.Read
	Title Ref               // what those who may not read the records see as title; default: the title of the resource
}

// Guard asks for a permission beyond Access for some fields. Without Read, or one of ReadAlso, their values are left
// out; without Write setting or changing them is refused.
type Guard struct {
	Read, Write role.Permission   // needed to read the values, and to write them
	ReadAlso    []role.Permission // permissions that open reading too
	Fields      Refs              // the fields that are guarded
}

// TrashBin says which value of which field puts a record into the trash, and which action of the resource takes it out
// again, as UndoneBy does for actions.
type TrashBin[T any] struct {
	Field      Ref                                                // the field that says that a record is in the trash
	Value      any                                                // its value then
	RestoredBy string                                             // the action that takes a record out of the trash
	Restore    func(ctx context.Context, was T) (*WayBack, error) // with what input that action is asked
}

// trashBin is a TrashBin of any type.
type trashBin struct {
	Field      Ref
	Value      any
	RestoredBy string
	Restore    func(ctx context.Context, was any) (*WayBack, error)
}

// Action is a verb beyond create, update and delete. Its methods change it and return it.
type Action[T any] struct{ *action }

// action is an Action of any type.
type action struct {
	Name    string
	Method  string // default POST
	Path    string // default Path/{id}/Name; a path without {id} takes the id from the body's member "id"
	Needs   role.Permission
	Also    []role.Permission // alternatives to Needs; the method checks which the input asks for
	When    *Condition
	Bulk    bool // offered for many records at once
	Planned bool // it can be planned, to take effect at a later time
	Unseen  bool // served, but not offered by the panel, which gets there another way

	in, out    reflect.Type // of its call
	list       bool
	writesEach bool                                              // writes record by record
	call       func(ctx context.Context, v, in any) (any, error) // v is the address of a record, nil for a list
	// answers a repeated call, given the address of the record, the input and the Key of the first answer
	answerAgain func(ctx context.Context, v, in any, key string) (any, error)
	back        func(ctx context.Context, was any) (*WayBack, error) // was is the address of a record
	backBy      string                                               // the action that undoes this one
	restores    []Ref                                                // what undoing gives back besides
	reasons     map[string][]string                                  // offered to people, by the status asked for
}

// RecordAction declares a verb on one record; In is its dialog. fn gets the record locked and saves what it changes
// through the store; the engine has checked permission, scope, version and condition.
func RecordAction[T, In, Out any](name string, needs role.Permission,
	fn func(ctx context.Context, v *T, in In) (Out, error),
) Action[T] {
	a := newAction(name, needs, typeOf[In](), typeOf[Out]())
	a.call = func(ctx context.Context, v, in any) (any, error) { return fn(ctx, v.(*T), *in.(*In)) }
	return Action[T]{a}
}

// ListAction declares a verb on the whole list.
func ListAction[T, In, Out any](name string, needs role.Permission,
	fn func(ctx context.Context, in In) (Out, error),
) Action[T] {
	a := newAction(name, needs, typeOf[In](), typeOf[Out]())
	a.list = true
	a.call = func(ctx context.Context, _, in any) (any, error) { return fn(ctx, *in.(*In)) }
	return Action[T]{a}
}

// newAction refuses an input that cannot be read.
func newAction(name string, needs role.Permission, in, out reflect.Type) *action {
	inputOf(in)
	return &action{Name: name, Needs: needs, in: in, out: out}
}

// OwnTransaction says that the action of a list writes each record in a transaction of its own, so that others can
// write in between. Under an idempotency key the method asks KeyOf for each.
func (a Action[T]) OwnTransaction() Action[T] {
	a.writesEach = true
	return a
}

// If limits the action to records whose field holds one of the values.
func (a Action[T]) If(field Ref, in ...any) Action[T] {
	a.When = &Condition{Field: field, In: in}
	return a
}

// RefusedWith gives the refusal of a record that If keeps out words of its own, the text under a key.
func (a Action[T]) RefusedWith(key string) Action[T] {
	a.When.Reason = key
	return a
}

// NoOpIn names the states, beside those of If, in which the method finds nothing to do.
func (a Action[T]) NoOpIn(done ...any) Action[T] {
	a.When.Done = done
	return a
}

// Plannable says that the action can be planned, to take effect at a later time.
func (a Action[T]) Plannable() Action[T] {
	a.Planned = true
	return a
}

// AtPath serves the action elsewhere than under the record.
func (a Action[T]) AtPath(path string) Action[T] {
	a.Path = path
	return a
}

// ViaPut serves the action under PUT, for calls that may be repeated without a key.
func (a Action[T]) ViaPut() Action[T] {
	a.Method = "PUT"
	return a
}

// OrWith adds permissions that open the action beside Needs.
func (a Action[T]) OrWith(ps ...role.Permission) Action[T] {
	a.Also = ps
	return a
}

// UndoneBy says how the action is taken back, on one record and by the job that ran it on many: by which action of the
// resource, asked with what input, given the record as it was; nil means that there is no way back. A job asks right
// After the change, in its transaction, a call for one record when somebody undoes it, as long as nothing else was done
// to the record.
func (a Action[T]) UndoneBy(name string, way func(ctx context.Context, was T) (*WayBack, error)) Action[T] {
	a.backBy, a.back = name, backOf(way)
	return a
}

// backOf takes any record back.
func backOf[T any](way func(ctx context.Context, was T) (*WayBack, error)) func(ctx context.Context, was any) (*WayBack,
	error) {
	if way == nil {
		return nil
	}
	return func(ctx context.Context, was any) (*WayBack, error) { return way(ctx, *was.(*T)) }
}

// Restoring names fields that undoing gives back as they were, where the action that undoes would set them anew. Its
// method calls RestoreValues.
func (a Action[T]) Restoring(fields ...Ref) Action[T] {
	a.restores = fields
	return a
}

// OfferingReasons names the reasons that people are offered for each status the action can be asked for.
func (a Action[T]) OfferingReasons(byStatus map[string][]string) Action[T] {
	a.reasons = byStatus
	return a
}

// Hidden serves the action to callers that know it; the panel, which has another way, offers no button for it.
func (a Action[T]) Hidden() Action[T] {
	a.Unseen = true
	return a
}

// ForMany offers the action for many records at once.
func (a Action[T]) ForMany() Action[T] {
	a.Bulk = true
	return a
}
