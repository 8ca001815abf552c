package staff

import (
	"context"
	"errors"
	"sync"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/ratelimit"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	refusalWindow  = 10 * time.Minute
	refusalsLogged = 10     // of one address within a window
	refusalPeers   = 10_000 // addresses that are counted at a time
)

// refusalLimits bounds the log entries that strangers can cause: a client with an invalid token sends it many times.
type refusalLimits struct {
	mu     sync.Mutex
	window int64
	counts map[string]int
}

// allow counts a refusal and says whether it is to be recorded. Each window begins anew.
func (n *refusalLimits) allow(network string, now time.Time) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if window := now.UnixMilli() / refusalWindow.Milliseconds(); window != n.window || n.counts == nil {
		n.window, n.counts = window, map[string]int{}
	}
	if _, known := n.counts[network]; !known && len(n.counts) >= refusalPeers {
		return false
	}
	n.counts[network]++
	return n.counts[network] <= refusalsLogged
}

// accountError is a refusal that is about an account.
type accountError struct {
	account int64
	why     string
}

func (e *accountError) Error() string { return e.why }

func badToken(why string) error {
	return fault.Wrap(fault.Unauthenticated, "BAD_TOKEN", errors.New(why))
}

// noAccount refuses somebody whom the provider knows and we do not; a is the account it is about, nil for none.
func noAccount(a *account, why string) error {
	about := &accountError{why: why}
	if a != nil {
		about.account = a.ID
	}
	return fault.Wrap(fault.Denied, "NO_ACCOUNT", about)
}

// refuseToken records why an ID token has opened nothing, and returns the refusal.
func (s *Service) refuseToken(ctx context.Context, refusal error) error {
	return s.recordRefusal(ctx, "auth.failed", refusal)
}

// refuseLogout records why a logout token has ended nothing. A provider is told BAD_REQUEST.
func (s *Service) refuseLogout(ctx context.Context, refusal error) error {
	err := s.recordRefusal(ctx, "auth.backchannelLogout", refusal)
	if fault.CodeOf(err) == "BAD_TOKEN" {
		return fault.Wrap(fault.BadRequest, "BAD_REQUEST", err)
	}
	return err
}

func (s *Service) recordRefusal(ctx context.Context, action string, refusal error) error {
	f := fault.From(refusal)
	about, _ := errors.AsType[*accountError](refusal)
	if about == nil {
		about = &accountError{}
	}
	network := ratelimit.NetworkOf(role.From(ctx).IP)
	if s.Issuer == nil || f.Kind == fault.Upstream || f.Err == nil || about.account == 0 &&
		!s.refusals.allow(network, s.Now()) {
		return refusal
	}
	err := s.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context) error {
		return s.record(ctx, event{
			action: action, id: about.account, reason: f.Code,
			after: map[string]any{"why": shortened(f.Err.Error())},
		})
	})
	if err != nil {
		return err
	}
	return refusal
}
