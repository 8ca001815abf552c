// Package timeline tells in one order what has happened to a record: its changes and statuses, what became of the
// records that belong to it, the mails and the notes. A resource has one when its declaration says `Timeline: true`.
package timeline

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/notes"
	"poolkeeper.example/extension-service/platform/role"
)

// Deps is what the package needs from the rest of the service. Each part answers its newest entries before an id, and
// no more than the caller of ctx may read.
type Deps struct {
	Records *resource.Registry
	Changes func(ctx context.Context, q audit.ChangesQuery) ([]resource.Line, error)
	// Mask leaves out of an entry of the log what a list must not show its reader of such a record.
	Mask  func(ctx context.Context, l *resource.Line)
	Mails func(ctx context.Context, q mail.ConcerningQuery) ([]mail.Message, error)
	Notes func(ctx context.Context, q notes.TimelineQuery) ([]notes.Note, error)
	// Address is where mails to a person go; "" for none.
	Address func(ctx context.Context, personID int64) (string, error)
}

// Service answers timelines.
type Service struct{ deps Deps }

// New returns the timelines of the resources that have one.
func New(d Deps) *Service { return &Service{d} }

// Kind says what an event is about.
type Kind string

// The kinds.
const (
	Change  Kind = "CHANGES"  // of the record
	Status  Kind = "STATUSES" // of the record
	Related Kind = "RELATED"  // a record that belongs to it was made, changed or ended
	Mail    Kind = "MAILS"
	Note    Kind = "NOTES"
)

// Enum lists the kinds.
func (Kind) Enum() enum.List {
	return enum.List{
		Name: "timelineKind", Text: "enum.timelineKind",
		Values: enum.Strings([]Kind{Change, Status, Related, Mail, Note}),
	}
}

// Event is one thing that has happened.
type Event struct {
	Kind     Kind           `json:"kind"`
	ID       int64          `json:"id"       kind:"id"` // of the entry, mail or note
	At       string         `json:"at"`
	Entity   string         `json:"entity"` // the record that it happened to
	EntityID int64          `json:"entityId" kind:"id"`
	Title    string         `json:"title"` // of a record that belongs to the one of the timeline; "" for that one itself
	Actor    resource.Actor `json:"actor"`
	Entry    *resource.Line `json:"entry"` // of changes
	Text     string         `json:"text"`  // of a note: how it begins
	Mail     *SentMail      `json:"mail"`
}

// SentMail is what a timeline tells of a mail.
type SentMail struct {
	Template mail.Template `json:"template"`
	State    mail.State    `json:"state"`
	To       string        `json:"to"`
}

// Page is part of a timeline, newest first.
type Page struct {
	Results []Event `json:"results"`
	Next    string  `json:"next"` // asks for what was before; "" at the beginning of the record
}

// Endpoints are the calls: one for each resource with a timeline, open to those who may read its records.
func (s *Service) Endpoints() (out []resource.Endpoint) {
	for _, r := range s.deps.Records.All() {
		about := r.Facts()
		if !about.Timeline {
			continue
		}
		out = append(out, resource.Endpoint{
			Name: about.Name + ".timeline", Method: "GET", Path: "/api/timeline/" + about.Name + "/{id}", Needs: about.Read,
			Handle: resource.Handle(func(ctx context.Context, in input) (Page, error) { return s.page(ctx, r, in) }),
		})
	}
	return out
}

const (
	usualEvents = 25
	mostRelated = 100 // records of one kind whose changes are told: the newest
)

type input struct {
	ID     int64  `path:"id"      json:"id"`
	Kind   []Kind `query:"kind"   json:"kind"` // none: all
	Before string `query:"before" json:"before" check:"max=200"`
	Limit  int64  `query:"count"  json:"count"  check:"minvalue=0,maxvalue=100"` // events; 0 is 25
}

// page answers part of a timeline. NOT_FOUND for a record outside the caller's scope. A part that the caller may not
// read is left out.
func (s *Service) page(ctx context.Context, r resource.Resource, in input) (out Page, err error) {
	holder, err := r.Holder(ctx, in.ID)
	if err != nil {
		return out, err
	}
	before, err := parseCursor(in.Before)
	if err != nil {
		return out, err
	}
	if in.Limit == 0 {
		in.Limit = usualEvents
	}
	q := &query{
		Service: s, about: r.Facts(), input: in, before: before, person: holder.PersonID,
		isPerson: r.Facts().Name == resource.Person,
	}
	return q.page(ctx)
}

// query is one question for a part of a timeline.
type query struct {
	*Service
	input
	about    resource.Facts
	before   cursor
	person   int64
	isPerson bool
	related  []relation
}

// relation is what belongs to the record of one other kind.
type relation struct {
	resource resource.Resource
	titles   map[int64]string
}

func (q *query) page(ctx context.Context) (Page, error) {
	if err := q.findRelated(ctx); err != nil {
		return Page{}, err
	}
	var parts []part
	for _, read := range []func(context.Context) ([]part, error){q.changes, q.relatedChanges, q.mails, q.notes} {
		found, err := read(ctx)
		if err != nil {
			return Page{}, err
		}
		parts = append(parts, found...)
	}
	return merge(parts, q.before, int(q.Limit)), nil
}

// findRelated finds the records that belong to the one of the timeline, as far as the caller can see them.
func (q *query) findRelated(ctx context.Context) error {
	if !q.includes(Related) && !q.includes(Mail) {
		return nil
	}
	for _, r := range q.deps.Records.All() {
		for _, ref := range r.Facts().InTimelineOf {
			if ref.Ref != q.about.Name || !role.From(ctx).CanAny(r.Facts().Read) {
				continue
			}
			titles, err := r.Referring(ctx, ref, q.ID, mostRelated)
			if err != nil {
				return err
			}
			q.related = append(q.related, relation{r, titles})
		}
	}
	return nil
}
