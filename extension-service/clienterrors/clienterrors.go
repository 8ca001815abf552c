// Package clienterrors takes what has gone wrong in browsers into the log.
package clienterrors

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

const (
	longest     = 16 << 10 // bytes of one report
	perMinute   = 30       // reports of one address
	mostPeers   = 10_000   // addresses that are counted at a time
	longestText = 4000     // bytes of one text that reach the log
)

// Service takes the reports of browsers.
type Service struct {
	Log *slog.Logger
	Now func() time.Time

	mu     sync.Mutex
	minute int64
	counts map[string]int
}

// Endpoints are the calls of the package.
func (s *Service) Endpoints() []resource.Endpoint {
	return []resource.Endpoint{
		{Name: "clientError.report", Method: "POST", Path: "/api/clientError", Public: true, Handle: resource.Handle(s.report), BodyLimit: longest},
	}
}

type input struct {
	Message   string `json:"message"   kind:"longtext" check:"required"`
	Stack     string `json:"stack"     kind:"longtext"`
	Route     string `json:"route"     kind:"longtext"`
	RequestID string `json:"requestId" check:"max=64"`
}

// allow counts a report and says whether the address may send it. Each minute begins anew.
func (s *Service) allow(ip string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if minute := now.Unix() / 60; minute != s.minute || s.counts == nil {
		s.minute, s.counts = minute, map[string]int{}
	}
	if _, known := s.counts[ip]; !known && len(s.counts) >= mostPeers {
		return false
	}
	s.counts[ip]++
	return s.counts[ip] <= perMinute
}

func (s *Service) report(ctx context.Context, in input) (resource.None, error) {
	who, now := role.From(ctx), s.Now()
	if !s.allow(who.IP, now) {
		tooMany := fault.New(fault.TooMany, "TOO_MANY_REQUESTS", "too many reports from this address")
		tooMany.Wait = 60 - now.Second()
		return resource.None{}, tooMany
	}
	s.Log.Warn("client error", "message", cut(in.Message), "stack", cut(in.Stack), "route", cut(withoutQuery(in.Route)), "failed", in.RequestID,
		"requestId", who.RequestID, "userAgent", who.UserAgent, "staff", who.ID)
	return resource.None{}, nil
}

// withoutQuery drops what people have typed into filters.
func withoutQuery(route string) string {
	path, _, _ := strings.Cut(route, "?")
	return path
}

// cut ends a text at a whole character.
func cut(s string) string {
	if len(s) <= longestText {
		return s
	}
	s = s[:longestText]
	for !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return s
}
