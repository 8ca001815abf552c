package staff

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"poolkeeper.example/extension-service/store"
)

// sealedMark begins a seed that is encrypted; one in clear is base64 alone, which has no colon.
const sealedMark = "aes256gcm:"

// sealSeed is the seed of a key as its column holds it.
func (k *keyring) sealSeed(kid string, seed []byte) (string, error) {
	if k.secret == "" {
		return base64.StdEncoding.EncodeToString(seed), nil
	}
	aead, err := k.aead()
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return sealedMark + base64.StdEncoding.EncodeToString(aead.Seal(nonce, nonce, seed, []byte(kid))), nil
}

// openSeed reads a column. The id of the key is bound to it, so that nobody can put one in the place of another.
func (k *keyring) openSeed(kid, text string) ([]byte, error) {
	sealed, isSealed := strings.CutPrefix(text, sealedMark)
	b, err := base64.StdEncoding.DecodeString(sealed)
	if isSealed && err == nil {
		b, err = k.unseal(kid, b)
	}
	if err == nil && len(b) != ed25519.SeedSize {
		err = fmt.Errorf("signing key %s is damaged", kid)
	}
	return b, err
}

func (k *keyring) unseal(kid string, sealed []byte) ([]byte, error) {
	if k.secret == "" {
		return nil, fmt.Errorf("the signing keys are encrypted: set SIGNING_SECRET to what it was, or empty the table staff_signing_keys")
	}
	aead, err := k.aead()
	if err != nil {
		return nil, err
	}
	if len(sealed) < aead.NonceSize() {
		return nil, fmt.Errorf("signing key %s is damaged", kid)
	}
	seed, err := aead.Open(nil, sealed[:aead.NonceSize()], sealed[aead.NonceSize():], []byte(kid))
	if err != nil {
		return nil, fmt.Errorf("the signing keys are encrypted under another SIGNING_SECRET: set it to what it was, or empty the table staff_signing_keys")
	}
	return seed, nil
}

func (k *keyring) aead() (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(k.secret), nil, "signing keys of access tokens", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// SealKeys reads the signing keys, so that a wrong secret ends the start instead of every sign-in, and encrypts those that
// stand in clear from before there was a secret. Of these nothing is left in the log of the database either.
func (s *Service) SealKeys(ctx context.Context) error {
	if err := s.keys.load(ctx); err != nil || s.keys.secret == "" {
		return err
	}
	sealed := 0
	err := s.DB.Write(ctx, func(ctx context.Context) (err error) {
		sealed, err = s.keys.sealClear(ctx)
		return err
	})
	if err != nil || sealed == 0 {
		return err
	}
	return s.DB.TruncateLog(ctx)
}

// sealClear encrypts what stands in clear and says how many keys that were. Call it inside Write.
func (k *keyring) sealClear(ctx context.Context) (int, error) {
	clear, err := clearSeeds(ctx, k.db)
	if err != nil {
		return 0, err
	}
	for kid, text := range clear {
		seed, err := k.openSeed(kid, text)
		if err != nil {
			return 0, err
		}
		if text, err = k.sealSeed(kid, seed); err != nil {
			return 0, err
		}
		if _, err := k.db.Exec(ctx, `UPDATE staff_signing_keys SET seed = $1 WHERE kid = $2`, text, kid); err != nil {
			return 0, err
		}
	}
	return len(clear), nil
}

func clearSeeds(ctx context.Context, db *store.DB) (map[string]string, error) {
	out := map[string]string{}
	var kid, text string
	err := db.Each(ctx, []any{&kid, &text}, func() error {
		if !strings.HasPrefix(text, sealedMark) {
			out[kid] = text
		}
		return nil
	}, `SELECT kid, seed FROM staff_signing_keys ORDER BY kid`+db.Lock(ctx))
	return out, err
}
