package mail_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	gomail "github.com/wneessen/go-mail"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

// fixture is a mail service with a clock that tests move.
type fixture struct {
	*mail.Service
	t      *testing.T
	now    time.Time
	portal string
	texts  map[string]string
	denied error // what Visible answers; Reads follows it
	paused bool
}

func open(t *testing.T, db *store.DB, out mail.Transport) *fixture {
	t.Helper()
	o := &fixture{
		t: t, now: time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC), portal: "https://portal.example/start",
		texts: map[string]string{
			"en/mail.user.verify.subject": "Confirm, %{name}",
			"en/mail.user.verify.body":    "Hello %{name},\n\n%{link}\nBye & thanks",
			"de/mail.user.verify.subject": "Bestätigen, %{name}", "de/mail.user.verify.body": "Hallo %{name},\n\n%{link}",
			"en/mail.application.rejected.subject": "Your application", "en/mail.application.rejected.body": "Not this time.",
		},
	}
	log := &audit.Log{DB: db, Now: func() time.Time { return o.now }}
	o.Service = mail.New(mail.Deps{
		DB: db, Audit: log.Record, Now: func() time.Time { return o.now }, Log: slog.New(slog.DiscardHandler), Send: out,
		Text: func(_ context.Context, _ int64, locale, key string) string { return o.texts[locale+"/"+key] },
		From: func(context.Context) (string, error) { return "Talent Team <talent@poolkeeper.example>", nil },
		Portal: func(context.Context) (string, error) {
			return o.portal, nil
		},
		Visible: func(context.Context, string, int64) error { return o.denied },
		Reads: func(ctx context.Context, _ string) bool {
			return o.denied == nil && role.From(ctx).Scope.IsUnlimited() && role.From(ctx).Can(role.FreelancerRead)
		},
		Held: func(context.Context) (bool, error) { return o.paused, nil },
	})
	return o
}

func verification() mail.Mail {
	return mail.Mail{
		Template: "user.verify", To: "noor@talent.example", Locale: "en", ClientID: 3,
		Params: map[string]string{"name": "Noor"}, Entity: "freelancer", EntityID: 7,
		Link: &mail.Link{Kind: "verify", Subject: "7", Valid: 72 * time.Hour},
	}
}

func (o *fixture) queue(m mail.Mail) (id int64) {
	o.t.Helper()
	if err := o.DB.Write(o.t.Context(), func(ctx context.Context) (err error) {
		id, err = o.Queue(ctx, m)
		return err
	}); err != nil {
		o.t.Fatal(err)
	}
	return id
}

// step sends what is due next and says whether there was anything.
func (o *fixture) step() bool {
	o.t.Helper()
	did, err := o.Step(o.t.Context(), "this copy")
	if err != nil {
		o.t.Fatal(err)
	}
	return did
}

func staff() *role.Caller {
	return &role.Caller{Kind: role.Admin, ID: 1, Permissions: role.PermissionsOf([]role.Role{role.CSM, role.TechSupport})}
}

// reply is the answer of a call.
type reply struct{ resourcetest.Answer }

// error is what was refused, or nil.
func (r reply) error() error {
	if r.Err == nil {
		return nil
	}
	return r.Err
}

// mails are those of a list, or the one that was asked for.
func (r reply) mails() (out []map[string]any) {
	list, isList := r.Body["results"].([]any)
	if !isList && r.Body != nil {
		return []map[string]any{r.Body}
	}
	for _, m := range list {
		out = append(out, m.(map[string]any))
	}
	return out
}

// call makes a call of somebody.
func (o *fixture) call(who *role.Caller, line string) reply {
	o.t.Helper()
	rt := &resource.Runtime{Write: o.DB.Write, Recheck: func(context.Context, *role.Caller) error { return nil }}
	reg := resource.NewRegistry(rt)
	reg.Add(mail.Resource(o.Service))
	return reply{resourcetest.Call{Endpoints: reg.Named("mail").Endpoints(), Who: who, Line: line}.Send(o.t)}
}

// all lists every mail there is, as somebody who may read the record of each.
func (o *fixture) all() (out []mail.Message) {
	o.t.Helper()
	page := o.call(staff(), "GET /api/mail?limit=100")
	text, err := json.Marshal(page.mails())
	if err := errors.Join(page.error(), err, json.Unmarshal(text, &out)); err != nil {
		o.t.Fatal(err)
	}
	return out
}

func (o *fixture) state(id int64) mail.Message {
	o.t.Helper()
	for _, m := range o.all() {
		if m.ID == id {
			return m
		}
	}
	o.t.Fatalf("no mail %d", id)
	return mail.Message{}
}

// outbox keeps what it is given and fails as it is told.
type outbox struct {
	sent []string
	ids  []string
	when []time.Time
	fail error
}

func (b *outbox) Send(_ context.Context, _ int64, m *gomail.Msg) error {
	var text strings.Builder
	if _, err := m.WriteTo(&text); err != nil {
		return err
	}
	b.sent, b.ids, b.when = append(b.sent, text.String()), append(b.ids, m.GetMessageID()), append(b.when, time.Now())
	return b.fail
}

func (*outbox) Discard(int64) {}

var token = regexp.MustCompile(`https://portal\.example/start\?token=3?D?([0-9a-f]{32})`)

// tokenOf reads the token of a message, whose lines may be wrapped.
func tokenOf(t *testing.T, text string) string {
	t.Helper()
	found := token.FindStringSubmatch(strings.NewReplacer("=\r\n", "", "=\n", "").Replace(text))
	if found == nil {
		t.Fatalf("no link in %s", text)
	}
	return found[1]
}
