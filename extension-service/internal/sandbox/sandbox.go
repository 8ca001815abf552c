// Package sandbox is a vendor management system (VMS) to try the product on: it speaks the wire contract of docs/vms.md
// as a VMS does, and can be told to refuse, to wait, to fail and to be late. It keeps what it knows in memory.
package sandbox

import (
	"cmp"
	"context"
	"crypto/subtle"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

// Access is one VMS that the sandbox plays, and how it knows its callers.
type Access struct {
	Name     string // the first part of its path
	Auth     string // as connections name it: NONE, BASIC, BEARER or HEADER
	AuthName string // the user, or the name of the header
	Secret   string
}

// Systems are the VMS that every sandbox plays. Their secrets are no secrets: the sandbox answers on this machine
// alone.
func Systems() []Access {
	return []Access{
		{Name: "bearer", Auth: "BEARER", Secret: "sandbox-token-2026"},
		{Name: "basic", Auth: "BASIC", AuthName: "poolkeeper", Secret: "sandbox-password-2026"},
		{Name: "header", Auth: "HEADER", AuthName: "X-Api-Key", Secret: "sandbox-key-2026"},
		{Name: "open", Auth: "NONE"},
	}
}

// InboundSecret is what the sandbox signs its messages with until it is told another.
const InboundSecret = "sandbox-inbound-secret-2026"

// Options are what a sandbox needs.
type Options struct {
	Now func() time.Time
	Log *slog.Logger
	// Product is the address of a product with demo data, whose connections 1, 2 and 3 lead to the first systems: they
	// send their messages there. "" leaves them without an inbound address.
	Product string
	// Client sends messages; nil is one with a timeout of 10 seconds.
	Client *http.Client
}

// Server plays all the systems.
type Server struct {
	options Options
	systems []*system
	http    http.Handler
}

// demoConnections is how many connections the demo data have to a sandbox, to the first systems in their order.
const demoConnections = 3

// New returns a sandbox without candidates.
func New(o Options) *Server {
	o.Client = cmp.Or(o.Client, &http.Client{Timeout: 10 * time.Second})
	s := &Server{options: o}
	for i, a := range Systems() {
		one := &system{
			Access: a, now: o.Now, switches: Switches{Answer: Accept}, byKey: map[string]*Candidate{},
			inbound: Inbound{Secret: InboundSecret},
		}
		if o.Product != "" && i < demoConnections {
			one.inbound.URL = o.Product + "/api/vms/inbound/" + strconv.Itoa(i+1)
		}
		s.systems = append(s.systems, one)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, http.StatusOK, map[string]any{"status": "ok"})
	})
	for _, one := range s.systems {
		one.serve(mux)
	}
	s.http = http.NewCrossOriginProtection().Handler(mux)
	return s
}

// ServeHTTP answers as the systems do.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.http.ServeHTTP(w, r) }

// serve declares the calls of one system: those of a VMS, and below /sandbox those by which it is told how to behave.
func (s *system) serve(mux *http.ServeMux) {
	vms := func(pattern string, handle http.HandlerFunc) {
		mux.HandleFunc(pathOf(pattern, s.Name), s.withSwitches(handle))
	}
	vms("POST /applications", s.submit)
	vms("PUT /applications/{id}", s.update)
	vms("POST /applications/{id}/withdrawal", s.withdraw)
	vms("GET /applications", s.listCandidates)
	vms("GET /messages", s.listMessages)
	mux.HandleFunc(pathOf("GET /sandbox", s.Name), s.show)
	mux.HandleFunc(pathOf("POST /sandbox/switches", s.Name), s.setSwitches)
	mux.HandleFunc(pathOf("POST /sandbox/inbound", s.Name), s.setInbound)
	mux.HandleFunc(pathOf("POST /sandbox/jobs", s.Name), s.offerJob)
	mux.HandleFunc(pathOf("POST /sandbox/jobs/{id}/status", s.Name), s.moveJob)
	mux.HandleFunc(pathOf("POST /sandbox/messages", s.Name), s.sendAnything)
	mux.HandleFunc(pathOf("POST /sandbox/candidates/{id}/status", s.Name), s.moveCandidate)
}

// isAuthorised says whether a call shows who it is from.
func (a Access) isAuthorised(r *http.Request) bool {
	equal := func(presented, wanted string) bool {
		return subtle.ConstantTimeCompare([]byte(presented), []byte(wanted)) == 1
	}
	switch a.Auth {
	case "BEARER":
		return equal(r.Header.Get("Authorization"), "Bearer "+a.Secret)
	case "BASIC":
		user, password, isBasic := r.BasicAuth()
		return isBasic && equal(user, a.AuthName) && equal(password, a.Secret)
	case "HEADER":
		return equal(r.Header.Get(a.AuthName), a.Secret)
	}
	return true
}

const betweenPushes = 200 * time.Millisecond

// Run sends messages when they are due, until ctx ends.
func (s *Server) Run(ctx context.Context) {
	ticker := time.NewTicker(betweenPushes)
	defer ticker.Stop()
	for {
		s.Push(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
