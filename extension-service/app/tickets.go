package app

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"io"
	"maps"
	"mime"
	"sync"
	"time"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/store"
)

// tickets let a browser fetch a file by a plain link: one use, 60 s, bound to the person who asked ("Extensions",
// GET /api/download). They live in memory: a download starts on the copy of the service that promised it.
type tickets struct {
	mu    sync.Mutex
	open  map[string]ticket
	now   func() time.Time
	check func(ctx context.Context, c *role.Caller) error // brings the caller up to date while the session stands
	audit func(ctx context.Context, e store.Entry) error
}

type ticket struct {
	download resource.Download
	who      *role.Caller
	until    time.Time
}

const (
	ticketLife  = time.Minute
	ticketLimit = 10_000
)

func (t *tickets) issue(ctx context.Context, d resource.Download) (string, error) {
	var id [24]byte
	_, _ = rand.Read(id[:]) // never fails
	key := base64.RawURLEncoding.EncodeToString(id[:])
	t.mu.Lock()
	defer t.mu.Unlock()
	for k, old := range t.open {
		if t.now().After(old.until) {
			delete(t.open, k)
		}
	}
	if len(t.open) >= ticketLimit {
		return "", fault.New(fault.Upstream, "UNAVAILABLE", "too many downloads wait to be fetched")
	}
	t.open[key] = ticket{d, role.From(ctx), t.now().Add(ticketLife)}
	return "/api/download/" + key, nil
}

type ticketInput struct {
	Ticket string `path:"ticket" json:"ticket" check:"required,max=64"`
}

// fetch streams the file of a ticket in the name of the person it was given to, and audits that.
func (t *tickets) fetch(ctx context.Context, in ticketInput) (any, error) {
	t.mu.Lock()
	k, ok := t.open[in.Ticket]
	delete(t.open, in.Ticket)
	t.mu.Unlock()
	if !ok || t.now().After(k.until) {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "this download has been fetched or is too old")
	}
	from, who := role.From(ctx), *k.who
	who.RequestID, who.IP, who.UserAgent = from.RequestID, from.IP, from.UserAgent
	if err := t.check(ctx, &who); err != nil {
		return nil, err
	}
	if !who.CanAny(k.download.Needs) {
		return nil, resource.Forbidden(k.download.Needs...)
	}
	asked := map[string]any{"file": k.download.Name}
	maps.Copy(asked, k.download.Asked)
	if err := t.audit(role.With(ctx, &who), store.Entry{Entity: k.download.Entity, Act: resource.Act{Action: "export"}, After: asked}); err != nil {
		return nil, err
	}
	reply := resource.ReplyOf(ctx)
	reply.Type = k.download.Type
	reply.SetHeader("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": k.download.Name}))
	reply.Stream = func(w io.Writer) error { return k.download.Stream(role.With(context.Background(), &who), w) }
	return nil, nil
}
