package app

import (
	"context"
	"path/filepath"

	"poolkeeper.example/extension-service/resource"
)

// health is the answer of /readyz.
type health struct {
	Status  string            `json:"status"` // ok, degraded or down
	Checks  map[string]string `json:"checks"`
	Details map[string]string `json:"details,omitempty"` // what else is to be known of a part
}

// Check is one part of the service that /readyz asks.
type Check struct {
	Name string
	Ask  func(ctx context.Context) error
	Soft bool // a failure degrades; the others take the service down
	// SetAside, if any, names a damaged file in whose place the part began a new one; "" when there was none.
	SetAside func() string
}

func (s *Service) alive(context.Context, resource.None) (map[string]string, error) {
	return map[string]string{"status": "ok"}, nil
}

// ready says 200 while database, index and jobs work; the content service only degrades it.
func (s *Service) ready(ctx context.Context, _ resource.None) (health, error) {
	h := health{Status: "ok", Checks: map[string]string{}, Details: map[string]string{}}
	for _, c := range s.Checks {
		err := c.Ask(ctx)
		if c.SetAside != nil && c.SetAside() != "" { // its place is for the log: anybody may ask
			h.Details[c.Name] = "a damaged file was set aside as " + filepath.Base(c.SetAside()) + " and is built anew"
		}
		switch {
		case err == nil:
			h.Checks[c.Name] = "ok"
		case c.Soft:
			h.Checks[c.Name] = "degraded"
			if h.Status == "ok" {
				h.Status = "degraded"
			}
		default:
			h.Checks[c.Name], h.Status = "down", "down"
			resource.ReplyOf(ctx).Status = 503
			s.Log.Error("not ready", "check", c.Name, "err", err)
		}
	}
	return h, nil
}
