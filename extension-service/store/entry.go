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
