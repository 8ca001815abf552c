package content

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	defaultPatience = time.Second
	probeTime       = 5 * time.Second // until a question is given up: whatever answers within that time was only busy
	probeGap        = time.Second     // between two questions while the content service is away
)

// errHangs ends the calls that wait for a content service that does not even say that it is there.
var errHangs = errors.New("the content service hangs")

// breaker keeps people from waiting for a content service that hangs: those who have called when it is found out wait
// twice its patience, all others are refused at once until it answers. One that is busy answers something within that
// time, if not what was asked. What the product asks by itself in the background is let through.
type breaker struct {
	// asks whether it is there; isAlive is called with the first sign of life
	probe func(ctx context.Context, isAlive func()) error
	now   func() time.Time
	// half of it a call waits before that is asked, then no more than one and a half for any sign of life
	patience time.Duration

	mu     sync.Mutex
	isOpen bool
	served time.Time     // when a call was last answered
	alive  time.Time     // when the last sign of life came
	asking chan struct{} // closed at the end of the last question; nil when it has ended
	probed time.Time     // when that was begun
}

// call makes a call through the breaker.
func (b *breaker) call(ctx context.Context, do func(ctx context.Context) ([]byte, error)) ([]byte, error) {
	if role.From(ctx).Kind != role.Admin || jobs.IsBackground(ctx) { // nobody waits
		out, err := do(ctx)
		if err == nil {
			b.close()
		}
		return out, err
	}
	if b.isRefusing() {
		return nil, unavailable("the content service hangs", errHangs)
	}
	watched, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(b.patience/2, func() { b.watch(watched, cancel) })
	defer timer.Stop()
	out, err := do(watched)
	if err != nil && errors.Is(context.Cause(watched), errHangs) {
		return nil, unavailable("the content service hangs", errHangs)
	}
	if err == nil {
		b.close()
	}
	return out, err
}

// watch ends a call once the content service gives no sign of life.
func (b *breaker) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	for ctx.Err() == nil {
		if b.isGone(ctx) {
			cancel(errHangs)
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(b.patience / 2):
		}
	}
}

func (b *breaker) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.isOpen, b.served = false, b.now()
}

// recordSuccess remembers a sign of life. It alone closes no breaker: the database behind the content service may hang.
func (b *breaker) recordSuccess() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.alive = b.now()
}

// isRefusing says whether calls are refused now. Now and then it has somebody ask whether that still holds, for whom
// nobody waits.
func (b *breaker) isRefusing() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.isOpen && b.now().Sub(b.probed) > probeGap { // the one before may wait for an answer that was lost
		b.startProbe()
	}
	return b.isOpen
}

// isGone says whether the content service gives no sign of life, and opens the breaker then. Those who ask at once
// share one question. It ends with ctx, which is that of a call.
func (b *breaker) isGone(ctx context.Context) bool {
	b.mu.Lock()
	began := b.now()
	if b.asking == nil {
		b.startProbe()
	}
	answered := b.asking
	b.mu.Unlock()
	select {
	case <-ctx.Done():
		return false
	case <-answered:
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.isOpen
	case <-time.After(b.patience * 3 / 2):
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	isGone := b.served.Before(began) && b.alive.Before(began)
	b.isOpen = b.isOpen || isGone
	return isGone
}

// startProbe asks whether the content service is there. Its answer closes the breaker, however late it comes. b.mu is
// held.
func (b *breaker) startProbe() {
	done, began := make(chan struct{}), b.now()
	b.asking, b.probed = done, began
	go func() { // ends with the time of a probe
		ctx, stop := context.WithTimeout(context.Background(), max(probeTime, 2*b.patience))
		defer stop()
		err := b.probe(ctx, b.recordSuccess)
		b.mu.Lock()
		defer b.mu.Unlock()
		isLast := b.asking == done
		switch {
		case err == nil:
			b.isOpen = false
		// it has answered others, so it is busy and does not hang
		case errors.Is(err, context.DeadlineExceeded) && b.served.After(began):
		case isLast:
			b.isOpen = true
		}
		if isLast {
			b.asking = nil
		}
		close(done)
	}()
}

// isThere asks Directus for a word, and then for one row, so that the database behind it has to answer too. A refusal
// is an answer.
func (u *upstream) isThere(ctx context.Context, isAlive func()) error {
	at, err := u.where.resolve()
	if err != nil {
		return err
	}
	if _, err := u.write.R().SetContext(ctx).Execute(http.MethodGet, at.URL+"/server/ping"); err != nil {
		return err
	}
	isAlive()
	_, err = u.write.R().SetContext(ctx).SetAuthToken(at.Token).SetHeader("Content-Type", "application/json").
		SetBody(map[string]any{"query": query{"limit": 1, "fields": []string{"iso"}}}).Execute(search,
		at.URL+itemsPath(languages))
	return err
}
