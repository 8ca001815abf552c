package app

import (
	"cmp"
	"context"
	"path/filepath"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// health is the answer of /readyz.
type health struct {
	Status  string            `json:"status"` // ok, degraded, down, or stopping
	Checks  map[string]string `json:"checks"`
	Details map[string]string `json:"details,omitempty"` // what else is to be known of a part
}

// Check is one part of the service that /readyz asks.
type Check struct {
	Name  string
	Probe func(ctx context.Context) error
	Soft  bool // a failure degrades; the others take the service down
	// Quarantined, if any, names a damaged file in whose place the part began a new one; "" when there was none.
	Quarantined func() string
}

func (s *Service) alive(context.Context, resource.None) (map[string]string, error) {
	return map[string]string{"status": "ok"}, nil
}

const (
	readyTimeout = 3 * time.Second // for each check; twice that for one that waits until another has asked
	probeEvery   = time.Second     // since everybody may ask, and a write costs a flush
)

// probe asks a question that costs something, and remembers the answer for a moment.
type probe struct {
	check func(ctx context.Context) error
	every time.Duration // 0 is probeEvery

	mu        sync.Mutex
	checkedAt time.Time
	err       error
}

// Check answers with what is known, or finds it out. That is done for everybody, so it does not end with who asks.
func (p *probe) Check(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.checkedAt) >= cmp.Or(p.every, probeEvery) {
		ctx, done := context.WithTimeout(context.WithoutCancel(ctx), readyTimeout)
		defer done()
		p.err = p.check(ctx)
		p.checkedAt = time.Now()
	}
	return p.err
}

// runChecks asks side by side, so that what does not answer takes no time from the others.
func runChecks(ctx context.Context, checks []Check) []error {
	ctx, done := context.WithTimeout(ctx, 2*readyTimeout)
	defer done()
	errs := make([]error, len(checks))
	var all sync.WaitGroup
	for i, c := range checks {
		all.Go(func() { errs[i] = c.Probe(ctx) })
	}
	all.Wait()
	return errs
}

// ready says 200 while database and jobs work, the database also for writing, which is what requests need. The search
// index and the content service only degrade it: lists, filters and writes work without them. Once it was told to stop
// it says 503 without asking anybody.
func (s *Service) ready(ctx context.Context, _ resource.None) (health, error) {
	h := health{Status: "ok", Checks: map[string]string{}, Details: map[string]string{}}
	if s.stopping.Load() {
		h.Status, resource.ReplyOf(ctx).Status = "stopping", 503
		return h, nil
	}
	errs := runChecks(ctx, s.Checks)
	for i, c := range s.Checks {
		err := errs[i]
		if c.Quarantined != nil && c.Quarantined() != "" { // its place is for the log: anybody may ask
			h.Details[c.Name] = "a damaged file was set aside as " + filepath.Base(c.Quarantined()) + " and is built anew"
		}
		if code := damageCode(err); code != "" {
			h.Details[c.Name] = code
		}
		switch {
		case err == nil:
			h.Checks[c.Name] = "ok"
		case c.Soft:
			h.Checks[c.Name] = "degraded"
			if h.Status == "ok" {
				h.Status = "degraded"
			}
		default:
			h.Checks[c.Name], h.Status = "down", "down"
			resource.ReplyOf(ctx).Status = 503
		}
		s.logCheck(c, err)
	}
	return h, nil
}

// logCheck says once that a part which requests need has stopped to work, and once that it works again, however often
// somebody asks.
func (s *Service) logCheck(c Check, err error) {
	if _, was := s.down.Load(c.Name); err != nil && !c.Soft && !was {
		s.down.Store(c.Name, true)
		s.Log.Warn("not ready", "check", c.Name, "code", damageCode(err), "err", err)
	} else if err == nil && was {
		s.down.Delete(c.Name)
		s.Log.Info("ready again", "check", c.Name)
	}
}
