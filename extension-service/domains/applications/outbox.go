package applications

import (
	"context"
	"fmt"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

// Due is one thing that the outbound queue has to do.
type Due struct {
	ID, ApplicationID, ClientID int64
	Round                       int64
	Kind                        string // APPLICATION or APPLICATION_WITHDRAW
	Handle, ExternalID          string
	RequestID                   string // by which it was asked for
	Origin                      string // what it was queued for, see store.Watcher
}

const dueTasks = `
	  FROM outbound_tasks t
	  JOIN applications a ON a.id = t.application_id
	 WHERE t.state = 'QUEUED'
	   AND t.due <= $1
	   AND a.client_id = $2
	   AND t.kind IN %s
	   AND a.send_hold = 0
	   AND a.deleted_at IS NULL
	   AND (a.send_lease_until IS NULL OR a.send_lease_until <= $1)
	   AND NOT EXISTS (SELECT 1
	                     FROM outbound_tasks e
	                    WHERE e.application_id = t.application_id
	                      AND e.state = 'QUEUED'
	                      AND e.id < t.id)
	 ORDER BY t.due, t.id
	 LIMIT 1`

// IsDue says whether the outbound queue has something of some kinds to do for a client.
func (s *Service) IsDue(ctx context.Context, clientID int64, kinds []string) (bool, error) {
	return s.DB().Row(ctx, []any{new(int64)}, "SELECT t.id"+fmt.Sprintf(dueTasks, s.DB().AmongTexts(3)),
		s.Now().UnixMilli(), clientID, store.TextList(kinds))
}

// Demand is what may be taken from the outbound queue.
type Demand struct {
	ClientID int64
	Kinds    []string
	Lease    time.Duration // for which nobody else takes anything of the application
}

// ClaimDue claims what is due longest for a client, in the transaction of ctx, and says whether there was anything.
// What was asked for first of an application is done first.
func (s *Service) ClaimDue(ctx context.Context, wanted Demand) (d Due, found bool, err error) {
	now := s.Now()
	found, err = s.DB().Row(ctx, []any{
		&d.ID, &d.ApplicationID, &d.ClientID, &d.Round, &d.Kind, &d.Handle, &d.ExternalID, &d.RequestID, &d.Origin,
	},
		"SELECT t.id, a.id, a.client_id, t.round, t.kind, a.handle, a.external_id, t.request_id, t.origin"+
			fmt.Sprintf(dueTasks, s.DB().AmongTexts(3)),
		now.UnixMilli(), wanted.ClientID, store.TextList(wanted.Kinds))
	if err != nil || !found {
		return d, false, err
	}
	_, err = s.DB().Exec(ctx, "UPDATE applications SET send_lease_until = $1 WHERE id = $2",
		now.Add(wanted.Lease).UnixMilli(), d.ApplicationID)
	return d, true, err
}

// RecordAttempt records one attempt to do what the queue had to do, in the transaction of ctx.
func (s *Service) RecordAttempt(ctx context.Context, due Due, d Delivery) error {
	if due.Kind == sendTask {
		return s.Attempted(ctx, due.ApplicationID, d)
	}
	if _, err := s.DB().Exec(ctx, "UPDATE applications SET send_lease_until = NULL WHERE id = $1",
		due.ApplicationID); err != nil {
		return err
	}
	return s.recordTaskOutcome(ctx, due, d)
}

// recordTaskOutcome writes down what has become of a task: it is done, has failed, or is due again.
func (s *Service) recordTaskOutcome(ctx context.Context, t Due, d Delivery) error {
	state, due := "DONE", s.Now()
	switch {
	case d.Error != nil && d.IsFinal:
		state = "FAILED"
	case d.Error != nil:
		state, due = "QUEUED", d.Next
	}
	_, err := s.DB().Exec(ctx, `
		UPDATE outbound_tasks
		   SET state = $1, due = $2
		 WHERE application_id = $3
		   AND round = $4
		   AND kind = $5
		   AND state = 'QUEUED'`, state, due.UnixMilli(), t.ApplicationID, t.Round, t.Kind)
	return err
}

// CountTasks is how much the outbound queue has to do for a client.
func (s *Service) CountTasks(ctx context.Context, clientID int64) (n int64, err error) {
	_, err = s.DB().Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM outbound_tasks t
		  JOIN applications a ON a.id = t.application_id
		 WHERE t.state = 'QUEUED'
		   AND a.client_id = $1
		   AND a.send_hold = 0
		   AND a.deleted_at IS NULL`, clientID)
	return n, err
}

// CountQueue is how much the outbound queue has to do, by kind and client. What is held by a person is not counted.
func (s *Service) CountQueue(ctx context.Context) (map[string]map[int64]int64, error) {
	out := map[string]map[int64]int64{}
	var kind string
	var client, n int64
	err := s.DB().Each(ctx, []any{&kind, &client, &n}, func() error {
		if out[kind] == nil {
			out[kind] = map[int64]int64{}
		}
		out[kind][client] = n
		return nil
	}, `
		SELECT t.kind, a.client_id, count(*)
		  FROM outbound_tasks t
		  JOIN applications a ON a.id = t.application_id
		 WHERE t.state = 'QUEUED'
		   AND a.send_hold = 0
		   AND a.deleted_at IS NULL
		 GROUP BY t.kind, a.client_id`)
	return out, err
}

// WaitingTasks counts what the outbound queue has to do, by kind.
func (s *Service) WaitingTasks(ctx context.Context) (map[string]int64, error) {
	out := map[string]int64{}
	var kind string
	var n int64
	err := s.DB().Each(ctx, []any{&kind, &n}, func() error {
		out[kind] = n
		return nil
	}, "SELECT kind, count(*) FROM outbound_tasks WHERE state = 'QUEUED' GROUP BY kind")
	return out, err
}

// DropTasks gives up what the outbound queue has to do, in the transaction of ctx, because the VMS may know it already.
func (s *Service) DropTasks(ctx context.Context, code string) error {
	var tasks []Due
	var d Due
	err := s.DB().Each(ctx, []any{&d.ID, &d.ApplicationID, &d.Round, &d.Kind}, func() error {
		tasks = append(tasks, d)
		return nil
	}, "SELECT id, application_id, round, kind FROM outbound_tasks WHERE state = 'QUEUED' ORDER BY id")
	if err != nil {
		return err
	}
	for _, t := range tasks {
		known := &SendError{Class: string(VMSDuplicate), Code: code, At: s.Now()}
		if err := s.RecordAttempt(ctx, t, Delivery{Error: known, IsFinal: true}); err != nil {
			return err
		}
	}
	return nil
}
