package mail_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	gomail "github.com/wneessen/go-mail"

	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// The person is forgotten while their mail is on its way.
func TestErasure_MailInDelivery_IsErasedToo(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		folder := mail.Folder{Dir: filepath.Join(t.TempDir(), "mail")}
		for name, out := range map[string]error{"sent": nil, "not sent": errors.New("noor@talent.example is unknown")} {
			var o *fixture
			o = open(t, db, during{folder, out, func() {
				if err := db.Write(t.Context(), func(ctx context.Context) error {
					_, err := o.EraseRecipient(ctx, "freelancer", 7, "noor@talent.example")
					return err
				}); err != nil {
					t.Error(err)
				}
			}})
			id := o.queue(verification())
			o.step()
			if got := o.state(id); got.Recipient != "" || got.Error != "" {
				t.Errorf("%s: %+v", name, got)
			}
			if left, _ := filepath.Glob(filepath.Join(folder.Dir, "*")); len(left) != 0 {
				t.Errorf("%s: left %v", name, left)
			}
			o.now = o.now.Add(time.Hour)
		}
	})
}

// during does something while a mail is being sent.
type during struct {
	mail.Folder
	err error
	do  func()
}

func (d during) Send(ctx context.Context, id int64, m *gomail.Msg) error {
	d.do()
	if d.err != nil {
		return d.err
	}
	return d.Folder.Send(ctx, id, m)
}

// At rest the queue leaves the writer alone.
func TestMails_NoneDue_WritesNoRow(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		o := open(t, db, &outbox{})
		o.step()
		var holder string
		if _, err := db.Row(t.Context(), []any{&holder}, "SELECT holder FROM mail_lease"); err != nil || holder != "" {
			t.Errorf("%v: the lease was taken by %q", err, holder)
		}
	})
}
