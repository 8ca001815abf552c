package vms

import (
	"context"
	"crypto/rand"
	"maps"
	"slices"
	"sync"
	"time"

	"poolkeeper.example/extension-service/platform/httpclient"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	idle       = time.Second // between looks
	flightTime = httpclient.CallTime + time.Minute
	leadTime   = httpclient.CallTime + 5*time.Second // how long a copy that has died keeps a connection from others
	burst      = time.Second                         // of calls that a rate allows at once
	breakAfter = 10                                  // transient failures in a row
	// Final failures in a row of a mapping version by which nothing was delivered yet.
	breakUnproven = 3
	firstBreak    = 5 * time.Minute
	mostBreak     = httpclient.MaxDelay
)

// pauses are how long a message waits after each transient failure; after one more it has FAILED.
var pauses = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour}

// flight is one attempt under way.
type flight struct {
	connection Connection
	task       Task
	message    Message
	sent       Exchange
}

// busyWith is one direction of one connection, which has a worker.
type busyWith struct {
	direction  Direction
	connection int64
}

// Run delivers what is due, and does what has come in, until ctx ends; it returns only then. Of several copies of the
// service one at a time delivers for a connection, and connections do not wait for each other.
func (s *Service) Run(ctx context.Context) {
	var busy sync.Map
	var working sync.WaitGroup
	defer working.Wait()
	holder := rand.Text()
	for {
		for _, half := range []struct {
			direction Direction
			ids       func(context.Context) ([]int64, error)
			work      func(ctx context.Context, id int64)
		}{
			{Out, s.Ready, func(ctx context.Context, id int64) { s.deliver(ctx, id, holder) }},
			{In, s.waiting, s.processConnection},
		} {
			ids, err := half.ids(ctx)
			if err != nil && ctx.Err() == nil {
				s.deps.Log.Error("vms", "err", err)
			}
			for _, id := range ids {
				mark := busyWith{half.direction, id}
				if _, isBusy := busy.LoadOrStore(mark, true); isBusy {
					continue
				}
				working.Go(func() {
					defer busy.Delete(mark)
					half.work(ctx, id)
				})
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(idle):
		}
	}
}

// deliver sends what is due on a connection.
func (s *Service) deliver(ctx context.Context, connection int64, holder string) {
	for ctx.Err() == nil {
		sent, err := s.Step(ctx, connection, holder)
		if err != nil && ctx.Err() == nil {
			s.deps.Log.Error("vms delivery", "connection", connection, "err", err)
		}
		if !sent || err != nil {
			return
		}
	}
}

// Ready are the connections that may be called now. It only reads: a service at rest writes nothing.
func (s *Service) Ready(ctx context.Context) (ids []int64, err error) {
	if held, err := s.deps.Held(ctx); err != nil || held {
		return nil, err
	}
	var id, client int64
	clientOf := map[int64]int64{}
	err = s.deps.DB.Each(ctx, []any{&id, &client}, func() error {
		clientOf[id] = client
		return nil
	}, `
		SELECT id, client_id
		  FROM vms_connections
		 WHERE `+acceptsCandidates+`
		   AND (paused_until IS NULL OR paused_until <= $1)
		   AND next_call <= $2`, s.now(), s.now()+burst.Milliseconds())
	if err != nil || len(clientOf) == 0 {
		return nil, err
	}
	sending, err := s.Connections.sendingOf(ctx, slices.Collect(maps.Values(clientOf)))
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(clientOf, func(id, client int64) bool { return sending[client] != id })
	return slices.Sorted(maps.Keys(clientOf)), nil
}

func (s *Service) now() int64 { return s.deps.Now().UnixMilli() }

// Step delivers what is due longest on a connection and says whether there was anything. holder names this copy.
func (s *Service) Step(ctx context.Context, connection int64, holder string) (bool, error) {
	ctx = role.AsSystem(ctx, "vms.outbound")
	f, err := s.claimTask(ctx, connection, holder)
	if err != nil || f == nil {
		return false, err
	}
	out, err := s.send(s.deps.DB.Continue(ctx, f.task.Origin), f)
	if err != nil {
		return true, err
	}
	return true, s.storeOutcome(context.WithoutCancel(ctx), f, out)
}

// claimTask picks what is next and counts the attempt. A crash from here on costs one attempt, and the time of the
// lease.
func (s *Service) claimTask(ctx context.Context, connection int64, holder string) (f *flight, err error) {
	c, err := s.Connections.Get(ctx, connection)
	if err != nil {
		return nil, err
	}
	if due, err := s.hasPendingTask(ctx, c); err != nil || !due {
		return nil, err
	}
	err = s.deps.DB.Write(ctx, func(ctx context.Context) error {
		leads, err := s.renewLease(ctx, connection, holder)
		if err != nil || !leads {
			return err
		}
		c, err := s.Connections.Get(ctx, connection)
		if err != nil {
			return err
		}
		deliverable, err := s.deliverable(ctx, c)
		if err != nil || len(deliverable.Entities) == 0 {
			return err
		}
		t, found, err := s.deps.Queue.Claim(ctx, deliverable, flightTime)
		if err != nil || !found {
			return err
		}
		m, err := s.Messages.startAttempt(ctx, c, t)
		if err != nil {
			return err
		}
		f = &flight{connection: c, task: t, message: m}
		gap := time.Minute.Milliseconds() / max(1, c.RatePerMinute)
		_, err = s.deps.DB.Exec(ctx, `
			UPDATE vms_connections
			   SET next_call = CASE WHEN next_call > $1 THEN next_call ELSE $1 END + $2
			 WHERE id = $3`, s.now(), gap, connection)
		return err
	})
	return f, err
}

// renewLease takes or renews the right to deliver on a connection that may be called now.
func (s *Service) renewLease(ctx context.Context, connection int64, holder string) (bool, error) {
	n, err := s.deps.DB.Exec(ctx, `
		UPDATE vms_connections
		   SET lease_holder = $1, lease_until = $2
		 WHERE id = $3
		   AND active = 1
		   AND (paused_until IS NULL OR paused_until <= $4)
		   AND next_call <= $5
		   AND (lease_holder = $1 OR lease_until < $4)`,
		holder, s.now()+leadTime.Milliseconds(), connection, s.now(), s.now()+burst.Milliseconds())
	return n == 1, err
}

// send makes the body and calls the VMS.
func (s *Service) send(ctx context.Context, f *flight) (Outcome, error) {
	f.sent = Exchange{Number: f.message.Tries, At: s.deps.Now(), Headers: map[string]string{}}
	body, number, failed, err := s.body(ctx, f.connection, f.task, s.sentUploads(ctx))
	f.sent.MappingNumber = number
	if err != nil || failed != nil {
		if failed == nil {
			failed = &Outcome{}
		}
		return *failed, err
	}
	call, secret, err := s.request(ctx, f.connection, f.task, body)
	if err != nil {
		return Outcome{}, err
	}
	f.sent.Request, f.sent.Body, f.sent.Headers = call.Method+" "+call.URL, string(body), maps.Clone(call.Header)
	delete(f.sent.Headers, secret)
	began := s.deps.Now()
	answer, failure := s.deps.Call(ctx, call)
	out := outcomeOf(answer, failure)
	out.Took = s.deps.Now().Sub(began)
	f.sent.Status, f.sent.Answer, f.sent.DurationMS = int64(answer.Status), string(answer.Body), out.Took.Milliseconds()
	if out.Failure != "" {
		out.Reason = s.reasonOf(ctx, f, answer.Body)
	}
	return out, nil
}

// storeOutcome writes down what has become of an attempt, on the message, on the connection and on what was to be sent.
func (s *Service) storeOutcome(ctx context.Context, f *flight, out Outcome) error {
	now := s.deps.Now()
	out.MessageID, out.PayloadHash = f.message.ID, hashOf([]byte(f.sent.Body))
	if f.sent.Outcome = string(out.Failure); out.Transient && f.message.Tries <= int64(len(pauses)) {
		out.Next = now.Add(pauses[f.message.Tries-1]) // what the VMS has asked to wait for is a pause of the connection
	}
	out.IsFinal = out.Failure != "" && out.Next.IsZero()
	return s.deps.DB.Write(ctx, func(ctx context.Context) error {
		if err := s.Messages.storeAttempt(ctx, f.message.ID, f.sent); err != nil {
			return err
		}
		was, m := f.message, f.message
		m.State, m.Failure, m.Detail, m.NextTryAt, m.MappingNumber = Processed, out.Failure, out.text(), out.Next,
			f.sent.MappingNumber
		if out.IsFinal {
			m.State = GaveUp
		} else if out.Failure != "" {
			m.State = Retry
		}
		if err := s.Messages.Update(ctx, was, &m); err != nil {
			return err
		}
		if err := s.breaker(ctx, f, out); err != nil {
			return err
		}
		return s.deps.Queue.RecordOutcome(ctx, f.task, out)
	})
}
