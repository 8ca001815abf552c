package app

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/gofiber/fiber/v3"

	"poolkeeper.example/extension-service/platform/httpconn"
)

const (
	idleTime  = 2 * time.Minute
	headTime  = 10 * time.Second
	stallTime = 30 * time.Second

	mostConnections = 4096
	mostPerAddress  = 256
)

// methods are those that calls may have; others are not known.
func methods() []string {
	known := slices.DeleteFunc(slices.Clone(fiber.DefaultMethods), func(m string) bool { return m == fiber.MethodConnect })
	return append(known, "SEARCH")
}

// guard looks after the connections of a listener.
func (s *Service) guard(listener net.Listener) *httpconn.Listener {
	known := map[string]bool{}
	for _, m := range methods() {
		known[m] = true
	}
	total := mostConnections
	var descriptors syscall.Rlimit
	// the other half is for files and whatever we ask ourselves
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &descriptors) == nil {
		total = min(total, int(min(descriptors.Cur, 2*mostConnections)/2))
	}
	return httpconn.Guard(listener, httpconn.Options{
		Methods: known, Total: total, PerAddress: min(mostPerAddress, (total+1)/2),
		Shared:   httpconn.ParseProxies(s.Settings.TrustedProxies).Contains,
		IdleTime: idleTime, HeadTime: headTime, StallTime: stallTime,
		Report: func(text string, err error) { s.Log.Error(text, "err", err) },
	})
}

// Serve answers requests on listener until Web is shut down.
func (s *Service) Serve(listener net.Listener) error { return s.serve(s.guard(listener)) }

func (s *Service) serve(listener *httpconn.Listener) error {
	return s.web.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true})
}

const (
	handlerLimit = 500 * time.Millisecond // for requests that were cut off at the end of DRAIN_TIME
	endLimit     = 2 * time.Second        // for everything else that ends after them
)

// Run serves on listener and works in the background until ctx ends. Then /readyz says so, requests are served for
// SHUTDOWN_DELAY more, so that a proxy can notice, and those under way get up to DRAIN_TIME. Whoever stops it waits no
// longer than the sum of both and endLimit: what has been acknowledged is durable by then, and the rest is undone by
// the next start.
func (s *Service) Run(ctx context.Context, listener net.Listener) error {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var working sync.WaitGroup
	for _, work := range s.parts.background(s) {
		working.Go(func() { work(background) })
	}
	end := func() error {
		stop()
		working.Wait()
		return s.Close()
	}
	guarded, failed := s.guard(listener), make(chan error, 1)
	go func() { failed <- s.serve(guarded) }()
	select {
	case err := <-failed:
		return errors.Join(err, end())
	case <-ctx.Done():
	}
	s.stopping.Store(true)
	select {
	case err := <-failed:
		return errors.Join(err, end())
	case <-time.After(s.Settings.ShutdownDelay):
	}
	return s.drainAndEnd(guarded, end)
}

func (s *Service) drainAndEnd(guarded *httpconn.Listener, end func() error) error {
	ended := make(chan error, 1)
	go func() {
		s.drain(guarded)
		ended <- end()
	}()
	select {
	case err := <-ended:
		return err
	case <-time.After(s.Settings.DrainTime + endLimit):
		s.Log.Warn("stopped before everything had come to an end")
		return nil
	}
}

// drain ends serving: requests that run get DRAIN_TIME, then their connections are closed and their work is ended. An
// answer that is cut off so lacks its last chunk, so that nobody takes it for whole.
func (s *Service) drain(guarded *httpconn.Listener) {
	ctx, done := context.WithTimeout(context.Background(), s.Settings.DrainTime)
	defer done()
	if err := guarded.Shutdown(ctx); err != nil {
		s.Log.Error("close the listener", "err", err)
	}
	_ = s.web.ShutdownWithTimeout(handlerLimit) // a handler that goes on is ended with the process
}

// Close releases what Open has opened, for callers that do not Run.
func (s *Service) Close() error {
	s.writeFolds(s.folds.removeExpired(time.Now(), true))
	ctx, done := context.WithTimeout(context.Background(), handlerLimit)
	defer done()
	if err := s.Audit.Flush(ctx); err != nil {
		s.Log.Error("record reads", "err", err)
	}
	s.Mappings.Close()
	err := errors.Join(s.parts.close(), s.DB.Close())
	if lost := s.traces.Close(); lost != nil {
		s.Log.Warn("the last traces are lost", "err", lost)
	}
	return err
}
