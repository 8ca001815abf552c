package mail_test

import (
	"context"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// written is a mail in the words of somebody.
func written() mail.Mail {
	m := verification()
	m.Wording = mail.Wording{Subject: "Hello from Mara", Body: "Dear Noor <b>,\n\nplease confirm: %{link}\n\nMara"}
	return m
}

// What somebody has written leaves as it was written, with the address in place of its placeholder.
func TestWording_OfAWrittenMail_ReplacesTheTextsOfTheTemplate(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		out := &outbox{}
		o := open(t, db, out)
		id := o.queue(written())
		shown := o.call(staff(), "GET /api/mails/1").Body
		if want := "Dear Noor <b>,\n\nplease confirm: https://portal.example/start?token=•••\n\nMara"; shown["body"] != want ||
			shown["subject"] != "Hello from Mara" {
			t.Errorf("shown are %q and %q", shown["subject"], shown["body"])
		}
		o.step()
		if o.state(id).State != mail.Sent || !strings.Contains(out.sent[0], "Subject: Hello from Mara") ||
			strings.Contains(out.sent[0], "Auto-Submitted") || strings.Contains(out.sent[0], "%{link}") ||
			!strings.Contains(out.sent[0], "&lt;b&gt;") {
			t.Errorf("it left as %s", out.sent[0])
		}
		tokenOf(t, out.sent[0])
	})
}

// The words of a mail name whomever the writer thought of: nobody else reads them, and they go with the person.
func TestWording_OfAWrittenMail_IsHiddenAndErased(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		o := open(t, db, &outbox{})
		id := o.queue(written())
		o.denied = resource.Forbidden(role.FreelancerRead)
		if masked := o.call(staff(), "GET /api/mails/1").Body; masked["subject"] != "•••" || masked["body"] != "•••" {
			t.Errorf("to others: %q, %q", masked["subject"], masked["body"])
		}
		if err := db.Write(t.Context(), func(ctx context.Context) error {
			_, err := o.EraseRecipient(ctx, "freelancer", 7, "")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		n, err := db.IDs(t.Context(), "SELECT id FROM mails WHERE id = $1 AND subject = '' AND body = ''", id)
		if err != nil || len(n) != 1 {
			t.Errorf("its words are still there: %v", err)
		}
	})
}

func TestDraft_OfATemplate_IsFilledButForItsLink(t *testing.T) {
	t.Parallel()
	o := open(t, pgtest.SQLite(t), &outbox{})
	m := verification()
	m.Locale = "de"
	want := mail.Wording{Subject: "Bestätigen, Noor", Body: "Hallo Noor,\n\n%{link}"}
	if got := o.Draft(t.Context(), m); got != want {
		t.Errorf("%q", got)
	}
}

func TestWording_Check_NamesHolesAndAMissingLink(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		words   mail.Wording
		hasLink bool
		want    string // the fields that are wrong
	}{
		"plain":                     {mail.Wording{Subject: "Hi", Body: "100 % sure"}, false, ""},
		"with its link":             {mail.Wording{Subject: "Hi", Body: "%{link}"}, true, ""},
		"without its link":          {mail.Wording{Subject: "Hi", Body: "here"}, true, "body"},
		"a link that leads nowhere": {mail.Wording{Subject: "Hi", Body: "%{link}"}, false, "body"},
		"a link in the subject":     {mail.Wording{Subject: "%{link}", Body: "%{link}"}, true, "subject"},
		"a hole":                    {mail.Wording{Subject: "Hi", Body: "Hello %{name}"}, false, "body"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bad := fault.Validation()
			tc.words.Check(tc.hasLink, bad)
			var fields []string
			for field := range bad.Fields {
				fields = append(fields, field)
			}
			if got := strings.Join(fields, ","); got != tc.want {
				t.Errorf("wrong are %q, want %q", got, tc.want)
			}
		})
	}
}
