package app

import (
	"context"
	"sync"
	"time"

	"poolkeeper.example/extension-service/platform/role"
)

const (
	foldTime  = time.Minute     // within which refusals of one account for one call are one entry
	foldLook  = 5 * time.Second // between looks for minutes that are over
	mostFolds = 10_000          // that are open at once; then all of them are written
)

// foldKey is what refusals are alike in.
type foldKey struct {
	account    int64
	call, code string
}

// fold is a minute of refusals. The first of them has an entry of its own already.
type fold struct {
	who         *role.Caller
	denial      denial
	count       int64
	first, last time.Time
}

// folds gather the refusals that follow a first one, so that a program that goes on asking does not flood the log.
type folds struct {
	mu   sync.Mutex
	open map[foldKey]*fold
}

// add counts a refusal; true for the first of its minute, which is written at once. Those that are over come back to be
// written.
func (f *folds) add(who *role.Caller, d denial, now time.Time) (isFirst bool, over []*fold) {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := foldKey{who.ID, d.call, d.code}
	if had := f.open[key]; had != nil && now.Sub(had.first) < foldTime {
		had.count, had.last = had.count+1, now
		return false, nil
	}
	if had := f.open[key]; had != nil {
		over = append(over, had)
	}
	if f.open == nil || len(f.open) >= mostFolds {
		for _, one := range f.open {
			over = append(over, one)
		}
		f.open = map[foldKey]*fold{}
	}
	f.open[key] = &fold{who: who, denial: d, count: 1, first: now, last: now}
	return true, repeated(over)
}

// removeExpired takes out the minutes that have ended, or all of them.
func (f *folds) removeExpired(now time.Time, all bool) (out []*fold) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for key, one := range f.open {
		if all || now.Sub(one.first) >= foldTime {
			out = append(out, one)
			delete(f.open, key)
		}
	}
	return repeated(out)
}

// repeated are those that were more than one refusal: of the others the first entry says everything.
func repeated(list []*fold) (out []*fold) {
	for _, one := range list {
		if one.count > 1 {
			out = append(out, one)
		}
	}
	return out
}

// foldRefusals writes folded refusals until ctx ends, and then those that are left.
func (s *Service) foldRefusals(ctx context.Context) {
	tick := time.NewTicker(foldLook)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			s.writeFolds(s.folds.removeExpired(time.Now(), true))
			return
		case <-tick.C:
			s.writeFolds(s.folds.removeExpired(time.Now(), false))
		}
	}
}

// EndFolds writes at once what the background writes in time, for tests.
func (s *Service) EndFolds() { s.writeFolds(s.folds.removeExpired(time.Now(), true)) }

func (s *Service) writeFolds(list []*fold) {
	for _, one := range list {
		s.writeDenied(role.With(context.Background(), one.who), one.denial, one)
	}
}
