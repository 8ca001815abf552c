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
	"strconv"
)

// sealID names the key that secrets of people are encrypted under.
const sealID = "people"

// encryptSecret encrypts what only the service itself may read of an account. It is bound to the account, so that
// nobody can give it to another. Call it inside Write.
func (s *Service) encryptSecret(ctx context.Context, id int64, secret string) (string, error) {
	aead, err := s.secretCipher(ctx)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return base64.StdEncoding.EncodeToString(aead.Seal(nonce, nonce, []byte(secret), ofAccount(id))), nil
}

func (s *Service) openSecret(ctx context.Context, id int64, sealed string) (string, error) {
	aead, err := s.secretCipher(ctx)
	if err != nil {
		return "", err
	}
	b, err := base64.StdEncoding.DecodeString(sealed)
	if err != nil || len(b) < aead.NonceSize() {
		return "", fmt.Errorf("a secret of account %d is damaged", id)
	}
	secret, err := aead.Open(nil, b[:aead.NonceSize()], b[aead.NonceSize():], ofAccount(id))
	return string(secret), err
}

func ofAccount(id int64) []byte { return []byte("account " + strconv.FormatInt(id, 10)) }

// secretCipher is the cipher for secrets of people. Its key is made when the first of them is kept, and stands as
// signing keys do: encrypted where the settings give a secret for that.
func (s *Service) secretCipher(ctx context.Context) (cipher.AEAD, error) {
	fresh := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(fresh) // never fails
	text, err := s.keys.sealing().Encrypt(sealID, fresh)
	if err != nil {
		return nil, err
	}
	if _, err := s.DB.Exec(ctx, `
		INSERT INTO staff_seals (kid, seed)
		VALUES ($1, $2)
		ON CONFLICT (kid) DO NOTHING`, sealID, text); err != nil {
		return nil, err
	}
	if _, err := s.DB.Row(ctx, []any{&text}, `SELECT seed FROM staff_seals WHERE kid = $1`, sealID); err != nil {
		return nil, err
	}
	seed, err := s.keys.openSeed(sealID, text)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, seed, nil, "secrets of people", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
