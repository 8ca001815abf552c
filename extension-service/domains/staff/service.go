package staff

import (
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/passkey"
	"poolkeeper.example/extension-service/platform/role"
)

// Audit writes the audit log and knows what it holds. Record is called inside the transaction of what it records; the
// actor is role.From(ctx).
type Audit interface {
	Record(ctx context.Context, entries ...store.Entry) error
	ChangesSince(ctx context.Context, entity string, id, version int64) (resource.ChangesSince, error)
}

// Entity is the name of an account in the audit log and in addresses.
const Entity = "admin"

// event is an entry for the audit log about an account. It never holds a secret or a hash of one.
type event struct {
	action        string
	id            int64 // of the account; 0 when only a network address is known
	version       int64 // after the change, 0 when nothing was edited
	changed       []string
	before, after map[string]any
	reason        string
	unguarded     bool
}

// Clients says what clients allow at sign-in. An unknown name is no error: ok is false.
type Clients interface {
	SignIn(ctx context.Context, name string) (c ClientContext, ok bool, err error)
	// ClassicLogin says whether at least one client inside the scope lets people sign in by password.
	ClassicLogin(ctx context.Context, scope role.Scope) (bool, error)
	// Exist says whether every client and legal entity of the scope is there.
	Exist(ctx context.Context, scope role.Scope) (bool, error)
}

// ClientContext is what the sign-in screen needs to know of a client.
type ClientContext struct {
	Name          string
	ClassicLogin  bool
	Auth0Login    bool
	Languages     []string // ISO codes, in order
	DefaultLocale string
}

// Options are what the service is built from. Clients, Targets, Issuer and Messages may be absent.
type Options struct {
	DB           *store.DB
	Now          func() time.Time
	Audit        Audit
	Clients      Clients
	Targets      Targets
	Issuer       Issuer        // of ID tokens; none without AUTH0_ISSUER
	Auth0        Auth0         // where the panel finds the issuer
	ClassicLogin bool          // setting CLASSIC_LOGIN
	Messages     func() string // version of the message set
	// FactorRequired says whether the settings ask everybody who signs in by password for a second factor; nil is no.
	FactorRequired func(ctx context.Context) (bool, error)
	// ForbiddenWords are the words of the settings that must not make up most of a password; nil is none.
	ForbiddenWords func(ctx context.Context) ([]string, error)
	// Passkeys verifies passkeys; nil where the address of the service lets nobody have one.
	Passkeys *passkey.RelyingParty
	// Mail queues a message in the transaction at hand; nil sends none.
	Mail   func(ctx context.Context, m mail.Mail) (int64, error)
	Secret string // setting SIGNING_SECRET: what the signing keys are encrypted under
}

// Service holds the rules of accounts, sign-in and sessions. Its secrets come from crypto/rand alone: they are the one
// source of randomness that must not be replaceable.
type Service struct {
	Options
	hasher   *hasher
	keys     *keyring
	tokens   *tokenCache
	revoked  *revocations
	refusals refusalLimits
	current  func(ctx context.Context, c *role.Caller) (*account, error) // the caller's account as it is now
}

// New returns a service over an already migrated database. It reads nothing yet.
func New(o Options) *Service {
	s := &Service{Options: o, hasher: newHasher(), tokens: newTokenCache()}
	s.keys = &keyring{db: o.DB, now: o.Now, secret: o.Secret}
	s.revoked = &revocations{now: o.Now, load: s.revokedSince, ended: map[string]int64{}, changed: map[int64]revision{}}
	s.current = s.inSession
	return s
}

func (s *Service) ms() int64 { return s.Now().UnixMilli() }

// actAs returns ctx acting for the account, keeping how the request reached us.
func actAs(ctx context.Context, a *account, sid string) context.Context {
	from, c := role.From(ctx), a.caller()
	c.SID, c.RequestID, c.IP, c.UserAgent, c.Source = sid, from.RequestID, from.IP, from.UserAgent, from.Source
	return role.With(ctx, &c)
}

// record writes to the audit log, in the transaction of ctx.
func (s *Service) record(ctx context.Context, e event) error {
	return s.Audit.Record(ctx, store.Entry{
		Entity: Entity, ID: e.id, Version: e.version, Changed: e.changed, Before: e.before, After: e.after,
		Act:      resource.Act{Action: e.action, Reason: e.reason, Unguarded: e.unguarded},
		Personal: slices.DeleteFunc(slices.Clone(personal), func(field string) bool { return !e.mentions(field) }),
	})
}

// mentions says whether an entry holds a value of a field.
func (e event) mentions(field string) bool {
	_, isBefore := e.before[field]
	_, isAfter := e.after[field]
	return isBefore || isAfter || slices.Contains(e.changed, field)
}

// personal are the fields of an account that say who somebody is; people name passkeys after themselves.
var personal = []string{"email", "firstName", "lastName", "passkey"}
