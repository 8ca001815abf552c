package mail

import (
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Message is a mail as staff see it.
type Message struct {
	base resource.Record

	ID        int64             `json:"id"        kind:"id"`
	Version   int64             `json:"version"`
	Template  Template          `json:"template"`
	State     State             `json:"state"`
	Reason    Reason            `json:"reason"`
	Recipient string            `json:"recipient"`
	ReplyTo   string            `json:"replyTo"` // to whom the recipient answers; "" = to the sender of all mails
	Locale    string            `json:"locale"    kind:"locale"`
	ClientID  int64             `json:"clientId"  kind:"ref:client"` // whose texts are used; 0 = the default ones
	Params    map[string]string `json:"params"    kind:"json"`
	Entity    string            `json:"entity"`
	EntityID  int64             `json:"entityId"  kind:"id"`
	Attempts  int64             `json:"attempts"`
	Error     string            `json:"error"`
	Created   time.Time         `json:"created"`
	SendAt    time.Time         `json:"sendAt"`
	DueAt     time.Time         `json:"dueAt"` // of the next attempt; none unless it waits
	SentAt    time.Time         `json:"sentAt"`
	// as it goes out, in the answer of one mail alone
	Subject string `json:"subject"   store:"-"`
	Body    string `json:"body"      store:"-" kind:"longtext"` // likewise
}

// Base gives the engine what it needs of any record.
func (m *Message) Base() *resource.Record { return &m.base }

// Template names the texts of a mail.
type Template string

// Enum lists the templates of the product.
func (Template) Enum() enum.List {
	return enum.List{Name: "mailTemplate", Text: "enum.mailTemplate", Values: []string{
		"application.confirm", "application.rejected", "application.sendFailed", "consent.reminder",
		"freelancer.availability", "freelancer.documents", "freelancer.message", "msp.invite",
		"note.digest", "note.mention", "pool.invite", "pool.membershipReminder",
		"staff.addressChanged", "staff.factorAdded", "staff.factorRemoved", "staff.factorTakenOff", "staff.identityDropped",
		"staff.identityLinked",
		"staff.newDevice", "staff.passkeyAdded", "staff.passkeyRemoved", "staff.passwordChanged", "staff.passwordIssued",
		"staff.recoveryCodeUsed", "translation.digest",
		"user.verify",
	}}
}

// Reason says why a mail has failed or was cancelled; "" for any other.
type Reason string

// The reasons.
const (
	Refused       Reason = "REFUSED"    // the other side will never take it
	GaveUp        Reason = "GAVE_UP"    // every attempt has failed
	ByHand        Reason = "BY_HAND"    // somebody has cancelled it
	Withdrawn     Reason = "TAKEN_BACK" // what it tells of was taken back, or has happened otherwise
	NoLongerValid Reason = "NOT_MEANT"  // its reason did not hold any more when it was due
	Dropped       Reason = "DROPPED"    // somebody has dropped it after a restore
	Forgotten     Reason = "FORGOTTEN"  // its recipient was forgotten
)

// Enum lists the reasons.
func (Reason) Enum() enum.List {
	return enum.List{Name: "mailReason", Text: "enum.mailReason", Values: []string{
		string(Refused), string(GaveUp), string(ByHand), string(Withdrawn), string(NoLongerValid), string(Dropped),
		string(Forgotten),
	}}
}

// kinds lists what mails are about.
func kinds() enum.List {
	return enum.List{
		Name: "mailEntity", Text: "resources.*.name",
		Values: []string{"admin", "application", "client", "freelancer", "msp", "note"},
	}
}

// Resource declares mails to the admin.
func Resource(s *Service) resource.Declaration {
	m := new(Message)
	about := resource.Refs{
		&m.ID, &m.Version, &m.Template, &m.State, &m.Reason, &m.Recipient, &m.ReplyTo, &m.Locale, &m.ClientID, &m.Params,
		&m.Entity, &m.EntityID, &m.Attempts, &m.Error, &m.Created, &m.SendAt, &m.DueAt, &m.SentAt,
	}
	return resource.Declare(resource.Spec[Message]{
		Name:    "mail",
		Path:    "/mails",
		Route:   route,
		Of:      m,
		Store:   &messages{s},
		Title:   &m.Template,
		Status:  &m.State,
		Columns: resource.Refs{&m.Template, &m.State, &m.Reason, &m.Recipient, &m.Attempts, &m.DueAt, &m.Created},
		Hidden:  resource.Refs{&m.Entity, &m.EntityID, &m.Error, &m.ClientID, &m.Locale, &m.SendAt, &m.SentAt},
		Row:     about,
		Filters: resource.Refs{
			&m.State, &m.Template, &m.Reason, resource.Filter("entity", query.Is, &m.Entity).WithChoices(kinds), &m.EntityID,
			resource.Filter("since", query.AtLeast, &m.Created), resource.Filter("until", query.AtMost, &m.Created),
		},
		Access: resource.Access{Read: role.MailManage},
		Actions: []resource.Action[Message]{
			resource.RecordAction("resend", role.MailManage, s.resend).AtPath("/api/mail/{id}/resend").If(&m.State, Failed,
				Cancelled, StoredAsFile).ForMany(),
			resource.RecordAction("cancel", role.MailManage,
				s.cancel).AtPath("/api/mail/{id}/cancel").OrWith(role.ApplicationStatus).If(&m.State, Queued).ForMany(),
		},
		Views: []resource.View[Message]{
			resource.ListView[Message]("mail.about", "/api/mail", role.AuditRead, s.recordConditions).
				OrWith(role.ApplicationRead, role.FreelancerRead, role.MSPRead).Showing(about...),
		},
	})
}

const route = "/platform/mails"
