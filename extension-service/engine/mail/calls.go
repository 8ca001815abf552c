package mail

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Endpoints are the calls beside those of the resource.
func (s *Service) Endpoints() []resource.Endpoint {
	return []resource.Endpoint{{
		Name: "mail.open", Method: "POST", Path: "/api/mailLink", Public: true,
		Handle: resource.Handle(s.Open),
	}}
}

// aboutRecord asks for the mails about one record.
type aboutRecord struct {
	Entity string `query:"entity" check:"max=40"`
	State  State  `query:"state"`
	resource.Paging
}

// RequestedPaging says that an id beside an entity names the record, not a mail.
func (q aboutRecord) RequestedPaging() resource.Paging {
	p := q.Paging
	if q.isOne() {
		p.Only = nil
	}
	return p
}

func (q aboutRecord) isOne() bool { return q.Entity != "" && len(q.Only) == 1 }

// recordConditions narrows to the mails of one record for those who may read it, or with audit.read to any. NOT_FOUND
// for a record outside the caller's scope, VALIDATION when neither is asked for.
func (s *Service) recordConditions(ctx context.Context, q aboutRecord) (where []query.Cond, err error) {
	if err := s.checkAccess(ctx, q); err != nil {
		return nil, err
	}
	m := new(Message)
	narrow := func(at resource.Ref, value any) { where = append(where, query.Where(m, at, value)) }
	if q.Entity != "" {
		narrow(&m.Entity, q.Entity)
	}
	if q.isOne() {
		narrow(&m.EntityID, q.Only[0])
	}
	if q.State != "" {
		narrow(&m.State, string(q.State))
	}
	return where, nil
}

func (s *Service) checkAccess(ctx context.Context, q aboutRecord) error {
	reads := role.From(ctx).Can(role.AuditRead)
	if q.isOne() {
		err := s.Visible(ctx, q.Entity, q.Only[0])
		if fault.KindOf(err) == fault.Denied && reads {
			return nil
		}
		return err
	}
	if reads {
		return nil
	}
	bad := fault.Validation() // without audit.read one asks for the mails of a record
	if q.Entity == "" {
		bad.Field("entity", "validation.required", nil)
	}
	return bad.Field("id", "validation.required", nil)
}

// row is a mail, locked inside a transaction.
func (s *Service) row(ctx context.Context, id int64) (*row, error) {
	found, err := s.find(ctx, "m.id = $1"+s.DB.Lock(ctx), id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, unknown(id)
	}
	return found[0], nil
}

// cancel takes back a mail that waits. Without mail.manage only one about an application is there: NOT_FOUND for any
// other.
func (s *Service) cancel(ctx context.Context, m *Message, _ resource.None) (resource.Shown[Message], error) {
	if m.Entity != "application" && !role.From(ctx).Can(role.MailManage) {
		return resource.Shown[Message]{}, unknown(m.ID)
	}
	return s.changeByHand(ctx, m, manualChange{state: Cancelled, reason: ByHand, due: m.SendAt, act: "mail.cancel"})
}

// resend lets a mail that has failed, or was cancelled, wait again; not before the hold that it was written with is
// over. TRANSITION_NOT_ALLOWED when its recipient was forgotten or what it tells of does not hold any more.
func (s *Service) resend(ctx context.Context, m *Message, _ resource.None) (resource.Shown[Message], error) {
	r, err := s.row(ctx, m.ID)
	if err != nil {
		return resource.Shown[Message]{}, err
	}
	block := ""
	if r.To == "" {
		block = "mail.block.forgotten"
	} else if isValid, err := s.isStillValid(ctx, r); err != nil {
		return resource.Shown[Message]{}, err
	} else if !isValid {
		block = "mail.block.notMeant"
	}
	if block != "" {
		return resource.Shown[Message]{}, fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED",
			"the mail is not to be sent any more").
			With("blockedBy", []resource.Block{{Key: block}})
	}
	due := s.Now()
	if due.Before(r.SendAt) {
		due = r.SendAt
	}
	return s.changeByHand(ctx, m, manualChange{state: Queued, due: due, act: "mail.resend"})
}

// manualChange is what a mail becomes by hand.
type manualChange struct {
	state  State
	reason Reason
	due    time.Time
	act    string
}

// changeByHand writes what a mail becomes, and that somebody did it into the history of its record.
func (s *Service) changeByHand(ctx context.Context, m *Message, to manualChange) (out resource.Shown[Message],
	err error,
) {
	if _, err := s.DB.Exec(ctx, `
		UPDATE mails
		   SET state = $1, kept_file = 0, reason = $2, due_at = $3, version = version + 1,
		       attempts = CASE WHEN $1 = 'QUEUED' THEN 0 ELSE attempts END,
		       error = CASE WHEN $1 = 'QUEUED' THEN '' ELSE error END
		 WHERE id = $4`, string(to.state), string(to.reason), to.due.UnixMilli(), m.ID); err != nil {
		return out, err
	}
	if to.state == Queued {
		store.AfterCommit(ctx, s.Wake)
	}
	err = s.Audit(ctx, store.Entry{
		Entity: m.Entity, ID: m.EntityID, ClientID: m.ClientID,
		Act:   resource.Act{Action: to.act, Unguarded: resource.ActOf(ctx).Unguarded},
		After: map[string]any{"mailId": m.ID, "template": m.Template},
	})
	if err != nil {
		return out, err
	}
	now, err := (&messages{s}).Get(ctx, m.ID)
	return resource.Show(&now), err
}
