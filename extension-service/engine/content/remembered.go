package content

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
)

const (
	mostRemembered    = 8       // answers
	largestRemembered = 8 << 20 // of them, in bytes
	feedIsLate        = 5 * defaultPoll
)

// remembered are whole lists as Directus has answered them last, so that one who asks for the same again and again
// keeps nobody else waiting. An answer counts as long as this copy has written nothing, and the feed, which looks every
// two seconds, has found nothing.
type remembered struct {
	changes atomic.Int64 // writes of this copy, and looks that have found something or have failed
	looked  atomic.Int64 // when the last look that went well has begun, in nanoseconds
	asking  singleflight.Group

	mu      sync.Mutex
	answers map[string]rememberedAnswer
}

type rememberedAnswer struct {
	body    []byte
	changes int64 // when it was asked for
}

// findAll is findRows for a list without a limit. What it returns must not be changed.
func (u *upstream) findAll(ctx context.Context, collection string, q query) ([]byte, error) {
	question, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	r, key := &u.remembered, collection+string(question)
	if body, ok := r.answer(key, u.breaker.now()); ok {
		return body, nil
	}
	body, err, _ := r.asking.Do(key, func() (any, error) {
		changes := r.changes.Load()
		body, err := u.findRows(ctx, collection, q)
		if err == nil {
			r.store(key, rememberedAnswer{body, changes})
		}
		return body, err
	})
	if err != nil {
		return nil, err
	}
	return body.([]byte), nil
}

func (r *remembered) answer(key string, now time.Time) ([]byte, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	found, ok := r.answers[key]
	isCurrent := found.changes == r.changes.Load() && now.Sub(time.Unix(0, r.looked.Load())) < feedIsLate
	return found.body, ok && isCurrent
}

func (r *remembered) store(key string, a rememberedAnswer) {
	if len(a.body) > largestRemembered {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answers == nil || len(r.answers) >= mostRemembered {
		r.answers = map[string]rememberedAnswer{}
	}
	r.answers[key] = a
}
