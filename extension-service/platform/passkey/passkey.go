// Package passkey verifies what browsers and authenticators say of passkeys (WebAuthn) for the origin of the panel.
package passkey

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Life is how long a challenge counts, and how long a browser waits for the person.
const Life = 5 * time.Minute

// longest is more than any authenticator answers, in bytes.
const longest = 64 << 10

// ErrUnreadable is returned for a credential that is not what a browser writes.
var ErrUnreadable = errors.New("the credential is not a PublicKeyCredential as browsers write it")

// ErrCounter is returned when the signature is right but its counter is not above the last one: somebody may have a
// copy of the passkey.
var ErrCounter = errors.New("the signature counter went back")

// RelyingParty is the panel at one origin.
type RelyingParty struct {
	origin string
	lib    *webauthn.WebAuthn
}

// New returns the relying party of an origin such as https://panel.example.com; its host must be a name.
func New(origin, name string) (*RelyingParty, error) {
	u, err := url.Parse(origin)
	if err != nil {
		return nil, err
	}
	timeout := webauthn.TimeoutConfig{Timeout: Life, TimeoutUVD: Life}
	lib, err := webauthn.New(&webauthn.Config{
		RPID: u.Hostname(), RPDisplayName: name, RPOrigins: []string{origin},
		AttestationPreference: protocol.PreferNoAttestation,
		Timeouts:              webauthn.TimeoutsConfig{Login: timeout, Registration: timeout},
		// Password managers answer extensions that nobody has asked for; nothing is read of them.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	return &RelyingParty{origin: origin, lib: lib}, err
}

// Origin is where passkeys can be used.
func (p *RelyingParty) Origin() string { return p.origin }

// Key is a passkey as it is kept: the public half, and what was last known of it.
type Key struct {
	ID, PublicKey    []byte
	Counter          uint32
	Transports       []string
	IsBackupEligible bool // its maker may copy it to other devices
	IsBackedUp       bool
}

// Owner is an account with its passkeys.
type Owner struct {
	Handle            []byte // what authenticators know the account by
	Name, DisplayName string
	Keys              []Key
}

// WebAuthnID and the methods below give the library what it asks of an account.
func (o Owner) WebAuthnID() []byte { return o.Handle }

// WebAuthnName returns the name that tells accounts apart.
func (o Owner) WebAuthnName() string { return o.Name }

// WebAuthnDisplayName returns the name of the person.
func (o Owner) WebAuthnDisplayName() string { return o.DisplayName }

// WebAuthnCredentials returns the passkeys.
func (o Owner) WebAuthnCredentials() []webauthn.Credential {
	out := make([]webauthn.Credential, len(o.Keys))
	for i, k := range o.Keys {
		out[i] = webauthn.Credential{
			ID: k.ID, PublicKey: k.PublicKey, Transport: transports(k.Transports),
			Flags:         webauthn.CredentialFlags{BackupEligible: k.IsBackupEligible, BackupState: k.IsBackedUp},
			Authenticator: webauthn.Authenticator{SignCount: k.Counter},
		}
	}
	return out
}

func transports(names []string) []protocol.AuthenticatorTransport {
	out := make([]protocol.AuthenticatorTransport, len(names))
	for i, name := range names {
		out[i] = protocol.AuthenticatorTransport(name)
	}
	return out
}

// CreationOptions are what a browser needs to make a passkey for the owner, and the challenge in them. Authenticators
// that hold one of the owner already are left out.
func (p *RelyingParty) CreationOptions(o Owner) (options json.RawMessage, challenge string, err error) {
	made, session, err := p.lib.BeginRegistration(o,
		webauthn.WithCredentialParameters(webauthn.CredentialParametersRecommendedL3()),
		webauthn.WithExclusions(descriptors(o.Keys)),
		webauthn.WithAuthenticatorSelection(protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementPreferred, UserVerification: protocol.VerificationPreferred,
		}))
	if err != nil {
		return nil, "", err
	}
	options, err = json.Marshal(made.Response)
	return options, session.Challenge, err
}

// Created is a passkey that a browser says was made; Challenge is what it answers, and is to be looked up.
type Created struct {
	Challenge string
	parsed    *protocol.ParsedCredentialCreationData
}

// ReadCreated reads what a browser says was made; ErrUnreadable.
func ReadCreated(text []byte) (*Created, error) {
	if len(text) > longest {
		return nil, ErrUnreadable
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(text)
	if err != nil {
		return nil, errors.Join(ErrUnreadable, err)
	}
	return &Created{parsed.Response.CollectedClientData.Challenge, parsed}, nil
}

// Register verifies a new passkey of the owner.
func (p *RelyingParty) Register(o Owner, c *Created) (Key, error) {
	made, err := p.lib.CreateCredential(o, webauthn.SessionData{
		Challenge: c.Challenge, RelyingPartyID: p.lib.Config.RPID, UserID: o.Handle,
		UserVerification: protocol.VerificationPreferred, CredParams: webauthn.CredentialParametersRecommendedL3(),
	}, c.parsed)
	if err != nil {
		return Key{}, err
	}
	k := Key{
		ID: made.ID, PublicKey: made.PublicKey, Counter: made.Authenticator.SignCount,
		IsBackupEligible: made.Flags.BackupEligible, IsBackedUp: made.Flags.BackupState,
	}
	for _, t := range made.Transport {
		k.Transports = append(k.Transports, string(t))
	}
	return k, nil
}

// RequestOptions are what a browser needs to answer a challenge by one of the keys, or, without any, by whichever
// passkey of this origin the person chooses and unlocks.
func (p *RelyingParty) RequestOptions(challenge string, keys []Key) (json.RawMessage, error) {
	bytes, err := decode(challenge)
	if err != nil {
		return nil, err
	}
	needed := protocol.VerificationPreferred
	if len(keys) == 0 {
		needed = protocol.VerificationRequired
	}
	options, _, err := p.lib.BeginDiscoverableLogin(webauthn.WithChallenge(bytes), webauthn.WithUserVerification(needed),
		webauthn.WithAllowedCredentials(descriptors(keys)))
	if err != nil {
		return nil, err
	}
	return json.Marshal(options.Response)
}

// descriptors name keys to a browser.
func descriptors(keys []Key) []protocol.CredentialDescriptor {
	return webauthn.Credentials(Owner{Keys: keys}.WebAuthnCredentials()).CredentialDescriptors()
}

// Assertion is what a passkey has signed; Challenge is what it answers, and is to be looked up.
type Assertion struct {
	KeyID     []byte
	Challenge string
	parsed    *protocol.ParsedCredentialAssertionData
}

// ReadAssertion reads what a passkey has signed; ErrUnreadable.
func ReadAssertion(text []byte) (*Assertion, error) {
	if len(text) > longest {
		return nil, ErrUnreadable
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(text)
	if err != nil {
		return nil, errors.Join(ErrUnreadable, err)
	}
	return &Assertion{parsed.RawID, parsed.Response.CollectedClientData.Challenge, parsed}, nil
}

// Verify holds an assertion against the keys of its owner and returns the key as it is now. isAlone says that nothing
// else proves who is there: the authenticator must have named the account and verified the person. ErrCounter beside
// other errors.
func (p *RelyingParty) Verify(o Owner, a *Assertion, isAlone bool) (Key, error) {
	session := webauthn.SessionData{Challenge: a.Challenge, RelyingPartyID: p.lib.Config.RPID}
	var used *webauthn.Credential
	var err error
	if isAlone {
		session.UserVerification = protocol.VerificationRequired
		used, err = p.lib.ValidateDiscoverableLogin(func(_, _ []byte) (webauthn.User, error) { return o, nil }, session,
			a.parsed)
	} else {
		session.UserVerification, session.UserID = protocol.VerificationPreferred, o.Handle
		used, err = p.lib.ValidateLogin(o, session, a.parsed)
	}
	if err != nil {
		return Key{}, err
	}
	if used.Authenticator.CloneWarning {
		return Key{}, ErrCounter
	}
	return Key{
		ID: used.ID, PublicKey: used.PublicKey, Counter: used.Authenticator.SignCount,
		IsBackupEligible: used.Flags.BackupEligible, IsBackedUp: used.Flags.BackupState,
	}, nil
}

// decode reads a challenge as options carry it.
func decode(challenge string) ([]byte, error) { return base64.RawURLEncoding.DecodeString(challenge) }
