// Package passkeytest is an authenticator in memory. It makes a passkey, signs with it, and answers as browsers do.
package passkeytest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"
)

// The flags of what an authenticator says (WebAuthn, "Authenticator data").
const (
	userPresent    = 1 << 0
	userVerified   = 1 << 2
	backupEligible = 1 << 3
	backedUp       = 1 << 4
	keyIncluded    = 1 << 6
)

// Authenticator holds one passkey, once it has made one.
type Authenticator struct {
	Origin  string // that the browser says the page has
	Counter uint32 // that the last signature had; 0 counts nothing
	// IsLocked leaves out to ask the person for a finger or a PIN.
	IsLocked bool

	t          *testing.T
	key        *ecdsa.PrivateKey
	id, handle []byte
	rpID       string
}

// New returns an authenticator of a browser at an origin, which counts its signatures.
func New(t *testing.T, origin string) *Authenticator {
	t.Helper()
	return &Authenticator{t: t, Origin: origin, Counter: 1}
}

// options are what an authenticator reads of both kinds.
type options struct {
	Challenge string `json:"challenge"`
	RPID      string `json:"rpId"`
	RP        struct {
		ID string `json:"id"`
	} `json:"rp"`
	User struct {
		ID string `json:"id"`
	} `json:"user"`
}

func (a *Authenticator) read(text json.RawMessage) (o options) {
	a.t.Helper()
	if err := json.Unmarshal(text, &o); err != nil {
		a.t.Fatalf("options %s: %v", text, err)
	}
	return o
}

// Create makes the passkey that options ask for.
func (a *Authenticator) Create(text json.RawMessage) json.RawMessage {
	a.t.Helper()
	o := a.read(text)
	var err error
	if a.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		a.t.Fatal(err)
	}
	if a.handle, err = base64.RawURLEncoding.DecodeString(o.User.ID); err != nil {
		a.t.Fatal(err)
	}
	a.rpID, a.id = o.RP.ID, make([]byte, 32)
	_, _ = rand.Read(a.id) // never fails
	return a.created(o.Challenge)
}

// created is what a browser says of a passkey that was made for a challenge.
func (a *Authenticator) created(challenge string) json.RawMessage {
	a.t.Helper()
	return a.answer(map[string]any{
		"clientDataJSON":    encode(a.clientData("webauthn.create", challenge)),
		"attestationObject": encode(attestation(a.data(keyIncluded, a.attested()))),
		"transports":        []string{"internal"},
	})
}

// Sign answers the challenge of options.
func (a *Authenticator) Sign(text json.RawMessage) json.RawMessage {
	a.t.Helper()
	if a.Counter > 0 {
		a.Counter++
	}
	client, data := a.clientData("webauthn.get", a.read(text).Challenge), a.data(0, nil)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(bytes.Clone(data), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, digest[:])
	if err != nil {
		a.t.Fatal(err)
	}
	return a.answer(map[string]any{
		"clientDataJSON": encode(client), "authenticatorData": encode(data), "signature": encode(signature),
		"userHandle": encode(a.handle),
	})
}

// answer is what PublicKeyCredential.toJSON writes.
func (a *Authenticator) answer(response map[string]any) json.RawMessage {
	text, err := json.Marshal(map[string]any{
		"id": encode(a.id), "rawId": encode(a.id), "type": "public-key", "authenticatorAttachment": "platform",
		"clientExtensionResults": map[string]any{}, "response": response,
	})
	if err != nil {
		a.t.Fatal(err)
	}
	return text
}

func (a *Authenticator) clientData(kind, challenge string) []byte {
	text, err := json.Marshal(map[string]any{
		"type": kind, "challenge": challenge, "origin": a.Origin, "crossOrigin": false,
	})
	if err != nil {
		a.t.Fatal(err)
	}
	return text
}

// data is what the authenticator itself says.
func (a *Authenticator) data(flags byte, rest []byte) []byte {
	flags |= userPresent | backupEligible | backedUp
	if !a.IsLocked {
		flags |= userVerified
	}
	hash := sha256.Sum256([]byte(a.rpID))
	out := append(hash[:], flags)
	return append(binary.BigEndian.AppendUint32(out, a.Counter), rest...)
}

// attested is the new passkey: a model that does not tell its name, the id, and the public key as COSE writes it.
func (a *Authenticator) attested() []byte {
	out := binary.BigEndian.AppendUint16(make([]byte, 16), uint16(len(a.id)))
	out = append(out, a.id...)
	point, err := a.key.PublicKey.Bytes()
	if err != nil {
		a.t.Fatal(err)
	}
	out = append(out, 0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01) // EC2, ES256, P-256
	out = append(append(out, 0x21, 0x58, 32), point[1:33]...)
	return append(append(out, 0x22, 0x58, 32), point[33:]...)
}

// attestation is CBOR for {"fmt": "none", "attStmt": {}, "authData": data}.
func attestation(data []byte) []byte {
	out := []byte{0xa3}
	for _, word := range []string{"fmt", "none", "attStmt"} {
		out = append(append(out, 0x60|byte(len(word))), word...)
	}
	out = append(append(out, 0xa0, 0x60|8), "authData"...)
	out = binary.BigEndian.AppendUint16(append(out, 0x59), uint16(len(data)))
	return append(out, data...)
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// ReusePasskey says that the passkey it holds was made for other options.
func (a *Authenticator) ReusePasskey(text json.RawMessage) json.RawMessage {
	a.t.Helper()
	return a.created(a.read(text).Challenge)
}

// Forged is an authenticator that poses as this one: it knows the id and the account, and has another key.
func (a *Authenticator) Forged() *Authenticator {
	a.t.Helper()
	other := *a
	var err error
	if other.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		a.t.Fatal(err)
	}
	return &other
}
