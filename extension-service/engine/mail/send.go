package mail

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

const (
	perSecond = 10          // mails at most, unless Deps say otherwise
	idle      = time.Second // between looks when nobody rang
	leaseLife = 2 * sendLimit
	retention = 180 * 24 * time.Hour
	textLimit = 500 // of an error that is kept
)

// pauses are how long a mail waits after each failure; after one more it has FAILED.
var pauses = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour}

// Run sends what is due until ctx ends; it returns only then. Of several copies of the service one sends at a time.
func (s *Service) Run(ctx context.Context) {
	holder, trouble := newToken(), ""
	pause := time.Second / time.Duration(cmp.Or(s.PerSecond, perSecond))
	if server, ok := s.Send.(*Server); ok {
		defer server.Close()
	}
	for {
		sent, err := s.Step(ctx, holder)
		delay := idle
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			if text := err.Error(); text != trouble { // what is wrong for an hour is one line
				s.Log.Error("mail", "err", err)
				trouble = text
			}
		case sent:
			delay, trouble = pause, ""
		}
		wakeups := s.wakeups
		if sent {
			wakeups = nil // nothing makes the next one come faster
		}
		select {
		case <-ctx.Done():
			return
		case <-wakeups:
		case <-time.After(delay):
		}
	}
}

// Wake has somebody look at the queue now.
func (s *Service) Wake() {
	select {
	case s.wakeups <- struct{}{}:
	default:
	}
}

// Step deals with the one mail that is due longest and says whether there was one. holder names this copy.
func (s *Service) Step(ctx context.Context, holder string) (bool, error) {
	ctx = system(ctx)
	if isWaiting, err := s.isDue(ctx); err != nil || !isWaiting {
		return false, err
	}
	if onHold, err := s.Held(ctx); err != nil || onHold {
		return false, err
	}
	var due *row
	var token string
	err := s.DB.Write(ctx, func(ctx context.Context) (err error) {
		if leads, err := s.renewLease(ctx, holder); err != nil || !leads {
			return err
		}
		due, token, err = s.claim(ctx)
		return err
	})
	if err != nil || due == nil {
		return false, err
	}
	if due.State == Cancelled {
		return true, nil
	}
	limited, stop := context.WithTimeout(ctx, sendLimit)
	defer stop()
	watched, done := s.Watch.Start(s.DB.Continue(limited, due.Origin), due.Template)
	m, err := s.compose(watched, due, token)
	if err == nil {
		err = s.Send.Send(watched, due.ID, m)
	}
	settled := s.storeOutcome(context.WithoutCancel(ctx), due, err)
	done(string(due.State), err)
	return true, settled
}

// isDue says whether anything is due. It only reads: a service at rest writes nothing.
func (s *Service) isDue(ctx context.Context) (bool, error) {
	var id int64
	return s.DB.Row(ctx, []any{&id},
		"SELECT id FROM mails WHERE state = 'QUEUED' AND due_at <= $1 ORDER BY due_at, id LIMIT 1", s.Now().UnixMilli())
}

// renewLease takes or renews the lease of sending.
func (s *Service) renewLease(ctx context.Context, holder string) (bool, error) {
	now := s.Now()
	n, err := s.DB.Exec(ctx, `UPDATE mail_lease SET holder = $1, until = $2 WHERE id = 1 AND (holder = $1 OR until < $3)`,
		holder, now.Add(leaseLife).UnixMilli(), now.UnixMilli())
	return n == 1, err
}

// claim picks the next mail, counts the attempt and makes its link work. A crash from here on costs one attempt. Where
// the reason is gone the mail is CANCELLED.
func (s *Service) claim(ctx context.Context) (*row, string, error) {
	now := s.Now().UnixMilli()
	found, err := s.find(ctx, `state = $1 AND due_at <= $2 ORDER BY due_at, id LIMIT 1`, string(Queued), now)
	if err != nil || len(found) == 0 {
		return nil, "", err
	}
	due := found[0]
	if isValid, err := s.isStillValid(ctx, due); err != nil {
		return nil, "", err
	} else if !isValid {
		due.State = Cancelled
		_, err := s.DB.Exec(ctx, `UPDATE mails SET state = $1, reason = $2, version = version + 1 WHERE id = $3`,
			string(Cancelled), string(NoLongerValid), due.ID)
		return due, "", err
	}
	due.Attempts++
	if _, err := s.DB.Exec(ctx, `UPDATE mails SET attempts = $1, due_at = $2, version = version + 1 WHERE id = $3`,
		due.Attempts, s.next(due.Attempts), due.ID); err != nil {
		return nil, "", err
	}
	if due.Link == nil {
		return due, "", nil
	}
	token := newToken()
	_, err = s.DB.Exec(ctx, `INSERT INTO mail_links (hash, mail_id, expires) VALUES ($1, $2, $3)`,
		hashOf(token), due.ID, s.Now().Add(due.Link.Valid).UnixMilli())
	return due, token, err
}

// isStillValid says whether the reason for a mail still holds.
func (s *Service) isStillValid(ctx context.Context, r *row) (bool, error) {
	if still := s.conditions[r.Template]; still != nil {
		return still(ctx, r.Mail)
	}
	return true, nil
}

// next is when a mail is due again should this attempt fail.
func (s *Service) next(attempt int64) int64 {
	at := min(attempt, int64(len(pauses)))
	return s.Now().Add(pauses[at-1]).UnixMilli()
}

// storeOutcome writes down what has become of an attempt. A mail that is out is SENT, whoever cancelled it meanwhile;
// of one whose recipient was forgotten meanwhile nothing is kept.
func (s *Service) storeOutcome(ctx context.Context, r *row, failure error) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		if failure == nil {
			r.State = Sent
			if _, isFile := s.Send.(interface{ WritesFilesOnly() }); isFile {
				r.State = StoredAsFile
			}
			var to string
			_, err := s.DB.Row(ctx, []any{&to}, `
				UPDATE mails
				   SET state = $1, kept_file = $2, sent_at = $3, error = '', reason = '', version = version + 1
				 WHERE id = $4
				RETURNING recipient`,
				string(Sent), fileCopyColumn(r.State), s.Now().UnixMilli(), r.ID)
			if to == "" {
				store.AfterCommit(ctx, func() { s.Send.Discard(r.ID) })
			}
			return err
		}
		state, reason, text := Queued, Reason(""), []rune(failure.Error())
		if errors.Is(failure, errNoPortal) {
			r.Attempts-- // nothing has been tried: it waits for the setting
		}
		if _, never := errors.AsType[refused](failure); never {
			state, reason = Failed, Refused
		} else if r.Attempts > int64(len(pauses)) {
			state, reason = Failed, GaveUp
		}
		r.State = state
		_, err := s.DB.Exec(ctx, `
			UPDATE mails
			   SET reason = CASE WHEN state = $1 THEN $2 ELSE reason END, state = CASE WHEN state = $1 THEN $3 ELSE state END,
			       attempts = $4, error = $5, version = version + 1
			 WHERE id = $6
			   AND recipient <> ''`,
			string(Queued), string(reason), string(state), r.Attempts, string(text[:min(len(text), textLimit)]), r.ID)
		return err
	})
}

// fileCopyColumn is the column kept_file of a mail in a state.
func fileCopyColumn(state State) int64 {
	if state == StoredAsFile {
		return 1
	}
	return 0
}

// Cleanup removes what has run out, mails after 180 days and links that nobody used, and says how many mails.
func (s *Service) Cleanup(ctx context.Context) (mails int64, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		now := s.Now()
		if _, err := s.DB.Exec(ctx, `DELETE FROM mail_links WHERE expires < $1`, now.UnixMilli()); err != nil {
			return err
		}
		mails, err = s.drop(ctx, now.Add(-retention))
		return err
	})
	return mails, err
}

// drop removes what was written before an instant and is not to be sent any more; kept files go after the commit.
func (s *Service) drop(ctx context.Context, before time.Time) (n int64, err error) {
	err = s.DB.EachID(ctx, func(id int64) {
		n++
		store.AfterCommit(ctx, func() { s.Send.Discard(id) })
	}, `DELETE FROM mails WHERE created < $1 AND state <> $2 RETURNING id`, before.UnixMilli(), string(Queued))
	return n, err
}

// newToken is 128 random bits for an address.
func newToken() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
