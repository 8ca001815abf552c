// Package encryption encrypts what stands in the database and must not be read by whoever only has a copy of it.
package encryption

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
)

// Box encrypts values for one purpose, under a key of its own that follows from a secret of the settings.
type Box struct {
	Secret  string // "" leaves values in clear
	Purpose string
}

// Mark begins a value that is encrypted; one in clear is base64 alone, which has no colon.
const Mark = "aes256gcm:"

// Why a value cannot be read.
var (
	ErrNoSecret    = errors.New("it is encrypted, and there is neither SIGNING_SECRET nor its key file")
	ErrOtherSecret = errors.New("it is encrypted under another SIGNING_SECRET or key file")
	ErrDamaged     = errors.New("it is damaged")
)

// Encrypt is a value as its column holds it.
func (b Box) Encrypt(id string, value []byte) (string, error) {
	if b.Secret == "" {
		return base64.StdEncoding.EncodeToString(value), nil
	}
	aead, err := b.aead()
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return Mark + base64.StdEncoding.EncodeToString(aead.Seal(nonce, nonce, value, []byte(id))), nil
}

// Open reads a column. The id is bound to the value, so that nobody can put one in the place of another. It fails with
// one of the errors above.
func (b Box) Open(id, text string) ([]byte, error) {
	sealed, isSealed := strings.CutPrefix(text, Mark)
	value, err := base64.StdEncoding.DecodeString(sealed)
	switch {
	case err != nil:
		return nil, ErrDamaged
	case !isSealed:
		return value, nil
	case b.Secret == "":
		return nil, ErrNoSecret
	}
	aead, err := b.aead()
	if err != nil {
		return nil, err
	}
	if len(value) < aead.NonceSize() {
		return nil, ErrDamaged
	}
	if value, err = aead.Open(nil, value[:aead.NonceSize()], value[aead.NonceSize():], []byte(id)); err != nil {
		return nil, ErrOtherSecret
	}
	return value, nil
}

// IsSealed says whether a column is encrypted.
func IsSealed(text string) bool { return strings.HasPrefix(text, Mark) }

func (b Box) aead() (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(b.Secret), nil, b.Purpose, 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
