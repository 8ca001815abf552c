package app

import (
	"context"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

const (
	clientErrorLimit = 16 << 10 // bytes of one report
	clientErrorRate  = 30       // reports of one address in a minute
	clientErrorPeers = 10_000   // addresses that are counted at a time
	clientErrorText  = 4000     // bytes of one text that reach the log
)

// clientErrors takes what has gone wrong in browsers into the log.
type clientErrors struct {
	mu     sync.Mutex
	minute int64
	counts map[string]int
}

type clientErrorInput struct {
	Message   string `json:"message"   kind:"longtext" check:"required"`
	Stack     string `json:"stack"     kind:"longtext"`
	Route     string `json:"route"     kind:"longtext"`
	RequestID string `json:"requestId" check:"max=64"`
}

// allow counts a report and says whether the address may send it. Each minute begins anew.
func (c *clientErrors) allow(ip string, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if minute := now.Unix() / 60; minute != c.minute || c.counts == nil {
		c.minute, c.counts = minute, map[string]int{}
	}
	if _, known := c.counts[ip]; !known && len(c.counts) >= clientErrorPeers {
		return false
	}
	c.counts[ip]++
	return c.counts[ip] <= clientErrorRate
}

func (s *Service) clientError(ctx context.Context, in clientErrorInput) (resource.None, error) {
	who, now := role.From(ctx), time.Now()
	if !s.clientErrors.allow(who.IP, now) {
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
	if len(s) <= clientErrorText {
		return s
	}
	s = s[:clientErrorText]
	for !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return s
}
