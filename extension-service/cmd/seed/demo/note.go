package demo

import (
	"context"
	"fmt"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/notes"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// written is a note of the demonstration: beside which record it stands, how many days ago somebody wrote it, and in
// how many days it is due as a task of its author.
type written struct {
	entity  string
	id      int64
	ago     int
	text    string
	isTask  bool
	dueDays int
}

var writtenNotes = []written{
	{entity: "freelancer", id: 1, ago: 9, text: "Prefers calls after 16:00. Moves to Lyon in spring."},
	{entity: "freelancer", id: 1, ago: 4, text: "Ask for the renewed work permit.", isTask: true, dueDays: -1},
	{entity: "freelancer", id: 2, ago: 3, text: "Would take a contract of three days a week."},
	{entity: "freelancer", id: 3, ago: 2, text: "Call about the new day rate.", isTask: true, dueDays: 2},
	{entity: "client", id: 1, ago: 12, text: "Purchasing wants every rate with two decimals."},
	{entity: "client", id: 2, ago: 6, text: "Send the framework contract for 2027.", isTask: true, dueDays: 9},
	{entity: "msp", id: 1, ago: 8, text: "New contact for invoices since October."},
}

// scheduleNotes lets staff write their notes beside people, clients and providers, each on its day.
func (f *generator) scheduleNotes() {
	table := store.NewTable[notes.Note](f.db, store.Config{
		Name: "notes", Entity: notes.Entity, Subject: store.Subject{Entity: resource.Person, Field: "freelancerId"},
		Audit: f.log.Record, Now: f.log.Now,
	})
	author := f.actors[0]
	for _, w := range writtenNotes {
		f.schedule(f.today.AddDate(0, 0, -w.ago), func(ctx context.Context) error {
			n := w.newNote(author.ID, f.today)
			if err := table.Create(role.With(ctx, author), &n); err != nil {
				return fmt.Errorf("note %q: %w", w.text, err)
			}
			return nil
		})
	}
}

func (w written) newNote(author int64, today time.Time) notes.Note {
	n := notes.Note{Entity: w.entity, EntityID: w.id, Text: w.text, State: notes.WithoutTask, AuthorID: author}
	switch w.entity {
	case resource.Person:
		n.FreelancerID = w.id
	case "client":
		n.ClientID = w.id
	}
	if w.isTask {
		n.State, n.AssigneeID, n.DueOn = notes.Open, &author, date.FromTime(today.AddDate(0, 0, w.dueDays))
	}
	return n
}
