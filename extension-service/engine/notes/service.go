package notes

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB      *store.DB
	Table   func(store.Config) store.Config // completes the declaration of a table
	Now     func() time.Time
	Records *resource.Registry
	Staff   Staff
	Mail    func(ctx context.Context, m mail.Mail) (id int64, err error)
	// Text is one text of a client (0 = default) in a locale, or "".
	Text func(ctx context.Context, clientID int64, locale, key string) string
}

// Staff are those who write notes, do tasks and are mentioned.
type Staff interface {
	// AtWork lists those who may sign in and whose name contains a text, by name, each as the caller they would be.
	AtWork(ctx context.Context, text string) ([]*role.Caller, error)
	// CallerFor is one of them. UNAUTHENTICATED for a closed account.
	CallerFor(ctx context.Context, id int64) (*role.Caller, error)
	// NamesOf are the names of accounts, closed ones too.
	NamesOf(ctx context.Context, ids []int64) (map[int64]string, error)
}

// Service answers for notes. Whoever may read a record reads its notes: the table keeps every statement to them.
type Service struct {
	*store.Table[Note, *Note]
	deps Deps
}

// New returns the service.
func New(d Deps) *Service {
	s := &Service{deps: d}
	s.Table = store.NewTable[Note](d.DB, d.Table(store.Config{
		Name: "notes", Entity: Entity, Owners: s.readable,
		Subject: store.Subject{Entity: resource.Person, Field: "freelancerId"},
	}))
	s.Computes(s.fillNames, "summary", "assigneeName", "mentions", "isEditable").From("text", "assigneeId", "authorId")
	s.Computes(s.fillRecords, "recordTitle", "recordHandle").From("entity", "entityId")
	return s
}

// kinds are the resources that take notes.
func (s *Service) kinds() (out []string) {
	for _, r := range s.deps.Records.All() {
		if r.Facts().Notes {
			out = append(out, r.Facts().Name)
		}
	}
	return out
}

// readable are those of them that a caller may read.
func (s *Service) readable(who *role.Caller) (out []string) {
	for _, r := range s.deps.Records.All() {
		if about := r.Facts(); about.Notes && who.CanAny(about.Read) {
			out = append(out, about.Name)
		}
	}
	return out
}

// holder is the record that a note stands beside, as the caller sees it. NOT_FOUND outside the scope or where nothing
// takes notes, FORBIDDEN for a kind that the caller may not read.
func (s *Service) holder(ctx context.Context, entity string, id int64) (resource.Holder, error) {
	r := s.deps.Records.Named(entity)
	if r == nil || !r.Facts().Notes {
		return resource.Holder{}, fault.New(fault.NotFound, "NOT_FOUND", "no record %q takes notes", entity)
	}
	if needs := r.Facts().Read; !role.From(ctx).CanAny(needs) {
		return resource.Holder{}, resource.Forbidden(needs...)
	}
	return r.Holder(ctx, id)
}

// Check holds a note that is written against the record beside which it stands, its assignee and the people it
// mentions. FORBIDDEN for a record of a kind that the caller may not read.
func (s *Service) Check(ctx context.Context, old Note, n *Note, bad *fault.Error) error {
	if _, err := s.holder(ctx, n.Entity, n.EntityID); err != nil {
		if fault.KindOf(err) != fault.NotFound {
			return err
		}
		bad.Field("entityId", "validation.reference", nil)
		return nil
	}
	if n.AssigneeID == nil && n.DueOn != "" {
		n.AssigneeID = new(role.From(ctx).ID)
	}
	if isNew := old.AssigneeID == nil || n.AssigneeID == nil || *old.AssigneeID != *n.AssigneeID; isNew &&
		n.AssigneeID != nil {
		if err := s.checkReader(ctx, n, *n.AssigneeID, func() {
			bad.Field("assigneeId", "validation.staff", nil)
		}); err != nil {
			return err
		}
	}
	for _, id := range newMentions(old.Text, n.Text) {
		if err := s.checkReader(ctx, n, id, func() { bad.Field("text", "note.mentionCannotRead", nil) }); err != nil {
			return err
		}
	}
	return nil
}

// Create writes a note. NOT_EDITABLE beside a record in the trash.
func (s *Service) Create(ctx context.Context, n *Note) error {
	h, err := s.holder(ctx, n.Entity, n.EntityID)
	if err != nil {
		return err
	}
	if h.IsInTrash {
		return inTrash(n)
	}
	n.AuthorID, n.FreelancerID, n.ClientID, n.LegalEntityID = role.From(ctx).ID, h.PersonID, h.ClientID, h.LegalEntityID
	n.State = n.stateNow()
	if err := s.Table.Create(ctx, n); err != nil {
		return err
	}
	return s.mention(ctx, n, h)
}

// Update writes what its author, or whoever administers accounts, has edited. FORBIDDEN for others, NOT_EDITABLE beside
// a record in the trash.
func (s *Service) Update(ctx context.Context, old Note, n *Note) error {
	h, err := s.holder(ctx, n.Entity, n.EntityID)
	if err != nil {
		return err
	}
	if !isEditable(ctx, old) {
		return resource.Forbidden(role.AdminUserWrite)
	}
	if h.IsInTrash {
		return inTrash(n)
	}
	if n.Text != old.Text {
		n.EditedAt = s.Now()
	}
	if n.AssigneeID == nil {
		n.DueOn, n.DoneAt, n.DoneBy = "", time.Time{}, ""
	}
	n.State = n.stateNow()
	if err := s.Table.Update(ctx, old, n); err != nil {
		return err
	}
	return s.mention(ctx, n, h)
}

// Delete puts a note into the trash, for its author or whoever administers accounts. With its person it goes for good.
// FORBIDDEN.
func (s *Service) Delete(ctx context.Context, n *Note) error {
	if role.From(ctx).Kind == role.System {
		return s.remove(ctx, n)
	}
	if !isEditable(ctx, *n) {
		return resource.Forbidden(role.AdminUserWrite)
	}
	old := *n
	n.State, n.DeletedAt = Deleted, s.Now()
	return s.Table.Update(ctx, old, n)
}

// remove deletes a note for good, with the memory of whom it has mentioned.
func (s *Service) remove(ctx context.Context, n *Note) error {
	if _, err := s.DB().Exec(ctx, `DELETE FROM note_mentions WHERE note_id = $1`, n.ID); err != nil {
		return err
	}
	return s.Table.Delete(ctx, n)
}

// Restore takes a note out of the trash, for those who may delete it. FORBIDDEN.
func (s *Service) Restore(ctx context.Context, n *Note, _ resource.None) (resource.Shown[Note], error) {
	if !isEditable(ctx, *n) {
		return resource.Shown[Note]{}, resource.Forbidden(role.AdminUserWrite)
	}
	return s.saveChange(ctx, n, func() {
		n.DeletedAt = time.Time{}
		n.State = n.stateNow()
	})
}

// MoveTo makes a note about one person one about another, beside whose record it stands then.
func (s *Service) MoveTo(ctx context.Context, old Note, person int64) error {
	n := old
	if n.FreelancerID = person; n.Entity == resource.Person {
		n.EntityID = person
	}
	return s.Table.Update(ctx, old, &n)
}

// saveChange saves what change does to a note, and answers the note as it is then.
func (s *Service) saveChange(ctx context.Context, n *Note, change func()) (resource.Shown[Note], error) {
	old := *n
	change()
	if err := s.Table.Update(ctx, old, n); err != nil {
		return resource.Shown[Note]{}, err
	}
	now, err := s.Get(ctx, n.ID)
	return resource.Show(&now), err
}

// isEditable says whether the caller may edit and delete a note: its author, and whoever administers accounts.
func isEditable(ctx context.Context, n Note) bool {
	who := role.From(ctx)
	return who.Kind == role.System || who.Kind == role.Admin && who.ID == n.AuthorID || who.Can(role.AdminUserWrite)
}

func inTrash(n *Note) error {
	return fault.New(fault.Conflict, "NOT_EDITABLE", "%s %d is in the trash", n.Entity, n.EntityID)
}
