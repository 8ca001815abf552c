package app

import (
	"time"

	"poolkeeper.example/extension-service/engine/notes"
)

// newNotes builds what staff write beside records. Accounts and mails come to be before it.
func (s *Service) newNotes() *notes.Service {
	n := notes.New(notes.Deps{
		DB: s.DB, Table: s.Table, Now: time.Now, Records: s.Registry, Staff: s.parts.staff, Mail: s.parts.mail.Queue,
		Text: s.mailText,
	})
	s.parts.mail.SetCondition(notes.Mentioned, n.IsMentionDue)
	return n
}
