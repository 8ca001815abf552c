package applications

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// The kinds of outbound tasks.
const (
	sendTask     = "APPLICATION"
	withdrawTask = "APPLICATION_WITHDRAW"
)

// newRound begins another round of attempts through the VMS.
func newRound(_ context.Context, _ *Service, m *move) error {
	a := &m.now
	a.Channel, a.SendRound, a.SendAttempts = ByVMS, a.SendRound+1, 0
	a.NextAttemptAt, a.SendLeaseUntil, a.SendHold = m.facts.now, time.Time{}, false
	a.WithdrawAfterSend, a.WithdrawReason = false, ""
	if m.old.Status == SendFailed {
		a.LastSendError = nil
	}
	return nil
}

func enqueue(ctx context.Context, s *Service, m *move) error { return s.enqueue(ctx, m, sendTask) }

// enqueue asks the outbound queue for one thing, once per round.
func (s *Service) enqueue(ctx context.Context, m *move, kind string) error {
	now := m.facts.now.UnixMilli()
	_, err := s.DB().Exec(ctx, `
		INSERT INTO outbound_tasks (application_id, round, kind, state, due, created, request_id, origin)
		VALUES ($1, $2, $3, 'QUEUED', $4, $4, $5, $6)`, m.now.ID, m.now.SendRound, kind, now, role.From(ctx).RequestID, s.DB().Origin(ctx))
	return err
}

// stopSending forgets what was planned for the round.
func stopSending(_ context.Context, _ *Service, m *move) error {
	m.now.NextAttemptAt, m.now.SendHold = time.Time{}, false
	return nil
}

// dequeue cancels what the queue has not begun.
func dequeue(ctx context.Context, s *Service, m *move) error {
	_, err := s.DB().Exec(ctx, `
		UPDATE outbound_tasks
		   SET state = 'CANCELLED'
		 WHERE application_id = $1
		   AND state = 'QUEUED'`, m.now.ID)
	return err
}

// withdrawThere tells the VMS that its candidate is withdrawn, where it listens.
func withdrawThere(ctx context.Context, s *Service, m *move) error {
	if m.now.Channel != ByVMS || m.now.ExternalID == "" || !m.facts.project.can.Withdraw {
		return nil
	}
	return s.enqueue(ctx, m, withdrawTask)
}

// handOver notes that a person gives the application to the client, with the profile as it is now.
func handOver(ctx context.Context, s *Service, m *move) (err error) {
	a := &m.now
	a.Channel, a.SendRound, a.SendAttempts, a.SentAt, a.LastSendError = Manually, a.SendRound+1, 1, m.facts.now, nil
	if s.deps.Papers != nil && !resource.IsDryRun(ctx) {
		a.PDFResourceID, err = s.onPaper(ctx, profileOf(*a, m.facts))
	}
	return err
}

func recordHandOver(ctx context.Context, s *Service, m *move) error {
	return s.attempted(ctx, m.now, Attempt{At: m.facts.now, Channel: Manually, Outcome: Accepted})
}

// Delivery is what one attempt to send through a VMS has come to.
type Delivery struct {
	ExternalID string // the VMS's own id of the candidate, if it has one
	SnapshotID *int64 // what was sent

	PayloadHash string // of what was sent
	Error       *SendError
	IsFinal     bool // no further attempt in this round
	Duration    time.Duration
	Next        time.Time // of a further attempt
}

// Attempted records one attempt to send an application, as the system (A7, A8). One that may be tried again in this
// round leaves the status alone.
func (s *Service) Attempted(ctx context.Context, id int64, d Delivery) error {
	ctx = resource.WithAct(role.AsSystem(ctx, "vms.outbound"), resource.Act{Action: "send"})
	return s.DB().Write(ctx, func(ctx context.Context) error {
		a, err := s.Table.Get(ctx, id)
		if err != nil {
			return err
		}
		tried := a
		tried.SendAttempts, tried.SendLeaseUntil, tried.NextAttemptAt = a.SendAttempts+1, time.Time{}, d.Next
		if d.ExternalID != "" {
			tried.ExternalID = d.ExternalID
		}
		if tried.LastSendError = d.Error; d.Error == nil {
			tried.OutboundSnapshotID, tried.PayloadHash = d.SnapshotID, d.PayloadHash
		}
		if err := s.Table.Update(ctx, a, &tried); err != nil {
			return err
		}
		if err := s.attempted(ctx, tried, attemptOf(tried, d)); err != nil {
			return err
		}
		return s.concluded(ctx, tried, d)
	})
}

// concluded moves an application whose round has ended.
func (s *Service) concluded(ctx context.Context, a Application, d Delivery) error {
	err := s.recordTaskOutcome(ctx, Due{ApplicationID: a.ID, Round: a.SendRound, Kind: sendTask}, d)
	if err != nil || a.Status != SendPending || d.Error != nil && !d.IsFinal { // what was sent again stays sent
		return err
	}
	w := moveRequest{to: SentToClient, by: system}
	if d.Error != nil {
		w.to, w.reason = SendFailed, Reason(d.Error.Class)
	}
	after := moveRequest{to: Withdrawn, by: batch, reason: a.WithdrawReason, batchID: a.StatusBatchID}
	if a, err = s.move(ctx, a, w); err != nil {
		return err
	}
	if a.Status == SendFailed {
		if err := s.digest(ctx, a); err != nil {
			return err
		}
	}
	if !a.WithdrawAfterSend {
		return nil
	}
	_, err = s.move(ctx, a, after) // what was to end while it was in flight
	return err
}

// delivered notes when the client got it.
func delivered(_ context.Context, _ *Service, m *move) error {
	m.now.SentAt, m.now.NextAttemptAt = m.facts.now, time.Time{}
	return nil
}

func attemptOf(a Application, d Delivery) Attempt {
	t := Attempt{
		At: a.LastUpdated, Channel: ByVMS, Outcome: Accepted, ExternalID: d.ExternalID,
		DurationMS: d.Duration.Milliseconds(),
	}
	if d.Error != nil {
		t.Outcome, t.Class, t.Code, t.Message = Failed, d.Error.Class, d.Error.Code, d.Error.Message
	}
	return t
}

// attempted keeps one attempt of the current round.
func (s *Service) attempted(ctx context.Context, a Application, t Attempt) error {
	_, err := s.DB().Exec(ctx, `
		INSERT INTO application_attempts (application_id, round, attempt, at, channel, outcome, class, code, message, external_id, duration_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		a.ID, a.SendRound, a.SendAttempts, t.At.UnixMilli(), string(t.Channel), string(t.Outcome), t.Class, t.Code, t.Message,
		t.ExternalID, t.DurationMS)
	return err
}

// lastAttempts is how many attempts a record shows.
const lastAttempts = 10

// attempts returns the last ones of each of these applications, newest first.
func (s *Service) attempts(ctx context.Context, ids []int64) (map[int64][]Attempt, error) {
	out := map[int64][]Attempt{}
	var t Attempt
	var id, ms int64
	err := s.DB().Each(ctx, []any{
		&id, &t.Round, &t.Attempt, &ms, &t.Channel, &t.Outcome, &t.Class, &t.Code, &t.Message, &t.ExternalID, &t.DurationMS,
	}, func() error {
		t.At = time.UnixMilli(ms).UTC()
		if len(out[id]) < lastAttempts {
			out[id] = append(out[id], t)
		}
		return nil
	}, `
		SELECT application_id, round, attempt, at, channel, outcome, class, code, message, external_id, duration_ms
		  FROM application_attempts
		 WHERE application_id IN `+s.DB().InList(1)+`
		 ORDER BY application_id, round DESC, attempt DESC`, store.IDList(ids))
	return out, err
}
