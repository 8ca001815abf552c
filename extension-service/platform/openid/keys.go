package openid

import (
	"context"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
)

const (
	keysLife = 10 * time.Minute
	// fetchGap lies between two fetches, whatever comes: a flood of unknown keys is no reason to ask more often.
	fetchGap    = 10 * time.Second
	fetchTime   = 5 * time.Second
	fetchLimit  = 256 << 10 // bytes of one answer
	shortestKey = 2048      // bits
)

// keySet keeps the public keys of an issuer for ten minutes. A key that it does not know makes it look again, once in a
// while.
type keySet struct {
	issuer string
	client *http.Client
	now    func() time.Time

	fetching sync.Mutex // held by the one who asks the issuer, and waited for by all who need the answer
	tried    time.Time  // guarded by fetching
	failure  error      // of the last try, guarded by fetching

	mu      sync.RWMutex
	keys    map[string]*rsa.PublicKey // by their id
	fetched time.Time
}

func newKeySet(issuer string, now func() time.Time) *keySet {
	return &keySet{issuer: issuer, now: now, client: &http.Client{
		Timeout:       fetchTime,
		Transport:     bounded{http.DefaultTransport.(*http.Transport).Clone()},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// bounded lets no answer be longer than keys can be.
type bounded struct{ next http.RoundTripper }

// RoundTrip sends a request.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := b.next.RoundTrip(r)
	if err == nil {
		res.Body = http.MaxBytesReader(nil, res.Body, fetchLimit)
	}
	return res, err
}

// VerifySignature returns what a token says if a key of the issuer has signed it; oidc.KeySet.
func (k *keySet) VerifySignature(ctx context.Context, text string) ([]byte, error) {
	token, err := jose.ParseSignedCompact(text, []jose.SignatureAlgorithm{algorithm})
	if err != nil {
		return nil, err
	}
	key, err := k.key(ctx, token.Signatures[0].Protected.KeyID)
	if err != nil {
		return nil, err
	}
	return token.Verify(key)
}

// key returns the key of an id. An issuer with one key need not name it.
func (k *keySet) key(ctx context.Context, id string) (*rsa.PublicKey, error) {
	keys, at, err := k.current(ctx)
	if err != nil {
		return nil, err
	}
	if key := pick(keys, id); key != nil {
		return key, nil
	}
	if keys, _, err = k.newer(ctx, at); err != nil {
		return nil, err
	}
	if key := pick(keys, id); key != nil {
		return key, nil
	}
	return nil, fmt.Errorf("the issuer has no key %q", id)
}

func pick(keys map[string]*rsa.PublicKey, id string) *rsa.PublicKey {
	if id == "" && len(keys) == 1 {
		for _, only := range keys {
			return only
		}
	}
	return keys[id]
}

// current returns the keys and when they were fetched; they are fetched anew once they are too old.
func (k *keySet) current(ctx context.Context) (map[string]*rsa.PublicKey, time.Time, error) {
	keys, at := k.cachedKeys()
	if keys != nil && k.now().Sub(at) < keysLife {
		return keys, at, nil
	}
	keys, at, err := k.newer(ctx, at)
	if err == nil && (keys == nil || k.now().Sub(at) >= keysLife) {
		err = k.lastFailure()
	}
	return keys, at, err
}

func (k *keySet) lastFailure() error {
	k.fetching.Lock()
	defer k.fetching.Unlock()
	return fmt.Errorf("the keys of the issuer could not be fetched a moment ago: %w", k.failure)
}

func (k *keySet) cachedKeys() (map[string]*rsa.PublicKey, time.Time) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.keys, k.fetched
}

// newer returns keys that were fetched after an instant, or those there are when the issuer has just been asked. One
// fetch is for all who wait, so it does not end with the request that began it.
func (k *keySet) newer(ctx context.Context, than time.Time) (map[string]*rsa.PublicKey, time.Time, error) {
	k.fetching.Lock()
	defer k.fetching.Unlock()
	if keys, at := k.cachedKeys(); at.After(than) || !k.tried.IsZero() && k.now().Sub(k.tried) < fetchGap {
		return keys, at, nil
	}
	k.tried = k.now()
	keys, err := k.fetch(context.WithoutCancel(ctx))
	if k.failure = err; err != nil {
		return nil, time.Time{}, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keys, k.fetched = keys, k.tried
	return k.keys, k.fetched, nil
}

// fetch asks the issuer where its keys are, and for them.
func (k *keySet) fetch(ctx context.Context) (map[string]*rsa.PublicKey, error) {
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, k.client), k.issuer)
	if err != nil {
		return nil, fmt.Errorf("ask the issuer: %w", err)
	}
	var about struct {
		Keys string `json:"jwks_uri"`
	}
	if err := provider.Claims(&about); err != nil {
		return nil, fmt.Errorf("ask the issuer: %w", err)
	}
	if !asSafe(about.Keys, k.issuer) {
		return nil, fmt.Errorf("the issuer keeps its keys at %q, which is no safe address", about.Keys)
	}
	r, err := http.NewRequestWithContext(ctx, "GET", about.Keys, http.NoBody)
	if err != nil {
		return nil, err
	}
	res, err := k.client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("fetch the keys of the issuer: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("fetch the keys of the issuer: %s", res.Status)
	}
	var set jose.JSONWebKeySet
	if err := json.NewDecoder(res.Body).Decode(&set); err != nil {
		return nil, fmt.Errorf("fetch the keys of the issuer: %w", err)
	}
	return usable(set), nil
}

// asSafe says whether an address is https, or as the issuer's own, which is http only on this machine.
func asSafe(address, issuer string) bool {
	a, err := url.Parse(address)
	if err != nil || a.Host == "" {
		return false
	}
	i, err := url.Parse(issuer)
	return a.Scheme == "https" || err == nil && a.Scheme == "http" && i.Scheme == "http" && a.Host == i.Host
}

// usable keeps the keys that may have signed a token.
func usable(set jose.JSONWebKeySet) map[string]*rsa.PublicKey {
	out := map[string]*rsa.PublicKey{}
	for _, one := range set.Keys {
		key, ok := one.Key.(*rsa.PublicKey)
		signs := (one.Use == "" || one.Use == "sig") && (one.Algorithm == "" || one.Algorithm == string(algorithm))
		if ok && signs && key.N.BitLen() >= shortestKey {
			out[one.KeyID] = key
		}
	}
	return out
}
