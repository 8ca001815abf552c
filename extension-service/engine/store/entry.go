package store

import (
	"context"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Entry is one change of one record, for the audit log.
type Entry struct {
	Entity                  string
	ID, Version             int64
	ClientID, LegalEntityID int64
	Act                     resource.Act
	Changed                 []string
	Before, After           map[string]any

	// Personal names those of the values that may be forgotten with the person they are about, who is the record itself
	// unless About says otherwise. Of somebody named in About the words of Act are forgotten too.
	Personal []string
	About    Person

	OnBehalfOf int64 // whom an impersonating actor stands for
}

// stamps are set by every write and say nothing in a difference.
var stamps = []string{"id", "version", "created", "createdBy", "lastUpdated", "lastUpdatedBy"}

// change is a record before and after a write.
type change struct{ was, is reflect.Value }

// recordChanges writes the audit entries and the outbox lines of changes.
func (t *table) recordChanges(ctx context.Context, action string, changes []change) error {
	if len(changes) == 0 {
		return nil
	}
	entries, notes := make([]Entry, len(changes)), make([]OutboxMessage, len(changes))
	for i, c := range changes {
		e := t.entry(action, c)
		if e.Act = resource.ActOf(ctx); e.Act.Action == "" {
			e.Act.Action = action
		}
		if err := t.storeUses(ctx, e.ID, c.was, c.is); err != nil {
			return err
		}
		entries[i], notes[i] = e, OutboxMessage{
			Topic: "index", Entity: e.Entity, EntityID: e.ID, Version: e.Version,
			Created: t.config.Now(),
		}
	}
	if err := t.config.Audit(ctx, entries...); err != nil || !t.config.Indexed {
		return err
	}
	return t.db.Enqueue(ctx, notes...)
}

// entry is what the audit log keeps of a change.
func (t *table) entry(action string, c change) Entry {
	e := Entry{Entity: t.config.Entity, Before: map[string]any{}, After: map[string]any{}}
	for _, f := range t.stored {
		a, b := f.In(c.was).Interface(), f.In(c.is).Interface()
		if slices.Contains(stamps, f.Name) || reflect.DeepEqual(a, b) {
			continue
		}
		e.Changed = append(e.Changed, f.Name)
		e.Before[f.Name], e.After[f.Name] = f.JSON(c.was), f.JSON(c.is)
		if f.Personal || t.isAllPersonal && f.Ref == "" {
			e.Personal = append(e.Personal, f.Name)
		}
	}
	at := c.is
	if action == "delete" {
		at = c.was
	}
	b := baseOf(at)
	e.ID, e.Version = b.ID, b.Version
	e.ClientID, e.LegalEntityID = t.refOf(at, "clientId"), t.refOf(at, "legalEntityId")
	e.About = t.subjectOf(b.ID, at)
	return e
}

// Person is a data subject.
type Person struct {
	Entity string
	ID     int64
}

// Subject names the person the records of a table are about: the entity, and the field that holds the person's id.
type Subject struct{ Entity, Field string }

// subject is the one that is declared, or the person whom the one reference to a person names.
func (t *table) subject() Subject {
	out := t.config.Subject
	if out.Entity != "" || t.config.Entity == resource.Person {
		return out
	}
	for _, f := range t.stored {
		switch {
		case f.Ref != resource.Person || f.Many || f.Nullable():
		case out.Field != "": // it is about two
			return Subject{}
		default:
			out = Subject{resource.Person, f.Name}
		}
	}
	return out
}

// TreatAllAsPersonal makes the audit log take all that the records say for personal, as it is where they go with their
// person.
func (t *table) TreatAllAsPersonal() { t.isAllPersonal = true }

// subjectOf is the person whom the personal fields of a record belong to, the record itself where it names none; nobody
// where it has no such fields.
func (t *table) subjectOf(id int64, record reflect.Value) Person {
	switch s := t.config.Subject; {
	case s.Entity != "" && t.refOf(record, s.Field) != 0:
		return Person{s.Entity, t.refOf(record, s.Field)}
	case slices.ContainsFunc(t.stored, func(f *field.Field) bool { return f.Personal }):
		return Person{t.config.Entity, id}
	}
	return Person{}
}
