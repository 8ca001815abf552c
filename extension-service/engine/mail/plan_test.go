package mail_test

import (
	"context"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// A digest grows in place until it is sent: no row of it is taken back, and what is due stays due.
func TestPlan_SameRecipientAndInstant_ChangesTheQueuedMail(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		o := open(t, db, &outbox{})
		plan := func(list string, at time.Time) {
			t.Helper()
			if err := db.Write(t.Context(), func(ctx context.Context) error {
				_, err := o.Plan(ctx, mail.Mail{
					Template: "application.sendFailed", To: "Mara@example.org", Entity: "client",
					EntityID: 3, SendAt: at, Params: map[string]string{"list": list},
				})
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		today, tomorrow := o.now.Add(time.Hour), o.now.Add(25*time.Hour)
		plan("one", today)
		plan("one, two", today)
		plan("three", tomorrow)
		var params string
		if _, err := db.Row(t.Context(), []any{&params}, "SELECT params FROM mails WHERE send_at = $1",
			today.UnixMilli()); err != nil || params != `{"list":"one, two"}` {
			t.Errorf("%s %v", params, err)
		}
		all := o.all()
		if len(all) != 2 {
			t.Fatalf("%d mails", len(all))
		}
		for _, m := range all {
			if m.State != mail.Queued {
				t.Errorf("mail %d is %s", m.ID, m.State)
			}
		}
	})
}
