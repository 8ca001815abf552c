package staff

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Authenticate returns the caller an access token speaks for, a copy the edge may complete with the facts of the
// request. UNAUTHENTICATED for anything but a valid token of a session that has not ended; whose session it was is told
// all the same.
func (s *Service) Authenticate(ctx context.Context, bearer string) (*role.Caller, error) {
	if bearer == "" || len(bearer) > longestText {
		return nil, unauthenticated("no token")
	}
	had, ok := s.tokens.get(bearer)
	if !ok {
		var err error
		if had, err = s.parse(ctx, bearer); err != nil {
			return nil, fault.Wrap(fault.Unauthenticated, "UNAUTHENTICATED", err)
		}
		s.tokens.store(strings.Clone(bearer), had, s.ms())
	}
	if had.until <= s.ms() {
		return nil, unauthenticated("the token has run out")
	}
	ended, version, err := s.revoked.check(ctx, had.who)
	if err != nil {
		return nil, fault.Wrap(fault.Upstream, "UNAVAILABLE", err)
	}
	if ended {
		gone := *had.who
		return &gone, unauthenticated("the session has ended")
	}
	if version > had.version || had.ends != 0 && had.ends <= s.ms() {
		if had, err = s.renewed(ctx, had); err != nil {
			gone := *had.who
			return &gone, err
		}
		s.tokens.store(strings.Clone(bearer), had, s.ms())
	}
	who := *had.who
	return &who, nil
}

// renewed is what a token says with the roles, permissions and scope of today, after the account has changed or a right
// has ended by itself.
func (s *Service) renewed(ctx context.Context, had verified) (verified, error) {
	who := *had.who
	a, err := s.current(ctx, &who)
	switch {
	case fault.KindOf(err) == fault.Unauthenticated:
		return had, err
	case err != nil:
		return had, fault.Wrap(fault.Upstream, "UNAVAILABLE", err)
	}
	a.renew(&who)
	return verified{who: &who, until: had.until, version: a.Version, ends: a.nextEnd()}, nil
}

func unauthenticated(why string) error {
	return fault.New(fault.Unauthenticated, "UNAUTHENTICATED", "%s", why)
}

// Gate refuses calls that an account without roles, or one that must change its password, may not make. Public calls
// stay open: the token adds nothing to them.
func (s *Service) Gate(c *role.Caller, e resource.Endpoint) error {
	switch {
	case e.Public || c.Kind != role.Admin:
		return nil
	case len(c.Roles) == 0:
		return noRoles()
	case c.PasswordChange && e.Name != changePassword:
		return mustChange()
	case c.FactorDue && !slices.Contains(setUpFactor, e.Name):
		return fault.New(fault.Denied, "TOTP_SETUP_REQUIRED", "a second factor must be set up first")
	}
	return nil
}

func noRoles() error { return fault.New(fault.Denied, "NO_ROLES", "the account has no roles") }

func mustChange() error {
	return fault.New(fault.Denied, "PASSWORD_CHANGE_REQUIRED", "the one-time password must be changed first")
}

// Recheck brings the caller's roles, permissions and scope up to date from the database: one indexed row. Every write
// calls it inside its transaction, so that what was taken away stops working at once, whatever an older token says.
func (s *Service) Recheck(ctx context.Context, c *role.Caller) error {
	if c.Kind != role.Admin {
		return nil
	}
	a, err := s.inSession(ctx, c)
	if err != nil {
		return err
	}
	a.renew(c)
	switch {
	case len(a.Roles) == 0:
		return noRoles()
	case a.MustChangePassword:
		return mustChange()
	}
	return nil
}

// verified is what a token was found to say.
type verified struct {
	who     *role.Caller
	until   int64
	ends    int64 // when the next of its rights ends by itself, 0: none does
	version int64 // of the account, where its rights are not the token's but read later
}

const cachedTokens = 4096

// tokenCache remembers verified tokens until they run out, which saves all but the first verification of each. It is
// keyed by the whole token: a cryptographic hash of its 3 kB costs ten times the look-up, and a shorter one could be
// forged.
type tokenCache struct {
	mu sync.RWMutex
	m  map[string]verified
}

func newTokenCache() *tokenCache { return &tokenCache{m: map[string]verified{}} }

func (c *tokenCache) get(token string) (verified, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	v, ok := c.m[token]
	return v, ok
}

// store keeps v; a full cache drops what has run out, and everything when that is not enough.
func (c *tokenCache) store(token string, v verified, now int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.m) >= cachedTokens {
		maps.DeleteFunc(c.m, func(_ string, v verified) bool { return v.until <= now })
	}
	if len(c.m) >= cachedTokens {
		clear(c.m)
	}
	c.m[token] = v
}

const (
	revokedFresh   = 3 * time.Second // one request looks again after this
	revokedStale   = 5 * time.Second // nobody relies on it after this
	revokedTimeout = 2 * time.Second // for a database that says nothing
)

// revocations knows what has been taken away while tokens that say otherwise may still be valid: the sessions that
// ended and the accounts that changed. What happens here is known at once, what happens on other copies of the service
// within five seconds.
type revocations struct {
	now  func() time.Time
	load func(ctx context.Context, since int64) (loadedRevocations, error)

	mu      sync.RWMutex
	ended   map[string]int64   // sid → when its last token has run out
	changed map[int64]revision // by account
	synced  atomic.Int64

	busy   sync.Mutex // held by the one who asks the database
	failed int64      // when that last came to nothing
	err    error      // and why
}

// loadedRevocations is what the database knows since an instant.
type loadedRevocations struct {
	ended   map[string]int64   // sid → when it ended
	changed map[int64]revision // by account
}

// revision is the version of an account and, as loaded, when it was written; as kept, when the last token from before
// has run out.
type revision struct{ version, at int64 }

// outlived is how long after an event no token from before it is valid any more.
const outlived = accessLife + time.Minute

// check says whether the caller's session has ended, and the version of the account if it has changed lately. An error
// means that nobody can tell, which is no permission.
func (r *revocations) check(ctx context.Context, who *role.Caller) (ended bool, version int64, err error) {
	now := r.now().UnixMilli()
	switch age := now - r.synced.Load(); {
	case age >= revokedStale.Milliseconds():
		if err := r.syncForAll(ctx, now); err != nil {
			return false, 0, err
		}
	case age >= revokedFresh.Milliseconds() && r.busy.TryLock():
		defer r.busy.Unlock()
		_ = r.sync(ctx, now) // tried again by the next request, and for good once it is stale
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	_, ended = r.ended[who.SID]
	return ended, r.changed[who.ID].version, nil
}

// syncForAll makes everybody who waits sure again. Where the database says nothing, all of them are told so after one
// wait.
func (r *revocations) syncForAll(ctx context.Context, since int64) error {
	r.busy.Lock()
	defer r.busy.Unlock()
	switch {
	case since-r.synced.Load() < revokedStale.Milliseconds():
		return nil
	case since < r.failed:
		return r.err
	}
	err := r.sync(context.WithoutCancel(ctx), since)
	if err != nil {
		r.failed, r.err = r.now().UnixMilli(), err
	}
	return err
}

// sync adds what the database knows. Nothing is dropped before its tokens have run out, so that what is committed while
// we read cannot be lost.
func (r *revocations) sync(ctx context.Context, now int64) error {
	ctx, done := context.WithTimeout(ctx, revokedTimeout)
	defer done()
	found, err := r.load(ctx, now-outlived.Milliseconds())
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.ended, func(_ string, until int64) bool { return until <= now })
	maps.DeleteFunc(r.changed, func(_ int64, x revision) bool { return x.at <= now })
	for sid, at := range found.ended {
		r.ended[sid] = at + outlived.Milliseconds()
	}
	for id, x := range found.changed {
		r.record(id, x.version, x.at)
	}
	r.synced.Store(now)
	return nil
}

// record remembers a change of an account; the caller holds mu.
func (r *revocations) record(id, version, at int64) {
	if had := r.changed[id]; had.version <= version {
		r.changed[id] = revision{version, max(had.at, at+outlived.Milliseconds())}
	}
}

func (r *revocations) add(sids []string) {
	until := r.now().Add(outlived).UnixMilli()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, sid := range sids {
		r.ended[sid] = until
	}
}

// change says that an account has reached a version.
func (r *revocations) change(id, version int64) {
	at := r.now().UnixMilli()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.record(id, version, at)
}
