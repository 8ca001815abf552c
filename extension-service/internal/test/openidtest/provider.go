// Package openidtest is an OpenID provider for tests, which signs whatever it is asked to.
package openidtest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/golang-jwt/jwt/v5"
)

// Client is what the provider calls the service.
const Client = "panel"

// Logout is the event of a logout token.
const Logout = "http://schemas.openid.net/event/backchannel-logout"

// Provider answers where its keys are, and what they are.
type Provider struct {
	URL         string
	KeyRequests atomic.Int64 // for keys
	Down        atomic.Bool

	mu   sync.Mutex
	keys map[string]*rsa.PrivateKey
}

// keys take long to make, and nothing in a test depends on which they are.
var spare = sync.OnceValue(func() []*rsa.PrivateKey {
	var out []*rsa.PrivateKey
	for range 2 {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			panic(err)
		}
		out = append(out, key)
	}
	return out
})

// New starts a provider with one key, "one".
func New(t *testing.T) *Provider {
	t.Helper()
	p := &Provider{keys: map[string]*rsa.PrivateKey{"one": spare()[0]}}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		p.answer(w, map[string]any{
			"issuer": p.URL, "jwks_uri": p.URL + "/keys", "authorization_endpoint": p.URL + "/auth",
			"token_endpoint": p.URL + "/token",
		})
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		p.KeyRequests.Add(1)
		p.answer(w, p.public())
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	p.URL = server.URL
	return p
}

func (p *Provider) answer(w http.ResponseWriter, v any) {
	if p.Down.Load() {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // a client that has left reads no answer
}

func (p *Provider) public() jose.JSONWebKeySet {
	p.mu.Lock()
	defer p.mu.Unlock()
	var set jose.JSONWebKeySet
	for id, key := range p.keys {
		set.Keys = append(set.Keys, jose.JSONWebKey{Key: key.Public(), KeyID: id, Algorithm: "RS256", Use: "sig"})
	}
	return set
}

// Rotate gives the provider a second key.
func (p *Provider) Rotate(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys[id] = spare()[1]
}

// Token is what is to be signed, and how.
type Token struct {
	Claims jwt.MapClaims
	Head   map[string]any
	Method jwt.SigningMethod
	Key    any
}

// ID is an ID token as it should be.
func (p *Provider) ID(subject, email, nonce string, now time.Time) *Token {
	return p.token(jwt.MapClaims{
		"iss": p.URL, "aud": Client, "sub": subject, "email": email, "email_verified": true, "nonce": nonce,
		"iat": now.Unix(), "exp": now.Add(time.Hour).Unix(), "sid": "session of " + subject, "amr": []string{"pwd", "mfa"},
	}, "JWT")
}

// LogoutToken is a logout token as it should be.
func (p *Provider) LogoutToken(subject, id string, now time.Time) *Token {
	return p.token(jwt.MapClaims{
		"iss": p.URL, "aud": Client, "sub": subject, "iat": now.Unix(), "exp": now.Add(2 * time.Minute).Unix(), "jti": id,
		"events": map[string]any{Logout: map[string]any{}},
	}, "logout+jwt")
}

func (p *Provider) token(claims jwt.MapClaims, typ string) *Token {
	p.mu.Lock()
	defer p.mu.Unlock()
	return &Token{
		Claims: claims, Head: map[string]any{"kid": "one", "typ": typ}, Method: jwt.SigningMethodRS256,
		Key: p.keys["one"],
	}
}

// Sign writes the token down.
func (t *Token) Sign() string {
	token := jwt.NewWithClaims(t.Method, t.Claims)
	maps.Copy(token.Header, t.Head)
	text, err := token.SignedString(t.Key)
	if err != nil {
		panic(err)
	}
	return text
}

// PublicKey is the key "one" as everybody may read it, which a careless verifier takes for a password.
func (p *Provider) PublicKey() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	der, err := x509.MarshalPKIXPublicKey(p.keys["one"].Public())
	if err != nil {
		panic(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
}

// ForeignKey is a key that is nobody's.
func ForeignKey() *rsa.PrivateKey { return spare()[1] }
