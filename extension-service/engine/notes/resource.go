package notes

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// route is the screen of notes and tasks.
const route = "/platform/notes"

// Resource declares notes to the admin.
func Resource(s *Service) resource.Declaration {
	n := new(Note)
	row := resource.Refs{
		&n.ID, &n.Version, &n.Summary, &n.State, &n.DueOn, &n.AssigneeName, &n.Entity, &n.EntityID, &n.RecordTitle,
		&n.RecordHandle, &n.Created, &n.CreatedBy, &n.IsEditable,
	}
	return resource.Declare(resource.Spec[Note]{
		Name: Entity, Route: route, Of: n, Store: s, Title: &n.Summary, Status: &n.State, Subject: &n.FreelancerID,
		Forgotten: resource.ByDeletion(),
		Columns:   resource.Refs{&n.Summary, &n.State, &n.DueOn, &n.RecordTitle, &n.AssigneeName, &n.CreatedBy, &n.Created},
		Row:       row,
		Sortable:  resource.Refs{&n.State, &n.DueOn, &n.Created},
		Calendar:  &resource.Calendar{Days: resource.Refs{&n.DueOn}},
		Filters: resource.Refs{
			&n.Text, &n.State, &n.AssigneeID, resource.Filter("dueBy", query.AtMost, &n.DueOn),
			resource.Filter("entity", query.Is, &n.Entity).WithChoices(s.kindChoices),
		},
		Finds: resource.Refs{&n.Text},
		Form:  []resource.Group{resource.Section("general", &n.Text, &n.DueOn, &n.AssigneeID)},
		Access: resource.Access{
			Read: role.NoteRead, Create: role.NoteWrite, Update: role.NoteWrite, Delete: role.NoteWrite,
			Restore: role.NoteWrite,
		},
		Trash: &resource.TrashBin[Note]{Field: &n.State, Value: Deleted, RestoredBy: "restore", Restore: undoInput},
		Actions: []resource.Action[Note]{
			resource.RecordAction("complete", role.NoteWrite, s.Complete).If(&n.State,
				Open).NoOpIn(Done).ForMany().UndoneBy("reopen", undoInput),
			resource.RecordAction("reopen", role.NoteWrite, s.Reopen).If(&n.State,
				Done).NoOpIn(Open).ForMany().UndoneBy("complete", undoInput),
			resource.RecordAction("snooze", role.NoteWrite, s.Snooze).If(&n.State, Open).ForMany().UndoneBy("snooze", dueBefore),
			resource.RecordAction("restore", role.NoteWrite, s.Restore).If(&n.State, Deleted),
		},
		Views: []resource.View[Note]{
			resource.ListView[Note]("note.beside", "/api/note/beside", role.NoteRead, s.recordConditions).
				Showing(append(row, &n.Text, &n.Mentions, &n.AssigneeID, &n.AuthorID, &n.EditedAt, &n.DoneAt, &n.DoneBy)...),
			resource.ListView[Note]("note.mine", "/api/note/mine", role.NoteRead, s.ownTasks).Showing(row...),
		},
		Calls: []resource.Endpoint{{
			Name: "note.people", Method: "GET", Path: "/api/note/people", Needs: []role.Permission{role.NoteRead},
			Handle: resource.Handle(s.people),
		}},
	})
}

// kindChoices are the resources that take notes, by which a list is narrowed.
func (s *Service) kindChoices() enum.List {
	return enum.List{Name: "noteEntity", Text: "resources.*.name", Values: s.kinds()}
}

// undoInput is the way to what a note was that needs no input.
func undoInput(context.Context, Note) (*resource.WayBack, error) {
	return &resource.WayBack{Input: resource.None{}}, nil
}

// dueBefore leads a task back to its due date.
func dueBefore(_ context.Context, was Note) (*resource.WayBack, error) {
	return &resource.WayBack{Input: Snoozing{was.DueOn}}, nil
}
