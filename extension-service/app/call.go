package app

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/monitor"
	"poolkeeper.example/extension-service/platform/httpconn"
)

// call is one request at work. Its context ends when its time is over or its client has gone away.
type call struct {
	endpoint string
	staff    int64 // the account that makes it; 0: none
	ctx      context.Context
	cancel   context.CancelCauseFunc
	timer    *time.Timer
	time     time.Duration // for the work, until the answer begins; what takes longer is a job
	unwatch  func()
	streams  bool // its answer, whose end is the end of the call
	answered *monitor.Answering
	status   int   // of the answer
	err      error // why it was refused
}

type callKey struct{}

func (e *edge) newCall(c fiber.Ctx, ep resource.Endpoint) *call {
	ctx, answering := e.startTrace(c, ep)
	ctx, cancel := context.WithCancelCause(ctx)
	k := &call{
		endpoint: ep.Name, ctx: ctx, cancel: cancel, answered: answering, time: e.time,
		unwatch: httpconn.Guarded(c.RequestCtx().Conn()).Watch(cancel),
	}
	k.timer = time.AfterFunc(bodyTime(ep)+k.time, func() { cancel(context.DeadlineExceeded) })
	c.Locals(callKey{}, k)
	return k
}

// startTrace begins to tell the traces of the request; its answer names it to them.
func (e *edge) startTrace(c fiber.Ctx, ep resource.Endpoint) (context.Context, *monitor.Answering) {
	if e.traces == nil {
		return context.Background(), nil
	}
	ctx, answering := e.traces.Request(context.Background(), monitor.Request{
		Endpoint: ep.Name, Method: ep.Method, Route: ep.Path, ID: e.requestID(c), Parent: strings.Clone(c.Get("Traceparent")),
		Began: c.RequestCtx().Time(),
	})
	c.Set("Traceresponse", answering.Parent())
	if ep.Method != fiber.MethodGet { // reads would soon push these out of what support remembers
		e.log.Debug("traced", "requestId", e.requestID(c), "traceId", answering.TraceID())
	}
	return ctx, answering
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

func (k *call) finish() {
	k.timer.Stop()
	k.unwatch()
	k.cancel(nil)
	k.answered.Finish(k.status, k.err)
}

// hasLeft says whether nobody waits for the answer any more.
func (k *call) hasLeft() bool { return errors.Is(context.Cause(k.ctx), httpconn.ErrLeft) }

// traceID is that of the request in the traces; "" where nobody takes them, and before it was a call.
func (k *call) traceID() string {
	if k == nil {
		return ""
	}
	return k.answered.TraceID()
}

func callOf(c fiber.Ctx) *call {
	k, _ := c.Locals(callKey{}).(*call)
	return k
}
