package timeline

import (
	"context"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/notes"
	"poolkeeper.example/extension-service/platform/role"
)

// part is what one source tells, newest first.
type part struct {
	source string
	events []Event
}

// ownSource, mailSource and noteSource name the sources in a cursor; those of related records are named after their
// resource.
const (
	ownSource  = "-"
	mailSource = "mail"
	noteSource = "note"
)

// includes says whether events of a kind are asked for.
func (q *query) includes(k Kind) bool { return len(q.Kind) == 0 || slices.Contains(q.Kind, k) }

// changes are those of the record, for those who may read its history.
func (q *query) changes(ctx context.Context) ([]part, error) {
	if !role.From(ctx).Can(role.AuditReadOwn) || !q.includes(Change) && !q.includes(Status) {
		return nil, nil
	}
	want := audit.ChangesQuery{Entity: q.about.Name, IDs: []int64{q.ID}, Before: q.before[ownSource], Limit: q.Limit}
	switch {
	case !q.includes(Change):
		want.Of = q.about.Status
	case !q.includes(Status):
		want.Besides = q.about.Status
	}
	lines, err := q.deps.Changes(ctx, want)
	events := make([]Event, len(lines))
	for i := range lines {
		events[i] = q.changed(ctx, &lines[i], Change, "")
		if slices.Contains(lines[i].Changed, q.about.Status) && lines[i].Action != "create" {
			events[i].Kind = Status
		}
	}
	return []part{{ownSource, events}}, err
}

// relatedChanges are those of the records that belong to the one of the timeline.
func (q *query) relatedChanges(ctx context.Context) (out []part, err error) {
	if !role.From(ctx).Can(role.AuditReadOwn) || !q.includes(Related) {
		return nil, nil
	}
	for _, one := range q.related {
		if len(one.titles) == 0 {
			continue
		}
		name := one.resource.Facts().Name
		lines, err := q.deps.Changes(ctx, audit.ChangesQuery{
			Entity: name, IDs: slices.Sorted(maps.Keys(one.titles)), Before: q.before[name], Limit: q.Limit,
		})
		if err != nil {
			return nil, err
		}
		events := make([]Event, len(lines))
		for i := range lines {
			events[i] = q.changed(ctx, &lines[i], Related, one.titles[lines[i].EntityID])
		}
		out = append(out, part{name, events})
	}
	return out, nil
}

func (q *query) changed(ctx context.Context, l *resource.Line, k Kind, title string) Event {
	q.deps.Mask(ctx, l)
	return Event{
		Kind: k, ID: l.ID, At: l.At, Entity: l.Entity, EntityID: l.EntityID, Title: title, Actor: l.Actor,
		Entry: l,
	}
}

// mails are those about the record and about what belongs to it, and where it is a person those to that person.
func (q *query) mails(ctx context.Context) ([]part, error) {
	if !q.includes(Mail) {
		return nil, nil
	}
	want := mail.ConcerningQuery{
		About: map[string][]int64{q.about.Name: {q.ID}}, Before: q.before[mailSource],
		Limit: q.Limit,
	}
	for _, one := range q.related {
		want.About[one.resource.Facts().Name] = slices.Sorted(maps.Keys(one.titles))
	}
	if q.isPerson {
		var err error
		if want.To, err = q.deps.Address(ctx, q.person); err != nil {
			return nil, err
		}
	}
	found, err := q.deps.Mails(ctx, want)
	events := make([]Event, len(found))
	for i, m := range found {
		at := m.Created
		if !m.SentAt.IsZero() {
			at = m.SentAt
		}
		events[i] = Event{
			Kind: Mail, ID: m.ID, At: date.InstantText(at), Entity: m.Entity, EntityID: m.EntityID,
			Title: q.titleOf(m.Entity, m.EntityID),
			Mail:  &SentMail{m.Template, m.State, m.Recipient},
		}
	}
	return []part{{mailSource, events}}, err
}

func (q *query) titleOf(entity string, id int64) string {
	for _, one := range q.related {
		if one.resource.Facts().Name == entity {
			return one.titles[id]
		}
	}
	return ""
}

// notes are those beside the record, and where it is a person those about that person.
func (q *query) notes(ctx context.Context) ([]part, error) {
	if !role.From(ctx).Can(role.NoteRead) || !q.includes(Note) {
		return nil, nil
	}
	want := notes.TimelineQuery{Entity: q.about.Name, EntityID: q.ID, Before: q.before[noteSource], Limit: q.Limit}
	if q.isPerson {
		want.PersonID = q.person
	}
	found, err := q.deps.Notes(ctx, want)
	events := make([]Event, len(found))
	for i, n := range found {
		events[i] = Event{
			Kind: Note, ID: n.ID, At: date.InstantText(n.Created), Entity: n.Entity, EntityID: n.EntityID, Text: n.Summary,
			Actor: resource.Actor{Kind: role.Admin, ID: n.AuthorID, Name: n.CreatedBy},
		}
		if n.Entity != q.about.Name {
			events[i].Title = n.RecordTitle
		}
	}
	return []part{{noteSource, events}}, err
}
