package audit

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
)

// Stream hands the log on to a sink, from a cursor that stands in a row: what the sink has not taken is offered again,
// also after a restart. An entry comes twice only when a copy of the service ends between the sink's yes and the
// cursor; its id tells. Personal values stay behind, since nobody could take them back.
type Stream struct {
	Log    *Log
	Sink   Sink
	Holder string // names this copy of the service: one at a time hands on
	Every  time.Duration
	// Held says whether nothing may be handed on: after a restore, until somebody has released it. Nil means never.
	Held func(ctx context.Context) (bool, error)

	rising Rising

	mu      sync.Mutex
	failure error
}

// Failure is why the sink does not take the log; nil while it does, and where another copy hands on.
func (s *Stream) Failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failure
}

func (s *Stream) setFailure(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failure = err
}

// Sink is where the log goes.
type Sink interface {
	// Send takes whole lines of JSON, all or none of them.
	Send(ctx context.Context, lines []byte) error
}

// Streamed is one entry as a sink gets it.
type Streamed struct {
	resource.Line

	ClientID  int64  `json:"clientId"`
	IP        string `json:"ip"`
	UserAgent string `json:"userAgent"`
}

const (
	streamBatch = 500
	putTime     = 14 * time.Second // that a sink has for a batch
	streamLease = 2 * putTime
	streamEvery = time.Second
)

// Run hands on until ctx ends. What fails is told once until it works again.
func (s *Stream) Run(ctx context.Context, report func(error)) {
	every := s.Every
	if every == 0 {
		every = streamEvery
	}
	tick, failing := time.NewTicker(every), false
	defer tick.Stop()
	for {
		n, err := s.Step(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			report(err)
		}
		failing = err != nil
		if ctx.Err() == nil {
			s.setFailure(err)
		}
		if n == streamBatch {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Step hands on the next entries and says how many.
func (s *Stream) Step(ctx context.Context) (n int, err error) {
	var last int64
	if _, err := s.Log.DB.Row(ctx, []any{&last}, "SELECT last FROM audit_stream WHERE id = 1"); err != nil {
		return 0, err
	}
	upTo, err := s.rising.SettledID(ctx, s.Log.DB)
	if err != nil || upTo <= last { // a service at rest writes nothing
		return 0, err
	}
	if s.Held != nil {
		if onHold, err := s.Held(ctx); err != nil || onHold {
			return 0, err
		}
	}
	if last, err = s.renewLease(ctx); err != nil || last < 0 {
		return 0, err
	}
	lines, err := s.Log.read(ctx, sealed+"a.id > $1 AND a.id <= $2 ORDER BY a.id LIMIT $3", last, upTo, streamBatch)
	if err != nil || len(lines) == 0 {
		return 0, err
	}
	body, err := jsonLines(lines)
	if err != nil {
		return 0, err
	}
	limited, stop := context.WithTimeout(ctx, putTime)
	defer stop()
	if err := s.Sink.Send(limited, body); err != nil {
		return 0, err
	}
	return len(lines), s.advance(context.WithoutCancel(ctx), lines[len(lines)-1].ID)
}

// renewLease takes or renews the lease and says how far the log has been handed on; -1 while another copy holds it.
func (s *Stream) renewLease(ctx context.Context) (last int64, err error) {
	now := s.Log.Now()
	err = s.Log.DB.Write(ctx, func(ctx context.Context) error {
		n, err := s.Log.DB.Exec(ctx,
			`UPDATE audit_stream SET holder = $1, until = $2 WHERE id = 1 AND (holder = $1 OR until < $3)`,
			s.Holder, now.Add(streamLease).UnixMilli(), now.UnixMilli())
		if last = -1; err != nil || n == 0 {
			return err
		}
		_, err = s.Log.DB.Row(ctx, []any{&last}, "SELECT last FROM audit_stream WHERE id = 1")
		return err
	})
	return last, err
}

func (s *Stream) advance(ctx context.Context, last int64) error {
	return s.Log.DB.Write(ctx, func(ctx context.Context) error {
		_, err := s.Log.DB.Exec(ctx, "UPDATE audit_stream SET last = $1 WHERE id = 1 AND holder = $2", last, s.Holder)
		return err
	})
}

func jsonLines(lines []Line) ([]byte, error) {
	var out []byte
	for _, l := range lines {
		text, err := json.Marshal(Streamed{Line: l, ClientID: l.ClientID, IP: l.IP, UserAgent: l.UserAgent})
		if err != nil {
			return nil, err
		}
		out = append(append(out, text...), '\n')
	}
	return out, nil
}

// Rising finds the id up to which no entry can come any more. PostgreSQL gives ids when entries are written, but shows
// them when their transactions end: an id counts once everybody who was writing when it was seen has ended.
type Rising struct {
	settledTo, seen int64
	writing         []string // transactions that may still hold a lower id than seen
}

// SettledID is the last id that no entry can come before any more, as far as is known by now.
func (r *Rising) SettledID(ctx context.Context, db *store.DB) (int64, error) {
	if len(r.writing) == 0 {
		if _, err := db.Row(ctx, []any{&r.seen}, "SELECT "+newest); err != nil {
			return 0, err
		}
	}
	if db.Dialect() == store.SQLite { // which has one writer
		return r.seen, nil
	}
	now, err := writersOf(ctx, db)
	if err != nil {
		return 0, err
	}
	if len(r.writing) == 0 {
		r.writing = now
	} else {
		r.writing = slices.DeleteFunc(r.writing, func(tx string) bool { return !slices.Contains(now, tx) })
	}
	if len(r.writing) == 0 {
		r.settledTo = r.seen
	}
	return r.settledTo, nil
}

// writersOf lists the transactions that are writing entries: they hold the lock of the table before they get an id.
func writersOf(ctx context.Context, db *store.DB) (out []string, err error) {
	var tx string
	err = db.Each(ctx, []any{&tx}, func() error {
		out = append(out, tx)
		return nil
	}, `SELECT DISTINCT virtualtransaction
		  FROM pg_locks
		 WHERE relation = 'audit'::regclass
		   AND mode = 'RowExclusiveLock'
		   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
		 ORDER BY virtualtransaction`)
	return out, err
}
