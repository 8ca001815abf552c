package mail_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func TestMail_WithoutAServer_IsStoredAsAFile(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		dir := filepath.Join(t.TempDir(), "mail")
		o := open(t, db, mail.Folder{Dir: dir})
		m := verification()
		m.Locale = "de"
		id := o.queue(m)
		if !o.step() || o.step() {
			t.Fatal("exactly one mail is due")
		}
		if got := o.state(id); got.State != mail.StoredAsFile || got.Attempts != 1 || got.SentAt.IsZero() {
			t.Errorf("%+v", got)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.eml"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		text, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"To: <noor@talent.example>", `From: "Talent Team" <talent@poolkeeper.example>`,
			"multipart/alternative", "text/plain", "text/html", "Auto-Submitted: auto-generated",
		} {
			if !strings.Contains(string(text), want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
		tokenOf(t, string(text))
		o.now = o.now.AddDate(0, 0, 181)
		if _, err := o.Cleanup(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 0 || len(o.all()) != 0 {
			t.Errorf("kept after its time: %v", left)
		}
	})
}

func TestLink_OfAMail_OpensOnce(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		box := &outbox{}
		o := open(t, db, box)
		var used []string
		o.OnLink("verify", func(ctx context.Context, subject string) (string, error) {
			if role.From(ctx).Kind != role.System || !store.InTransaction(ctx) {
				t.Error("a link is used as the system, inside a transaction")
			}
			used = append(used, subject)
			return "verified", nil
		})
		o.queue(verification())
		o.step()
		code := tokenOf(t, box.sent[0])
		for i, want := range []fault.Kind{"", fault.NotFound} {
			answer, err := o.Open(t.Context(), mail.Opened{Token: code})
			if fault.KindOf(err) != want {
				t.Errorf("attempt %d: %v", i, err)
			}
			if err == nil && answer.Message != "verified" {
				t.Error(answer)
			}
		}
		if len(used) != 1 || used[0] != "7" {
			t.Error(used)
		}
		o.queue(verification())
		o.step()
		o.now = o.now.Add(73 * time.Hour)
		if _, err := o.Open(t.Context(), mail.Opened{Token: tokenOf(t, box.sent[1])}); fault.KindOf(err) != fault.NotFound {
			t.Errorf("an expired link: %v", err)
		}
	})
}

func TestMail_Failed_IsRetriedWithGrowingPauses(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		box := &outbox{fail: errors.New("421 too busy")}
		o := open(t, db, box)
		id := o.queue(verification())
		for i, pause := range []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour} {
			if !o.step() || o.step() {
				t.Fatalf("attempt %d: one is due, and then none", i+1)
			}
			if got := o.state(id); got.State != mail.Queued || got.Attempts != int64(i+1) || got.Error == "" {
				t.Fatalf("after attempt %d: %+v", i+1, got)
			}
			o.now = o.now.Add(pause - time.Millisecond)
			if o.step() {
				t.Fatalf("attempt %d comes too early", i+2)
			}
			o.now = o.now.Add(time.Millisecond)
		}
		if !o.step() || o.state(id).State != mail.Failed {
			t.Fatalf("after six attempts: %+v", o.state(id))
		}
		for _, messageID := range box.ids {
			if messageID != box.ids[0] || !strings.HasSuffix(messageID, "@poolkeeper.example>") {
				t.Errorf("the attempts cannot be told to be one mail: %v", box.ids)
			}
		}
		for i, text := range box.sent { // a first attempt that did arrive has a link that works
			if i == 1 && tokenOf(t, text) == tokenOf(t, box.sent[0]) {
				t.Error("a token has been kept")
			}
		}
	})
}

func TestMail_NoLongerDue_IsNotSent(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		box := &outbox{}
		o := open(t, db, box)
		o.SetCondition("user.verify", func(_ context.Context, m mail.Mail) (bool, error) { return m.EntityID != 7, nil })
		gone := o.queue(verification())
		still := verification()
		still.EntityID = 8
		due := o.queue(still)
		later := o.queue(mail.Mail{
			Template: "application.rejected", To: "noor@talent.example", Entity: "application",
			EntityID: 5, SendAt: o.now.Add(24 * time.Hour),
		})
		for o.step() {
		}
		if o.state(gone).State != mail.Cancelled || o.state(due).State != mail.Sent || len(box.sent) != 1 {
			t.Errorf("%v %v %d", o.state(gone).State, o.state(due).State, len(box.sent))
		}
		n := 0
		err := db.Write(t.Context(), func(ctx context.Context) (err error) {
			n, err = o.Cancel(ctx, "application", 5, "application.rejected")
			return err
		})
		if err != nil || n != 1 || o.state(later).State != mail.Cancelled {
			t.Errorf("%d cancelled, %v", n, err)
		}
		o.now = o.now.Add(25 * time.Hour)
		if o.step() {
			t.Error("a cancelled mail was due")
		}
	})
}

func TestMails_SeveralCopies_OneSends(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		box := &outbox{}
		o := open(t, db, box)
		o.queue(verification())
		o.queue(verification())
		first, err := o.Step(t.Context(), "one")
		if err != nil || !first {
			t.Fatal(first, err)
		}
		if other, err := o.Step(t.Context(), "two"); err != nil || other {
			t.Errorf("a second copy sent: %v %v", other, err)
		}
		o.now = o.now.Add(2 * time.Minute) // the first has died
		if other, err := o.Step(t.Context(), "two"); err != nil || !other {
			t.Errorf("nobody took over: %v %v", other, err)
		}
	})
}

func TestMail_Queued_IsWrittenWithItsChangeOrNotAtAll(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		o := open(t, db, &outbox{})
		undone := errors.New("undone")
		err := db.Write(t.Context(), func(ctx context.Context) error {
			if _, err := o.Queue(ctx, verification()); err != nil {
				return err
			}
			return undone
		})
		if !errors.Is(err, undone) || len(o.all()) != 0 {
			t.Errorf("%v, %d mails", err, len(o.all()))
		}
		bad := verification()
		bad.To = "noor@talent.example\r\nBcc: eve@evil.example"
		if err := db.Write(t.Context(), func(ctx context.Context) error {
			_, err := o.Queue(ctx, bad)
			return err
		}); err == nil {
			t.Error("an address with a header in it was taken")
		}
		o.queue(verification())
		if n, err := o.SentToday(t.Context(), "user.verify", "NOOR@talent.example"); n != 1 || err != nil {
			t.Errorf("%d today, %v", n, err)
		}
	})
}

func TestMail_Values_AddNeitherHeadersNorTags(t *testing.T) {
	t.Parallel()
	box := &outbox{}
	o := open(t, pgtest.SQLite(t), box)
	m := verification()
	m.Params["name"] = "Eve\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script> %{link}"
	o.queue(m)
	o.step()
	head, _, _ := strings.Cut(box.sent[0], "\r\n\r\n")
	if regexp.MustCompile(`(?mi)^bcc:`).MatchString(head) {
		t.Error("a value became a header:\n" + head)
	}
	_, page, _ := strings.Cut(strings.NewReplacer("=\r\n", "").Replace(box.sent[0]), "text/html")
	if strings.Contains(page, "<script>") || !strings.Contains(page, "&lt;script&gt;") {
		t.Error("a value became a tag:\n" + page)
	}
	// once as text, twice in the anchor
	if n := len(token.FindAllString(strings.NewReplacer("=\r\n", "").Replace(box.sent[0]), -1)); n != 3 {
		t.Errorf("the link stands %d times", n)
	}
}

func TestMail_LinkWithoutAPortal_IsDeferred(t *testing.T) {
	t.Parallel()
	box := &outbox{}
	o := open(t, pgtest.SQLite(t), box)
	o.portal = ""
	id := o.queue(verification())
	for range 9 {
		o.step()
		o.now = o.now.Add(5 * time.Hour)
	}
	if got := o.state(id); got.State != mail.Queued || len(box.sent) != 0 {
		t.Fatalf("%+v", got)
	}
	o.portal = "https://portal.example/start"
	if o.step(); o.state(id).State != mail.Sent {
		t.Errorf("%+v", o.state(id))
	}
}

// Ten mails a second are allowed: the eleventh comes no sooner than a second after the first.
func TestMails_Many_AreSentAtTenASecond(t *testing.T) {
	t.Parallel()
	box := &outbox{}
	o := open(t, pgtest.SQLite(t), box)
	ctx, stop := context.WithCancel(t.Context())
	o.SetCondition("user.verify", func(context.Context, mail.Mail) (bool, error) {
		if len(box.sent) == 11 {
			stop()
		}
		return true, nil
	})
	for range 13 {
		o.queue(verification())
	}
	o.Run(ctx)
	if len(box.when) < 11 || box.when[10].Sub(box.when[0]) < time.Second {
		t.Errorf("%d mails in %v", len(box.when), box.when[len(box.when)-1].Sub(box.when[0]))
	}
}
