// Package clienterrors takes what has gone wrong in browsers into the log.
package clienterrors

import (
	"context"
	"log/slog"
	"strings"
	"time"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/ratelimit"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	longest     = 16 << 10 // bytes of one report
	perMinute   = 30       // reports of one address
	longestText = 4000     // bytes of one text that reach the log
)

// Service takes the reports of browsers.
type Service struct {
	Log *slog.Logger
	Now func() time.Time

	limit ratelimit.PerMinute
}

// New takes reports into a log.
func New(log *slog.Logger, now func() time.Time) *Service {
	return &Service{Log: log, Now: now, limit: ratelimit.PerMinute{Most: perMinute}}
}

// Endpoints are the calls of the package.
func (s *Service) Endpoints() []resource.Endpoint {
	return []resource.Endpoint{
		{
			Name: "clientError.report", Method: "POST", Path: "/api/clientError", Public: true,
			Handle: resource.Handle(s.report), BodyLimit: longest,
		},
	}
}

type input struct {
	Message   string `json:"message"   kind:"longtext" check:"required"`
	Stack     string `json:"stack"     kind:"longtext"`
	Route     string `json:"route"     kind:"longtext"`
	RequestID string `json:"requestId" check:"max=64"`
}

func (s *Service) report(ctx context.Context, in input) (resource.None, error) {
	who := role.From(ctx)
	if err := s.limit.Allow(ratelimit.NetworkOf(who.IP), s.Now()); err != nil {
		return resource.None{}, err
	}
	s.Log.Warn("client error", "message", truncate(in.Message), "stack", truncate(in.Stack), "route",
		truncate(withoutQuery(in.Route)),
		"failed", in.RequestID,
		"requestId", who.RequestID, "userAgent", who.UserAgent, "staff", who.ID)
	return resource.None{}, nil
}

// withoutQuery drops what people have typed into filters.
func withoutQuery(route string) string {
	path, _, _ := strings.Cut(route, "?")
	return path
}

// truncate ends a text at a whole character.
func truncate(s string) string {
	if len(s) <= longestText {
		return s
	}
	s = s[:longestText]
	for !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return s
}
