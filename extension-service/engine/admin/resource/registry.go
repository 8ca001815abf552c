package resource

import (
	"context"
	"encoding/json"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// Runtime is what every resource needs from the rest of the service.
type Runtime struct {
	// Write runs fn in one durable transaction, which its context carries.
	Write func(ctx context.Context, fn func(context.Context) error) error
	// Recheck holds the caller's permissions against the database; called inside every write.
	Recheck func(ctx context.Context, c *role.Caller) error
	// Staff is the caller that a member of staff would be. UNAUTHENTICATED or a refusal for one who may not sign in. Nil
	// where nobody owns records.
	Staff func(ctx context.Context, id int64) (*role.Caller, error)
	// Since says what has changed in a record after a version, for the answer to a stale write.
	Since func(ctx context.Context, entity string, id, version int64) (ChangesSince, error)
	// History lists the audit entries of a record, newest first.
	History func(ctx context.Context, entity string, id int64, q HistoryQuery) (query.Page[Line], error)
	// Repeat makes a call idempotent under its key: see Idempotency.
	Repeat func(ctx context.Context, key Repeat) (*Repeated, error)
	// Reading records that the caller was answered sensitive fields of a record.
	Reading func(ctx context.Context, r Reading) error
	// StartJob asks for a job in the name of the caller and returns the answer of the call.
	StartJob func(ctx context.Context, kind, entity string, input any) (any, error)
	// Ticket promises a file to the caller, once, and returns its URL.
	Ticket func(ctx context.Context, w DownloadRequest) (string, error)
	// File refuses an upload that the caller may not name in a record: NOT_FOUND, or MIME_NOT_ALLOWED where only images
	// are taken. Nil where there are no uploads.
	File func(ctx context.Context, n field.Attached) error
	// Text is a text in the language of a locale, for files that people read; the key when there is none.
	Text func(locale, key string) string
	Now  func() time.Time
}

// ChangesSince describes the writes between the version a caller has and the one that is stored.
type ChangesSince struct {
	Fields []string
	By     string
	At     time.Time
}

// Repeat identifies one attempt of a call that must not happen twice ("Conventions", idempotency).
type Repeat struct {
	Request, Key string // method and path; the caller's key
	Body         []byte
	Done         *Repeated // set: remember this outcome
}

// Repeated is the outcome of an earlier attempt.
type Repeated struct {
	Status    int
	RecordID  int64
	RecordKey string // of what has a text as its id
}

// Reading is one answer that showed sensitive fields of a record to somebody.
type Reading struct {
	Entity                      string
	ID, ClientID, LegalEntityID int64
	Fields                      []string
}

// Resource is a Spec whose record type no longer matters.
type Resource interface {
	Facts() Facts
	// Declared tells what package check holds against everything else.
	Declared() Declared
	Endpoints() []Endpoint
	Meta(c *role.Caller) *Meta
	// LookupPath is where the caller looks records up to choose one; empty where that is closed.
	LookupPath(c *role.Caller) string
	// Label returns the title of a record the caller may refer to; NOT_FOUND outside the scope.
	Label(ctx context.Context, id int64) (string, error)
	// Labels returns the titles of records the caller may refer to, by id: those outside the scope are absent.
	Labels(ctx context.Context, ids []int64) (map[int64]string, error)
	// Holder is a record as what stands beside it sees it; NOT_FOUND outside the scope.
	Holder(ctx context.Context, id int64) (Holder, error)
	// Find returns up to limit records whose title or handle matches, for the command palette.
	Find(ctx context.Context, text string, limit int64) ([]Found, error)
	// FindInList returns up to limit of the first records of the list whose title holds a text.
	FindInList(ctx context.Context, text string, limit int64) ([]Found, error)
	// Phones are the phone numbers that a record is found by and the caller may read.
	Phones(c *role.Caller) []*field.Field
	// WithPhone lists the records whose field is one of the numbers, in the form of E.164, within the caller's scope.
	WithPhone(ctx context.Context, field string, numbers []string) ([]int64, error)
	// Documents returns what the search index holds of the records; missing ids are left out.
	Documents(ctx context.Context, ids []int64) ([]Document, error)
	// IDs returns the ids after one, in order: of one client, or of all when clientID is 0.
	IDs(ctx context.Context, clientID, after, limit int64) ([]int64, error)
	// Changed returns the ids of what was changed at an instant or since.
	Changed(ctx context.Context, since time.Time) ([]int64, error)
	// Count says how many records have a document in the search index.
	Count(ctx context.Context) (int64, error)
	// Today is what a field is called that had a name once; any other name is left as it is.
	Today(name string) string
	// Verbs lists what may be done to records beyond reading them: generic calls and actions.
	Verbs() []string
	// NeedsOf lists the permissions of which one opens a verb or an action; nil when there is no such thing.
	NeedsOf(verb string) []role.Permission
	// NeedsToRead lists the permissions of which one of each is needed to read a field; nil when there is no such field.
	NeedsToRead(field string) [][]role.Permission
	// Blocks says what keeps a verb or an action, with that input, from a record besides permission and scope.
	Blocks(ctx context.Context, id int64, verb string, input []byte) ([]Block, error)
	// Mask leaves out of an entry of the audit log what a list must not show the caller of such a record.
	Mask(ctx context.Context, l *Line)
	// Read leaves out of an entry what the caller may not read of such a record today, and notes the reading of what is
	// sensitive.
	Read(ctx context.Context, l *Line) error
	// FiltersBy says whether its list has a filter of that name.
	FiltersBy(name string) bool
	// Total says how many records of its list the caller sees with a set of filters.
	Total(ctx context.Context, filters json.RawMessage) (int64, error)
	// CheckView refuses a view with filters, an order or columns that the list does not have for the caller.
	CheckView(ctx context.Context, v SavedView) error
	// ShownColumns are those of the columns that a caller can show in its list, under their names of today.
	ShownColumns(c *role.Caller, columns []string) []string
	// Waiting says how many records wait for somebody, by the shipped view that shows them.
	Waiting(ctx context.Context) (map[string]int64, error)
	// CanSeeAll says whether the caller can see every one of the records.
	CanSeeAll(ctx context.Context, ids []int64) (bool, error)
	// Referring is the newest records whose reference is one record, by their ids, with their titles, within the caller's
	// scope.
	Referring(ctx context.Context, by ReferenceField, id, most int64) (map[int64]string, error)
	// Visible says which of the records the caller can see.
	Visible(ctx context.Context, ids []int64) (map[int64]bool, error)
	// Bulk returns an action that is offered for many records, or nil.
	Bulk(action string) BulkAction
	// Importer brings records in from files; nil where the declaration says nothing of that.
	Importer() *Importer
	// Resolve finds the records that a text names within the caller's scope: by id, handle, or whole title.
	Resolve(ctx context.Context, text string) ([]int64, error)
	// Requested makes the file that an export has asked for, of what the caller may read today.
	Requested(ctx context.Context, request json.RawMessage) (Download, error)
	aboutPeople
	attach(r *Registry)
}

// Facts holds the facts of a resource that others need.
type Facts struct {
	Name, Path, Route string
	Sort              string // the order its list starts with: "id:desc"
	At                string // file and line of the declaration
	Read              []role.Permission
	Sidebar           []role.Permission // see Access
	IsPart            bool              // see PartOf
	Index             []*field.Field    // empty: no search index
	Notes             bool              // staff write notes beside the records
	Timeline          bool              // they have a tab with all that has happened to them
	Status            string            // the field that is shown as a chip; "" for none
	InTimelineOf      []ReferenceField
}

// Found is one hit of the command palette.
type Found struct {
	Resource string `json:"resource"`
	ID       int64  `json:"id" kind:"id"`
	Title    string `json:"title"`
	Handle   string `json:"handle"`
	Sub      string `json:"sub"`
	Route    string `json:"route"`

	Rank Rank `json:"-"`
}

// Rank says how well a hit fits; the lower, the better.
type Rank int

// The ranks of the command palette.
const (
	Exactly      Rank = iota // its id, handle or phone number
	ByWords                  // the words are words of its title
	ByBeginnings             // words of its title begin with them
	ByParts                  // its title or another text holds them
)

// Document is one record as the search index holds it.
type Document struct {
	ID, Version, ClientID, LegalEntityID int64
	Changed                              time.Time
	Contents                             Contents
}

// Content is what a document has in one field: a text, a whole number, true or false, or a list of texts.
type Content struct {
	Name  string
	Value any
}

// Contents are in the order of their names.
type Contents []Content

// Get is what there is of a name; nil for none.
func (c Contents) Get(name string) any {
	for i := range c {
		if c[i].Name == name {
			return c[i].Value
		}
	}
	return nil
}

// Registry knows every resource by name.
type Registry struct {
	Runtime *Runtime
	all     []Resource
	byName  map[string]Resource
}

// NewRegistry returns an empty registry over the runtime.
func NewRegistry(rt *Runtime) *Registry {
	return &Registry{Runtime: rt, byName: map[string]Resource{}}
}

// Declaration is a resource that a package declares and a registry takes. Whoever adds it knows nothing of its records,
// so that their code is compiled with the package that declares them and nowhere else.
type Declaration func(r *Registry) Resource

// Declare declares a resource. What is wrong with it is reported with the line that calls Declare.
func Declare[T any, P Entity[T]](s Spec[T]) Declaration {
	return declared[T, P](s, false, calledFrom(2))
}

// DeclareInIndex declares a resource that the search index holds and that is looked for nowhere else: no generic call
// and no page.
func DeclareInIndex[T any, P Entity[T]](s Spec[T]) Declaration {
	return declared[T, P](s, true, calledFrom(2))
}

func declared[T any, P Entity[T]](s Spec[T], isIndex bool, at string) Declaration {
	untypedStore := untyped[T, P](s)
	return func(r *Registry) Resource {
		c := compile(untypedStore, r.Runtime, at)
		c.isIndex = isIndex
		return c
	}
}

// Add registers resources under their names.
func (r *Registry) Add(declarations ...Declaration) {
	for _, declare := range declarations {
		x := declare(r)
		x.attach(r)
		r.all = append(r.all, x)
		r.byName[x.Facts().Name] = x
	}
}

// All returns the resources in the order of their registration.
func (r *Registry) All() []Resource { return r.all }

// Named returns the resource of that name, or nil.
func (r *Registry) Named(name string) Resource { return r.byName[name] }

// Today is what a field of a resource is called that had a name once.
func (r *Registry) Today(resource, name string) string {
	if one := r.byName[resource]; one != nil {
		return one.Today(name)
	}
	return name
}

// Endpoints returns the calls of every resource.
func (r *Registry) Endpoints() []Endpoint {
	var out []Endpoint
	for _, x := range r.all {
		out = append(out, x.Endpoints()...)
	}
	return out
}
