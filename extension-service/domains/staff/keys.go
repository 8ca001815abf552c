package staff

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

const (
	keyLife      = 90 * 24 * time.Hour
	keyLookPause = time.Second // between looks for a key we have not seen: a forged kid must not cost a query each
	keyRefresh   = time.Minute // between looks for a successor made by another copy
)

// keyring holds the keys that access tokens are signed with. The newest signs for 90 days; its predecessor still
// verifies until the next one comes. The private keys stand in the database beside the password hashes, encrypted where
// the settings give a secret for that: whoever only reads the database, or a copy of it, then cannot sign.
type keyring struct {
	db     *store.DB
	now    func() time.Time
	secret string // "" leaves them in clear

	mu      sync.RWMutex
	current *signingKey
	public  map[string]ed25519.PublicKey
	looked  time.Time
}

type signingKey struct {
	kid     string
	private ed25519.PrivateKey
	created time.Time
}

// signer returns the key to sign with, making the next one when its time has come.
func (k *keyring) signer(ctx context.Context) (*signingKey, error) {
	now := k.now()
	k.mu.RLock()
	current, fresh := k.current, now.Sub(k.looked) < keyRefresh
	k.mu.RUnlock()
	if current != nil && fresh && now.Sub(current.created) < keyLife {
		return current, nil
	}
	if err := k.load(ctx); err != nil {
		return nil, err
	}
	if current = k.newest(); current != nil && now.Sub(current.created) < keyLife {
		return current, nil
	}
	if err := k.rotate(ctx, current); err != nil {
		return nil, err
	}
	if err := k.load(ctx); err != nil {
		return nil, err
	}
	return k.newest(), nil
}

func (k *keyring) newest() *signingKey {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.current
}

// verifier returns the public key of a kid, looking again when another copy of the service may have made it.
func (k *keyring) verifier(ctx context.Context, kid string) (ed25519.PublicKey, error) {
	k.mu.RLock()
	key, since := k.public[kid], k.now().Sub(k.looked)
	k.mu.RUnlock()
	if key == nil && since >= keyLookPause {
		if err := k.load(ctx); err != nil {
			return nil, err
		}
		k.mu.RLock()
		key = k.public[kid]
		k.mu.RUnlock()
	}
	if key == nil {
		return nil, fmt.Errorf("unknown key %q", kid)
	}
	return key, nil
}

func (k *keyring) load(ctx context.Context) error {
	var current *signingKey
	public := map[string]ed25519.PublicKey{}
	var kid, text string
	var created int64
	err := k.db.Each(ctx, []any{&kid, &text, &created}, func() error {
		seed, err := k.openSeed(kid, text)
		if err != nil {
			return err
		}
		private := ed25519.NewKeyFromSeed(seed)
		current = &signingKey{kid, private, time.UnixMilli(created)}
		public[kid] = private.Public().(ed25519.PublicKey)
		return nil
	}, `
		SELECT kid, seed, created
		  FROM staff_signing_keys
		 ORDER BY created, kid`)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.current, k.public, k.looked = current, public, k.now()
	return nil
}

// rotate adds the successor of a key and drops all but the two. Each key names the one it follows, so that of several
// copies that rotate at once only one makes a key.
func (k *keyring) rotate(ctx context.Context, last *signingKey) error {
	follows := ""
	if last != nil {
		follows = last.kid
	}
	var id [8]byte
	seed := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(id[:]) // never fails
	_, _ = rand.Read(seed)
	kid, now := hex.EncodeToString(id[:]), k.now().UnixMilli()
	text, err := k.sealing().Encrypt(kid, seed)
	if err != nil {
		return err
	}
	return k.db.Write(ctx, func(ctx context.Context) error {
		n, err := k.db.Exec(ctx, `
			INSERT INTO staff_signing_keys (kid, seed, follows, created, retired)
			VALUES ($1, $2, $3, $4, 0)
			ON CONFLICT (follows) DO NOTHING`, kid, text, follows, now)
		if err != nil || n == 0 {
			return err
		}
		if _, err := k.db.Exec(ctx, `UPDATE staff_signing_keys SET retired = $1 WHERE kid = $2`, now, follows); err != nil {
			return err
		}
		_, err = k.db.Exec(ctx, `DELETE FROM staff_signing_keys WHERE kid <> $1 AND kid <> $2`, kid, follows)
		return err
	})
}
