package store

import (
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/resource"
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

// Person is a data subject.
type Person struct {
	Entity string
	ID     int64
}

// Subject names the person the records of a table are about: the entity, and the field that holds the person's id.
type Subject struct{ Entity, Field string }

// subject is the one that is declared, or the person whom the one reference to a person names.
func (t *Table[T, P]) subject() Subject {
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

// SealWhole makes the audit log take all that the records say for personal, as it is where they go with their person.
func (t *Table[T, P]) SealWhole() { t.whole = true }

// about is the person whom the personal fields of a record belong to; nobody where it has none.
func (t *Table[T, P]) about(id int64, record reflect.Value) Person {
	switch s := t.config.Subject; {
	case s.Entity != "":
		return Person{s.Entity, t.refOf(record, s.Field)}
	case slices.ContainsFunc(t.stored, func(f *resource.Field) bool { return f.Personal }):
		return Person{t.config.Entity, id}
	}
	return Person{}
}
