// Package notes keeps what staff write beside a record: notes, tasks with a due date and an assignee, and whom they
// mention. A resource takes notes when its declaration says `Notes: true`.
package notes

import (
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Entity is the name of notes in metadata, audit and texts.
const Entity = "note"

// Note is what somebody has written beside a record. With an assignee it is a task.
type Note struct {
	resource.Record
	Entity   string `json:"entity"       check:"required,max=40,createonly"` // the resource of the record
	EntityID int64  `json:"entityId"     kind:"id" check:"required,createonly"`
	// mentions are @[<staff id>]
	Text         string    `json:"text"         kind:"longtext" check:"required,max=5000,personal" store:"fold"`
	State        State     `json:"state"        check:"readonly"`
	DueOn        date.Date `json:"dueOn"`
	AssigneeID   *int64    `json:"assigneeId"   kind:"staff"`
	AuthorID     int64     `json:"authorId"     kind:"id" check:"readonly"`
	EditedAt     time.Time `json:"editedAt"     check:"readonly"` // none: as it was written
	DoneAt       time.Time `json:"doneAt"       check:"readonly"`
	DoneBy       string    `json:"doneBy"       check:"readonly"`
	FreelancerID int64     `json:"freelancerId" kind:"ref:freelancer" check:"readonly"` // whom the record is about
	// of the record, as is the legal entity
	ClientID      int64 `json:"clientId"     kind:"id" check:"readonly"`
	LegalEntityID int64 `json:"legalEntityId" kind:"id" check:"readonly"`

	Summary      string   `json:"summary"      check:"readonly" store:"-"` // how the text begins, on one line
	AssigneeName string   `json:"assigneeName" check:"readonly" store:"-"`
	Mentions     []Person `json:"mentions"     check:"readonly" store:"-"` // the people whom the text names, in its order
	IsEditable   bool     `json:"isEditable"   check:"readonly" store:"-"` // by the caller
	RecordTitle  string   `json:"recordTitle"  check:"readonly" store:"-"`
	RecordHandle string   `json:"recordHandle" check:"readonly" store:"-"`
}

// Person is a member of staff as notes name them.
type Person struct {
	ID   int64  `json:"id" kind:"id"`
	Name string `json:"name"`
}

// State says whether a note is a task, and what has become of it.
type State string

// The states.
const (
	WithoutTask State = "NOTE"
	Open        State = "OPEN"
	Done        State = "DONE"
	Deleted     State = "DELETED" // it can be restored for a while
)

// Enum lists the states.
func (State) Enum() enum.List {
	return enum.List{
		Name: "noteState", Text: "enum.noteState",
		Values: enum.Strings([]State{WithoutTask, Open, Done, Deleted}),
	}
}

// stateNow is the state that follows from the other fields of a note outside the trash.
func (n *Note) stateNow() State {
	switch {
	case n.AssigneeID == nil:
		return WithoutTask
	case !n.DoneAt.IsZero():
		return Done
	}
	return Open
}
