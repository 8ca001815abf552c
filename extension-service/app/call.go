package app

import (
	"context"
	"errors"
	"time"

	"github.com/gofiber/fiber/v3"

	"poolkeeper.example/extension-service/httpconn"
	"poolkeeper.example/extension-service/resource"
)

// call is one request at work. Its context ends when its time is over or its client has gone away.
type call struct {
	endpoint string
	ctx      context.Context
	cancel   context.CancelCauseFunc
	timer    *time.Timer
	time     time.Duration // for the work, until the answer begins; what takes longer is a job
	unwatch  func()
	streams  bool // its answer, whose end is the end of the call
}

type callKey struct{}

func (e *edge) begin(c fiber.Ctx, ep resource.Endpoint) *call {
	ctx, cancel := context.WithCancelCause(context.Background())
	k := &call{endpoint: ep.Name, ctx: ctx, cancel: cancel, time: e.time, unwatch: httpconn.Of(c.RequestCtx().Conn()).Watch(cancel)}
	k.timer = time.AfterFunc(bodyTime(ep)+k.time, func() { cancel(context.DeadlineExceeded) })
	c.Locals(callKey{}, k)
	return k
}

// hasBody begins the time that is for the work alone.
func (k *call) hasBody(ep resource.Endpoint) {
	if !ep.Upload {
		k.timer.Reset(k.time)
	}
}

// stream lets the call go on for as long as its client takes what it answers.
func (k *call) stream() {
	k.streams = true
	k.timer.Stop()
}

func (k *call) end() {
	k.timer.Stop()
	k.unwatch()
	k.cancel(nil)
}

// hasLeft says whether nobody waits for the answer any more.
func (k *call) hasLeft() bool { return errors.Is(context.Cause(k.ctx), httpconn.ErrLeft) }

func callOf(c fiber.Ctx) *call {
	k, _ := c.Locals(callKey{}).(*call)
	return k
}
