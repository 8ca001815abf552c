package content

import (
	"context"
	"errors"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	defaultPatience = time.Second
	probeGap        = time.Second // between two questions whether the content service is there while it is away
)

// errHangs ends the calls that wait for a content service that does not even say that it is there.
var errHangs = errors.New("the content service hangs")

// breaker keeps people from waiting for a content service that hangs: those who have called when it is found out wait twice its patience,
// all others are refused at once until it answers. What the product asks by itself in the background is let through.
type breaker struct {
	probe    func(ctx context.Context) error // asks whether it is there
	now      func() time.Time
	patience time.Duration // somebody waits for an answer before that is asked, and the content service has to say so

	mu      sync.Mutex
	isOpen  bool
	served  time.Time     // when a call was last answered
	asking  chan struct{} // closed with the answer of the probe at hand; nil when there is none
	probed  time.Time     // when the last probe ended
	failure error         // of the last probe
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
	if b.refuses() {
		return nil, unavailable("the content service hangs", errHangs)
	}
	watched, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(b.patience, func() {
		if b.probeOnce() != nil {
			cancel(errHangs)
		}
	})
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

func (b *breaker) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.isOpen, b.served = false, b.now()
}

// refuses says whether calls are refused now. Now and then it has somebody ask whether that still holds, for whom nobody waits.
func (b *breaker) refuses() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.isOpen && b.asking == nil && b.now().Sub(b.probed) > probeGap {
		go func() { _ = b.probeOnce() }() // ends with the time of a probe
	}
	return b.isOpen
}

// probeOnce finds out whether the content service is there. Those who ask at once share one answer.
func (b *breaker) probeOnce() error {
	b.mu.Lock()
	if waiting := b.asking; waiting != nil {
		b.mu.Unlock()
		<-waiting
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.failure
	}
	done, began := make(chan struct{}), b.now()
	b.asking = done
	b.mu.Unlock()
	ctx, stop := context.WithTimeout(context.Background(), b.patience)
	err := b.probe(ctx)
	stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	if errors.Is(err, context.DeadlineExceeded) && b.served.After(began) {
		err = nil // it has answered others meanwhile, so it is busy and does not hang
	}
	b.failure, b.probed, b.asking = err, b.now(), nil
	b.isOpen = err != nil
	close(done)
	return err
}

// isThere asks for one row, so that the database behind Directus has to answer too. A refusal is an answer.
func (u *upstream) isThere(ctx context.Context) error {
	at, err := u.where.find()
	if err != nil {
		return err
	}
	_, err = u.write.R().SetContext(ctx).SetAuthToken(at.Token).SetHeader("Content-Type", "application/json").
		SetBody(map[string]any{"query": query{"limit": 1, "fields": []string{"iso"}}}).Execute(search, at.URL+itemsPath(languages))
	return err
}
