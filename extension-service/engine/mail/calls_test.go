package mail_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestErasure_MailsOfAPerson_AreErased(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		dir := filepath.Join(t.TempDir(), "mail")
		o := open(t, db, mail.Folder{Dir: dir})
		o.queue(verification())
		o.step()
		waiting := o.queue(mail.Mail{
			Template: "application.rejected", To: "Noor@talent.example", Entity: "application",
			EntityID: 5, SendAt: o.now.Add(time.Hour),
		})
		other := verification()
		other.To, other.EntityID = "kim@talent.example", 8
		remaining := o.queue(other)
		var n int
		err := db.Write(t.Context(), func(ctx context.Context) (err error) {
			n, err = o.EraseRecipient(ctx, "freelancer", 7, "noor@talent.example")
			return err
		})
		if err != nil || n != 2 {
			t.Fatal(n, err)
		}
		if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 0 {
			t.Errorf("left: %v", files)
		}
		if got := o.state(waiting); got.State != mail.Cancelled || got.Recipient != "" {
			t.Errorf("%+v", got)
		}
		if got := o.state(remaining); got.State != mail.Queued || got.Recipient == "" {
			t.Errorf("%+v", got)
		}
	})
}

func TestMails_Permissions_DetermineWhatIsRead(t *testing.T) {
	t.Parallel()
	db := pgtest.SQLite(t)
	open(t, db, &outbox{}).queue(verification())
	holding := func(ps ...role.Permission) *role.Caller {
		return &role.Caller{Kind: role.Admin, ID: 1, Permissions: ps}
	}
	csm := &role.Caller{Kind: role.Admin, ID: 1, Permissions: role.PermissionsOf([]role.Role{role.CSM})}
	tech := &role.Caller{Kind: role.Admin, ID: 2, Permissions: role.PermissionsOf([]role.Role{role.TechSupport})}
	elsewhere := &role.Caller{
		Kind: role.Admin, ID: 3, Permissions: csm.Permissions,
		Scope: role.Scope{ClientIDs: []int64{9}},
	}
	here := &role.Caller{Kind: role.Admin, ID: 4, Permissions: csm.Permissions, Scope: role.Scope{ClientIDs: []int64{3}}}
	denied, gone := resource.Forbidden(role.FreelancerRead), fault.New(fault.NotFound, "NOT_FOUND", "")
	const unmasked, masked = "noor@talent.example", "n•••@talent.example"
	for name, tc := range map[string]struct {
		who       *role.Caller
		call      string
		visible   error
		want      fault.Kind
		recipient string
	}{
		"of a record one reads":        {csm, "/api/mail?entity=freelancer&id=7", nil, "", unmasked},
		"of a record out of reach":     {csm, "/api/mail?entity=freelancer&id=7", gone, fault.NotFound, ""},
		"of a record, with audit.read": {tech, "/api/mail?entity=freelancer&id=7", denied, "", masked},
		"of a kind one may not read": {
			holding(role.MSPRead), "/api/mail?entity=freelancer&id=7", denied, fault.Denied,
			"",
		},
		"by id, without audit.read":      {csm, "/api/mail?id=7", nil, fault.Invalid, ""},
		"any, with audit.read":           {tech, "/api/mail", denied, "", masked},
		"all, without mail.manage":       {holding(role.AuditRead), "/api/mails", nil, fault.Denied, ""},
		"all, with mail.manage":          {tech, "/api/mails", denied, "", masked},
		"all, who reads the records too": {csm, "/api/mails", nil, "", unmasked},
		"all, in the scope of another":   {elsewhere, "/api/mails", nil, "", ""},
		"all, in its scope":              {here, "/api/mails", nil, "", masked},
		"of a record, in its scope":      {here, "/api/mails?entity=freelancer&entityId=7", nil, "", unmasked},
		"of a state there are none of":   {tech, "/api/mails?state=FAILED", denied, "", ""},
		"one that is about a record":     {csm, "/api/mails/1", nil, "", unmasked},
		"one, with mail.manage":          {tech, "/api/mails/1", denied, "", masked},
		"one, in the scope of another":   {elsewhere, "/api/mails/1", gone, fault.NotFound, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t, db, &outbox{})
			o.denied = tc.visible
			got := o.call(tc.who, "GET "+tc.call)
			if kind := fault.KindOf(got.error()); kind != tc.want {
				t.Fatalf("%v", got.Err)
			}
			recipient := ""
			for _, m := range got.mails() {
				recipient = m["recipient"].(string)
				if shown := m["params"].(map[string]any)["name"]; (shown == "Noor") != (recipient == unmasked) {
					t.Errorf("the value %v beside %s", shown, recipient)
				}
			}
			if recipient != tc.recipient {
				t.Errorf("recipient %q", recipient)
			}
		})
	}
}

// What is shown of one mail is what leaves, but for its link, which nobody else may follow.
func TestMail_Shown_EqualsWhatIsSentWithoutItsLink(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		out := &outbox{}
		o := open(t, db, out)
		id := o.queue(verification())
		shown := o.call(staff(), fmt.Sprint("GET /api/mails/", id)).Body
		o.step()
		if shown["subject"] != "Confirm, Noor" || !strings.Contains(out.sent[0], "Subject: Confirm, Noor") {
			t.Errorf("subject %v of %s", shown["subject"], out.sent[0])
		}
		want := "Hello Noor,\n\nhttps://portal.example/start?token=•••\nBye & thanks"
		if shown["body"] != want {
			t.Errorf("body %q", shown["body"])
		}
		tokenOf(t, out.sent[0])
		o.denied = resource.Forbidden(role.FreelancerRead)
		if masked := o.call(staff(), fmt.Sprint("GET /api/mails/", id)).Body; masked["subject"] != "Confirm, •••" {
			t.Errorf("to others: %v", masked["subject"])
		}
	})
}

func TestMail_CancelledOrResentByHand_FollowsItsState(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		out := &outbox{}
		o := open(t, db, out)
		isDue := true
		o.SetCondition("application.rejected", func(context.Context, mail.Mail) (bool, error) { return isDue, nil })
		later := o.now.Add(time.Hour)
		id := o.queue(mail.Mail{
			Template: "application.rejected", To: "noor@talent.example", Locale: "en",
			Entity: "application", EntityID: 5, SendAt: later,
		})
		about := o.queue(verification())
		act := func(who *role.Caller, id int64, action string) string {
			got := o.call(who, fmt.Sprintf("POST /api/mail/%d/%s", id, action))
			if got.Err != nil {
				return got.Err.Code
			}
			if reason, ok := got.Body["reason"].(string); ok {
				return fmt.Sprint(got.Body["state"], " ", reason)
			}
			return fmt.Sprint(got.Body["state"])
		}
		changer := &role.Caller{Kind: role.Admin, ID: 1, Permissions: []role.Permission{role.ApplicationStatus}}
		for _, step := range []struct {
			who          *role.Caller
			id           int64
			action, want string
		}{
			{changer, about, "cancel", "NOT_FOUND"}, // about a freelancer
			{changer, id, "resend", "FORBIDDEN"},
			{changer, id, "cancel", "CANCELLED"},
			{staff(), id, "cancel", "TRANSITION_NOT_ALLOWED"},
			{staff(), id, "resend", "QUEUED"},
			{staff(), id, "resend", "TRANSITION_NOT_ALLOWED"},
			{staff(), about, "cancel", "CANCELLED BY_HAND"},
		} {
			if got := act(step.who, step.id, step.action); got != step.want {
				t.Errorf("%s of %d: %s, want %s", step.action, step.id, got, step.want)
			}
		}
		if again := o.state(id); !again.DueAt.Equal(later) || o.step() {
			t.Errorf("what is held went out: %+v", again)
		}
		o.now, out.fail = later, errors.New("451 later")
		for range 6 {
			o.step()
			o.now = o.now.Add(5 * time.Hour)
		}
		if failed := o.state(id); failed.State != mail.Failed || failed.Reason != mail.GaveUp || failed.Attempts != 6 {
			t.Fatalf("%+v", failed)
		}
		isDue = false
		if got := act(staff(), id, "resend"); got != "TRANSITION_NOT_ALLOWED" {
			t.Errorf("without a reason: %s", got)
		}
		isDue, out.fail = true, nil
		if got := act(staff(), id, "resend"); got != "QUEUED" || !o.step() {
			t.Errorf("resent: %s", got)
		}
		if sent := o.state(id); sent.State != mail.Sent || sent.Attempts != 1 || sent.Error != "" {
			t.Errorf("%+v", sent)
		}
		if n, err := db.IDs(t.Context(),
			"SELECT id FROM audit WHERE entity = 'application' AND entity_id = 5 AND action = 'mail.resend'"); err != nil ||
			len(n) != 2 {
			t.Errorf("recorded %v %v", n, err)
		}
		err := db.Write(t.Context(), func(ctx context.Context) error {
			_, err := o.EraseRecipient(ctx, "freelancer", 7, "")
			return err
		})
		if got := act(staff(), about, "resend"); err != nil || got != "TRANSITION_NOT_ALLOWED" {
			t.Errorf("to nobody: %s %v", got, err)
		}
	})
}

func TestCards_FailedMails_LeadToThem(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		out := &outbox{fail: errors.New("451 later")}
		o := open(t, db, out)
		for range 2 {
			o.queue(verification())
		}
		for range 6 {
			for o.step() {
			}
			o.now = o.now.Add(5 * time.Hour)
		}
		card := o.Cards()[0]
		shown, err := card.Load(role.With(t.Context(), staff()))
		failed := 0
		for _, m := range o.all() {
			if m.State == mail.Failed {
				failed++
			}
		}
		if err != nil || failed != 2 || shown.Count != 2 ||
			card.Link != "/platform/mails?filter=%7B%22state%22%3A%5B%22FAILED%22%5D%7D" {
			t.Errorf("%d of %d, %s, %v", shown.Count, failed, card.Link, err)
		}
	})
}
