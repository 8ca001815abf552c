// Package mail writes mails in the transaction of the change that causes them and sends what is due.
package mail

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/role"
)

// Mail is one message to one person. Its texts are the message keys mail.<Template>.subject and .body.
type Mail struct {
	Template string            // name of its texts
	To       string            // address of the recipient
	Locale   string            // of the recipient; "" is English
	ClientID int64             // whose texts are used; 0 = the default ones
	Params   map[string]string // values of the placeholders of its texts
	Entity   string            // the record the mail is about
	EntityID int64             // the id of that record
	SendAt   time.Time         // zero = now
	Link     *Link             // an address that works once; nil = none
	Wording  Wording           // of one that somebody has written; else the texts of the template
	ReplyTo  string            // to whom the recipient answers, with or without a name; "" = to the sender of all mails
}

// Link is a single-use token in the mail's address, for the placeholder %{link} of the texts.
type Link struct {
	Kind    string        // who uses it, see OnLink
	Subject string        // its user's to read back
	Valid   time.Duration // how long it works
}

// Subject is what a link to somebody at an address is about: whoever follows it is held against both.
func Subject(id int64, address string) string { return strconv.FormatInt(id, 10) + " " + address }

// ParseSubject reads what Subject has made.
func ParseSubject(subject string) (id int64, address string, err error) {
	number, address, _ := strings.Cut(subject, " ")
	id, err = field.ParseID(number)
	return id, address, err
}

// State says what has become of a mail.
type State string

// The states.
const (
	Queued    State = "QUEUED"
	Sent      State = "SENT"
	Failed    State = "FAILED"
	Cancelled State = "CANCELLED"
	// StoredAsFile is SENT in the database, with kept_file: nobody has got it, since there is no server of mails.
	StoredAsFile State = "KEPT_AS_FILE"
)

// shownState is the state of a mail m as staff see it.
const shownState = "CASE WHEN m.kept_file = 1 THEN 'KEPT_AS_FILE' ELSE m.state END"

// Enum lists the states.
func (State) Enum() enum.List {
	return enum.List{
		Name: "mailState", Text: "enum.mailState",
		Values: []string{string(Queued), string(Sent), string(Failed), string(Cancelled), string(StoredAsFile)},
	}
}

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB    *store.DB
	Audit func(ctx context.Context, entries ...store.Entry) error
	Now   func() time.Time
	Log   *slog.Logger
	Send  Transport
	// PerSecond is how many mails leave in a second at most; 0 means 10.
	PerSecond int

	// Held says whether nothing may be sent: after a restore, until somebody has released it.
	Held func(ctx context.Context) (bool, error)
	// Text returns one text of a client (0 = default) in a locale, or "".
	Text func(ctx context.Context, clientID int64, locale, key string) string
	// From is whom mails come from, Portal the page that their links lead to.
	From, Portal func(ctx context.Context) (string, error)
	// Visible answers NOT_FOUND for a record the caller may not see and FORBIDDEN for one of a kind it may not read.
	Visible func(ctx context.Context, entity string, id int64) error
	// Reads says whether the caller may read every record of a kind.
	Reads func(ctx context.Context, entity string) bool
	// Watch is told when a mail is sent, by template, and what has become of it.
	Watch store.Work
}

// Service queues mails and answers for them.
type Service struct {
	Deps
	conditions map[string]func(ctx context.Context, m Mail) (bool, error)
	links      map[string]func(ctx context.Context, subject string) (string, error)
	wakeups    chan struct{}
}

// New returns a service that sends nothing until Run.
func New(d Deps) *Service {
	return &Service{
		Deps:       d,
		conditions: map[string]func(context.Context, Mail) (bool, error){},
		links:      map[string]func(context.Context, string) (string, error){},
		wakeups:    make(chan struct{}, 1),
	}
}

// SetCondition has still asked before a mail of the template is sent; when its reason is gone the mail is CANCELLED.
// Declare it before Run.
func (s *Service) SetCondition(template string, still func(ctx context.Context, m Mail) (bool, error)) {
	s.conditions[template] = still
}

// OnLink has use called when somebody opens a link of that kind, inside a transaction, as the system. message is the
// key of what the page says then. Declare it before the first request.
func (s *Service) OnLink(kind string, use func(ctx context.Context, subject string) (message string, err error)) {
	s.links[kind] = use
}

// Queue writes a mail in the transaction of ctx.
func (s *Service) Queue(ctx context.Context, m Mail) (id int64, err error) {
	if m.To = canonical.Email(m.To); !canonical.IsEmail(m.To) {
		return 0, fmt.Errorf("mail %s: the recipient has no address", m.Template)
	}
	params, err := json.Marshal(maps.Clone(m.Params))
	if err != nil {
		return 0, err
	}
	now := s.Now()
	if m.SendAt.IsZero() {
		m.SendAt = now
	}
	var link Link
	if m.Link != nil {
		link = *m.Link
	}
	_, err = s.DB.Row(ctx, []any{&id}, `
		INSERT INTO mails (template, recipient, recipient_key, locale, client_id, params, entity, entity_id, state, attempts,
			error,
		                   send_at, due_at, created, link_kind, link_subject, link_valid, request_id, origin, subject, body,
		                   reply_to)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, '', $10, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
		RETURNING id`,
		m.Template, m.To, addressKey(m.To), m.Locale, m.ClientID, string(params), m.Entity, m.EntityID, string(Queued),
		m.SendAt.UnixMilli(), now.UnixMilli(), link.Kind, link.Subject, link.Valid.Milliseconds(), role.From(ctx).RequestID,
		s.DB.Origin(ctx), m.Wording.Subject, m.Wording.Body, m.ReplyTo)
	store.AfterCommit(ctx, s.Wake)
	resource.ReportMail(ctx)
	return id, err
}

// Cancel takes back what is still QUEUED of a template about a record, in the transaction of ctx, and says how many.
func (s *Service) Cancel(ctx context.Context, entity string, entityID int64, template string) (int, error) {
	n, err := s.DB.Exec(ctx, `
		UPDATE mails
		   SET state = $1, reason = $2, version = version + 1
		 WHERE entity = $3 AND entity_id = $4 AND template = $5 AND state = $6`,
		string(Cancelled), string(Withdrawn), entity, entityID, template, string(Queued))
	return int(n), err
}

// SentToday counts the mails of a template to an address within the last 24 hours, those still waiting included.
func (s *Service) SentToday(ctx context.Context, template, to string) (int, error) {
	var n int
	_, err := s.DB.Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM mails
		 WHERE recipient_key = $1 AND template = $2 AND created > $3 AND state <> $4`,
		addressKey(to), template, s.Now().Add(-24*time.Hour).UnixMilli(), string(Cancelled))
	return n, err
}

// addressKey is the form in which two addresses of one person are the same.
func addressKey(address string) string { return canonical.EmailKey(address) }

// Forms are the columns of mails that are made of the addresses they go to.
func (s *Service) Forms() store.Forms {
	return store.Forms{
		Table: "mails", From: []string{"recipient"}, Into: []string{"recipient_key"},
		Make: func(from []string) []string { return []string{addressKey(from[0])} },
	}
}

// system is ctx acting for the mail queue.
func system(ctx context.Context) context.Context { return role.AsSystem(ctx, "mail") }

// Ping says whether the mail server, where there is one, can be reached.
func (s *Service) Ping(ctx context.Context) error {
	if server, ok := s.Send.(*Server); ok {
		return server.Ping(ctx)
	}
	return nil
}
