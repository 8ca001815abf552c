package mail

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/store"
)

// Answer is a mail as readers see it.
type Answer struct {
	ID        int64             `json:"id" kind:"id"`
	Template  string            `json:"template"`
	Recipient string            `json:"recipient"`
	Locale    string            `json:"locale"`
	Params    map[string]string `json:"params"`
	Entity    string            `json:"entity"`
	EntityID  int64             `json:"entityId" kind:"id"`
	SendAt    *string           `json:"sendAt"`
	State     State             `json:"state"`
	Attempts  int64             `json:"attempts"`
	Error     string            `json:"error"`
	Created   *string           `json:"created"`
	SentAt    *string           `json:"sentAt"`
}

// Query narrows the list of mails.
type Query struct {
	Entity string  `query:"entity" check:"max=40"`
	ID     []int64 `query:"id"     kind:"id" check:"max=200"` // of the record beside an entity, else of the mails
	State  State   `query:"state"`
	Sort   string  `query:"s"      check:"max=200"`
	resource.Window
}

// about is the record whose mails are asked for.
func (q Query) about() (entity string, id int64, ok bool) {
	if q.Entity == "" || len(q.ID) != 1 {
		return "", 0, false
	}
	return q.Entity, q.ID[0], true
}

var sortColumns = map[string]string{
	"id": "id", "template": "template", "state": "state", "entity": "entity", "entityId": "entity_id", "created": "created", "sendAt": "send_at",
	"sentAt": "coalesce(sent_at, 0)", "attempts": "attempts",
}

// One names a mail.
type One struct {
	ID int64 `path:"id"`
}

// Endpoints are the calls of mails.
func (s *Service) Endpoints() []resource.Endpoint {
	readers := []role.Permission{role.ApplicationRead, role.FreelancerRead, role.MSPRead, role.AuditRead}
	return []resource.Endpoint{
		{Name: "mail.list", Method: "GET", Path: "/api/mail", Needs: readers, Handle: resource.Handle(s.List)},
		{Name: "mail.cancel", Method: "POST", Path: "/api/mail/{id}/cancel", Needs: []role.Permission{role.ApplicationStatus}, Handle: resource.Handle(s.CancelOne)},
		{Name: "mail.open", Method: "POST", Path: "/api/mailLink", Public: true, Handle: resource.Handle(s.Open)},
	}
}

// List answers the mails about one record to those who may read it, or with audit.read all of them: then nobody can be
// told from what is answered. NOT_FOUND for a record outside the caller's scope, VALIDATION when neither is asked for.
func (s *Service) List(ctx context.Context, q Query) (resource.List[Answer], error) {
	out := resource.List[Answer]{Results: []Answer{}}
	open, err := s.mayRead(ctx, q)
	if err != nil {
		return out, err
	}
	order, err := resource.OrderBy(q.Sort, sortColumns, "id DESC")
	if err != nil {
		return out, err
	}
	where, args := s.where(ctx, q, open)
	if _, err := s.DB.Row(ctx, []any{&out.TotalResults}, "SELECT count(*) FROM mails WHERE "+where, args...); err != nil {
		return out, err
	}
	offset, limit := q.PageOf(len(q.ID))
	args = append(args, limit, offset)
	n := len(args)
	found, err := s.find(ctx, where+order+" LIMIT $"+strconv.Itoa(n-1)+" OFFSET $"+strconv.Itoa(n), args...)
	for _, r := range found {
		a := r.answer()
		if !open {
			a.mask()
		}
		out.Results = append(out.Results, a)
	}
	return out, err
}

// mayRead says whether the caller reads the mails of q as the record's reader; else it has to hold audit.read.
func (s *Service) mayRead(ctx context.Context, q Query) (bool, error) {
	who := role.From(ctx)
	if entity, id, ok := q.about(); ok {
		err := s.Visible(ctx, entity, id)
		if err == nil {
			return true, nil
		}
		if fault.KindOf(err) != fault.Denied || !who.Can(role.AuditRead) {
			return false, err
		}
	}
	if who.Can(role.AuditRead) {
		return false, nil
	}
	bad := fault.Validation() // without audit.read one asks for the mails of a record
	if q.Entity == "" {
		bad.Field("entity", "validation.required", nil)
	}
	return false, bad.Field("id", "validation.required", nil)
}

// where is the condition of a list. Whoever does not come through a record is kept to the clients of the own scope.
func (s *Service) where(ctx context.Context, q Query, open bool) (string, []any) {
	parts, args := []string{"1 = 1"}, store.Args{}
	narrow := func(column string, values ...any) {
		parts = append(parts, column+" IN "+store.OneOf(values, args.Add))
	}
	column := "id"
	if q.Entity != "" {
		narrow("entity", q.Entity)
		column = "entity_id"
	}
	if len(q.ID) > 0 {
		narrow(column, resource.IDs(q.ID)...)
	}
	if q.State != "" {
		narrow("state", string(q.State))
	}
	if scope := role.From(ctx).Scope; !open && !scope.Everything() {
		narrow("client_id", resource.IDs(scope.ClientIDs)...)
	}
	return strings.Join(parts, " AND "), args
}

// CancelOne takes back a mail about an application that has not been sent. NOT_FOUND for any other and outside the
// caller's scope, TRANSITION_NOT_ALLOWED once it is no longer QUEUED.
func (s *Service) CancelOne(ctx context.Context, in One) (answer Answer, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		found, err := s.find(ctx, "id = $1"+s.DB.Lock(ctx), in.ID)
		if err != nil {
			return err
		}
		if len(found) == 0 || found[0].Entity != "application" {
			return fault.New(fault.NotFound, "NOT_FOUND", "no mail %d about an application", in.ID)
		}
		r := found[0]
		if err := s.Visible(ctx, r.Entity, r.EntityID); err != nil {
			return err
		}
		if r.State != Queued {
			return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "the mail is %s", r.State)
		}
		if _, err := s.DB.Exec(ctx, `UPDATE mails SET state = $1 WHERE id = $2`, string(Cancelled), r.ID); err != nil {
			return err
		}
		r.State = Cancelled
		answer = r.answer()
		return s.Audit(ctx, store.Entry{
			Entity: r.Entity, ID: r.EntityID, ClientID: r.ClientID, Act: resource.Act{Action: "mail.cancel"},
			After: map[string]any{"mailId": r.ID, "template": r.Template},
		})
	})
	return answer, err
}

func (r *row) answer() Answer {
	a := Answer{
		ID: r.ID, Template: r.Template, Recipient: r.To, Locale: r.Locale, Params: r.Params, Entity: r.Entity, EntityID: r.EntityID,
		SendAt: resource.InstantOrNull(r.SendAt), State: r.State, Attempts: r.Attempts, Error: r.Error, Created: resource.InstantOrNull(r.Created), SentAt: resource.InstantOrNull(r.SentAt),
	}
	if a.Params == nil {
		a.Params = map[string]string{}
	}
	return a
}

const hidden = "•••"

// mask leaves of a mail what says nothing about a person: the domain of the address, the names of the values.
func (a *Answer) mask() {
	local, domain, _ := strings.Cut(a.Recipient, "@")
	if a.Recipient != "" {
		_, n := utf8.DecodeRuneInString(local)
		a.Recipient = local[:n] + hidden + "@" + domain
	}
	masked := make(map[string]string, len(a.Params))
	for name := range a.Params {
		masked[name] = hidden
	}
	a.Params = masked
	if a.Error != "" {
		a.Error = hidden // servers quote addresses
	}
}
