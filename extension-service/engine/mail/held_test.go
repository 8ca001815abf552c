package mail_test

import (
	"testing"

	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// After a restore nothing is sent until it is released, or taken back.
func TestMails_AfterARestore_AreSentOnRelease(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		out := &outbox{}
		o := open(t, db, out)
		o.paused = true
		first := o.queue(verification())
		if o.step() {
			t.Error("it was sent")
		}
		if waiting, err := o.AllWaiting(t.Context()); err != nil || waiting["user.verify"] != 1 {
			t.Errorf("%v, %v", waiting, err)
		}
		o.paused = false
		if !o.step() || o.state(first).State != mail.Sent {
			t.Error("it was not sent when it was released")
		}
		second := o.queue(verification())
		if err := db.Write(t.Context(), o.CancelAll); err != nil {
			t.Fatal(err)
		}
		if o.step() || o.state(second).State != mail.Cancelled || o.state(first).State != mail.Sent {
			t.Error("what was dropped was sent")
		}
	})
}
