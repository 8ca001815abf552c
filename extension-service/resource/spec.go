package resource

import (
	"context"

	"poolkeeper.example/extension-service/role"
)

// Spec declares a resource. Facts about fields live on T; Spec only says how they are reached, shown and guarded. A field
// is named by its address in Of, so a typo does not compile. What is absent has its default.
type Spec[T any] struct {
	Name  string // singular: names the record in metadata, audit, index and the keys of its texts
	Path  string // under /api; default "/" + Name
	Route string // the screen; "" = the resource is only referenced by others
	Of    *T
	Store Store[T]

	Title     Ref          // what a person calls the record
	Status    Ref          // shown as a chip
	Subject   Ref          // holds the id of the freelancer that the record is about, to whom the files sent on its form are tied
	Forgotten Fate         // what becomes of the records when the person they are about is forgotten; needed where they are about one
	Columns   Refs         // of the list, in order
	Hidden    Refs         // columns one may add
	Row       Refs         // what list answers carry; default: id, version and every column, hidden ones too
	Sort      Order        // default: id, newest first
	Limit     int64        // rows of a page when the caller names no number; default 10
	Filters   Refs         // what a list may be narrowed by: addresses, or what Filter makes
	Search    Refs         // what the search index holds; empty = no index
	Finds     Refs         // folded texts that the command palette looks into beside the title
	Form      []Group      // sections of the form
	Access    Access       // permissions, never roles
	Guards    []Guard      // fields that need more than Access
	Trash     *TrashBin[T] // what deleting means when the record stays; nil = it goes
	New       func() T     // what a new record starts with; default: the zero value
	Actions   []Action[T]
	Views     []View[T]  // narrower lists of the same records
	Places    []Place    // further paths under which generic calls are served
	Calls     []Endpoint // calls of the domain that are no plain verb of the record
}

type (
	// Ref is the address of a field in Of.
	Ref = any
	// Refs are addresses in order.
	Refs []Ref
)

// Order is the sort a list starts with.
type Order struct {
	By   Ref
	Desc bool
}

// Group is a titled run of inputs on the form.
type Group struct {
	Name   string
	Fields Refs
}

// Section groups fields on the form under a title.
func Section(name string, fields ...Ref) Group { return Group{name, fields} }

// Access names the permissions of the generic calls. One of each list is enough; an empty list forbids the call.
type Access struct {
	Read, Create, Update, Delete, Restore role.Permission
	Lookup                                Lookup
}

// Lookup opens the list to those who may not read the records but have to name them: in a select, say.
type Lookup struct {
	By     role.Permission
	Fields Refs     // what they are shown of each record
	Asks   []string // the filters that are theirs, beside paging
}

// Guard asks for a permission beyond Access for some fields. Without Read, or one of ReadAlso, their values are left out;
// without Write setting or changing them is refused.
type Guard struct {
	Read, Write role.Permission
	ReadAlso    []role.Permission
	Fields      Refs
}

// TrashBin says which value of which field puts a record into the trash, and which action of the resource takes it out
// again, as UndoneBy does for actions.
type TrashBin[T any] struct {
	Field      Ref
	Value      any
	RestoredBy string
	Restore    func(ctx context.Context, was T) (*WayBack, error)
}

// Action is a verb beyond create, update and delete.
type Action[T any] struct {
	Name   string
	Method string // default POST
	Path   string // default Path/{id}/Name; a path without {id} takes the id from the body's member "id"
	Needs  role.Permission
	Also   []role.Permission // alternatives to Needs; the method checks which the input asks for
	When   *Condition
	Bulk   bool // offered for many records at once
	Unseen bool // served, but not offered by the panel, which gets there another way

	input    Handler
	list     bool
	apart    bool // writes record by record
	call     func(ctx context.Context, v *T, in any) (any, error)
	back     func(ctx context.Context, was T) (*WayBack, error)
	backBy   string // the action that undoes this one
	restores []Ref  // what undoing gives back besides
}

// Condition is data, so that the server enforces it and the page greys the button. In the states of Done the action has
// nothing to do: it is not offered, but asking for it again is no failure.
type Condition struct {
	Field    Ref
	In, Done []any
	Says     string // key of the text that a refusal says; "" = transition.none
}

// RecordAction declares a verb on one record; In is its dialog. fn gets the record locked and saves what it changes
// through the store; the engine has checked permission, scope, version and condition.
func RecordAction[T, In, Out any](name string, needs role.Permission, fn func(ctx context.Context, v *T, in In) (Out, error)) Action[T] {
	return Action[T]{
		Name: name, Needs: needs,
		input: Handle(func(context.Context, In) (None, error) { return None{}, nil }).returning(typeOf[Out]()),
		call: func(ctx context.Context, v *T, in any) (any, error) {
			return fn(ctx, v, *in.(*In))
		},
	}
}

// ListAction declares a verb on the whole list.
func ListAction[T, In, Out any](name string, needs role.Permission, fn func(ctx context.Context, in In) (Out, error)) Action[T] {
	a := RecordAction(name, needs, func(ctx context.Context, _ *T, in In) (Out, error) { return fn(ctx, in) })
	a.list = true
	return a
}

// Apart says that the action of a list writes each record in a transaction of its own, so that others can write in
// between. Under an idempotency key the method asks KeyOf for each.
func (a Action[T]) Apart() Action[T] {
	a.apart = true
	return a
}

// If limits the action to records whose field holds one of the values.
func (a Action[T]) If(field Ref, in ...any) Action[T] {
	a.When = &Condition{Field: field, In: in}
	return a
}

// Saying gives the refusal of a record that If keeps out words of its own, the text under a key.
func (a Action[T]) Saying(key string) Action[T] {
	a.When.Says = key
	return a
}

// Already names the states, beside those of If, in which the method finds nothing to do.
func (a Action[T]) Already(done ...any) Action[T] {
	a.When.Done = done
	return a
}

// AtPath serves the action elsewhere than under the record.
func (a Action[T]) AtPath(path string) Action[T] {
	a.Path = path
	return a
}

// ByPut serves the action under PUT, for calls that may be repeated without a key.
func (a Action[T]) ByPut() Action[T] {
	a.Method = "PUT"
	return a
}

// OrWith adds permissions that open the action beside Needs.
func (a Action[T]) OrWith(ps ...role.Permission) Action[T] {
	a.Also = ps
	return a
}

// UndoneBy says how the action is taken back, on one record and by the job that ran it on many: by which action of the resource,
// asked with what input, given the record as it was; nil means that there is no way back. A job asks right after the change, in
// its transaction, a call for one record when somebody undoes it, as long as nothing else was done to the record.
func (a Action[T]) UndoneBy(name string, way func(ctx context.Context, was T) (*WayBack, error)) Action[T] {
	a.backBy, a.back = name, way
	return a
}

// Restoring names fields that undoing gives back as they were, where the action that undoes would set them anew. Its method
// calls PutBack.
func (a Action[T]) Restoring(fields ...Ref) Action[T] {
	a.restores = fields
	return a
}

// Unoffered serves the action to callers that know it; the panel, which has another way, offers no button for it.
func (a Action[T]) Unoffered() Action[T] {
	a.Unseen = true
	return a
}

// ForMany offers the action for many records at once.
func (a Action[T]) ForMany() Action[T] {
	a.Bulk = true
	return a
}
