package applications_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// patience is for a machine that has much else to do; nothing waits for it while all is well.
const patience = 5 * time.Minute

// The storage of the profiles does not answer until somebody else has written: slow storage must not stop the others.
func TestProfile_SlowStorage_BlocksNoOtherCall(t *testing.T) {
	t.Parallel()
	for name, send := range map[string]func(w *fixture, id int64){
		"alone":     func(w *fixture, id int64) { w.status(id, "s2c", nil).OK() },
		"as a list": func(w *fixture, id int64) { w.call("POST /api/projectApplication/changeStatus", many("s2c", id)).OK() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pgtest.Each(t, func(t *testing.T, db *store.DB) {
				w := newFixture(t, db)
				a := w.inReview(w.newProject("MANUAL", nil), nil)
				other := w.inReview(w.newProject("MANUAL", nil), nil)
				w.fakes.printing = func() error {
					ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), patience)
					defer cancel()
					wrote := make(chan error, 1)
					go func() {
						wrote <- db.Write(ctx, func(ctx context.Context) error {
							_, err := db.Exec(ctx, "UPDATE applications SET message = 'meanwhile' WHERE id = $1", other)
							return err
						})
					}()
					select {
					case err := <-wrote:
						return err
					case <-ctx.Done():
						return errors.New("others wait for the storage")
					}
				}
				send(w, a)
				if one := w.application(a); one.Status != "s2c" || one.PDFResourceID != "paper-1" ||
					w.application(other).Message != "meanwhile" {
					t.Errorf("%s with %q", one.Status, one.PDFResourceID)
				}
			})
		})
	}
}

func TestSending_ProfileCannotBePrinted_IsRefused(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("MANUAL", nil)
		a := w.inReview(p, nil)
		w.fakes.printing = func() error { return errors.New("the bucket is gone") }
		w.status(a, "s2c", nil).Refused("INTERNAL")
		if one := w.application(a); one.Status != "a" || one.PDFResourceID != "" || !one.SentAt.IsZero() {
			t.Errorf("without paper it is %s", one.Status)
		}
		// What is handed over is what the record says then, not what it said when printing began.
		edits := 0
		w.fakes.printing = func() error {
			if edits++; edits == 1 {
				w.call(fmt.Sprintf("PUT /api/projectApplication/%d", a), map[string]any{"message": "corrected"}).OK()
			}
			return nil
		}
		w.status(a, "s2c", nil).OK()
		if one := w.application(a); one.PDFResourceID != "paper-2" || len(w.fakes.printed) != 2 ||
			w.fakes.printed[1].Message != "corrected" {
			t.Errorf("handed over %q of %d", one.PDFResourceID, len(w.fakes.printed))
		}
		if n := w.count("SELECT count(*) FROM resource_uses WHERE resource_id = 'paper-1'"); n != 0 {
			t.Errorf("%d records name what was printed for nothing", n)
		}
		w.fakes.printing = nil
		refused := w.inReview(p, nil)
		w.call(fmt.Sprintf("PUT /api/projectApplication/%d/status?dryRun=true", refused),
			map[string]any{"status": "s2c"}).OK()
		w.exec("UPDATE projects SET status = 'PAUSED' WHERE id = $1", p)
		w.status(refused, "s2c", nil).Blocked("application", "projectInactive")
		if len(w.fakes.printed) != 2 {
			t.Errorf("what is only tried, or refused, was printed: %d", len(w.fakes.printed))
		}
	})
}

func many(status string, ids ...int64) map[string]any {
	return map[string]any{"ids": ids, "status": status, "reason": "OTHER", "comment": "as agreed"}
}

// Calls about many records are repeated under one key: each record is changed once, even if somebody has changed its
// status since.
func TestBulk_RepeatedUnderOneKey_ChangesEachRecordOnce(t *testing.T) {
	t.Parallel()
	const path = "POST /api/projectApplication/changeStatus"
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("MANUAL", map[string]any{"positions": 9})
		first, second, gone := w.inReview(p, nil), w.inReview(p, nil), w.inReview(p, nil)
		w.status(gone, "w", nil).OK()
		w.key = "k1"
		call := func() (ok, failed int) {
			t.Helper()
			got := w.call(path, many("s2c", first, second, gone)).OK()
			return len(got["succeeded"].([]any)), len(got["failed"].([]any))
		}
		if ok, failed := call(); ok != 2 || failed != 1 {
			t.Fatalf("first: %d and %d", ok, failed)
		}
		w.key = ""
		w.status(first, "h", nil).OK()
		w.status(first, "w", nil).OK()
		w.status(first, "a", nil).OK()
		versions := w.application(first).Version + w.application(second).Version
		w.key = "k1"
		if ok, failed := call(); ok != 2 || failed != 1 {
			t.Errorf("again: %d and %d", ok, failed)
		}
		if now := w.application(first); now.Status != "a" || now.Version+w.application(second).Version != versions ||
			len(w.fakes.printed) != 2 {
			t.Errorf("a repeated call moved it to %s, %d printed", now.Status, len(w.fakes.printed))
		}
		w.call(path, many("s2c", first)).Refused("IDEMPOTENCY_MISMATCH")
		w.key = "k2"
		if got := w.call(path, many("s2c", first)).OK(); len(got["succeeded"].([]any)) != 1 ||
			w.application(first).Status != "s2c" {
			t.Errorf("under another key: %v", got)
		}
	})
}
