package staff

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"

	"poolkeeper.example/extension-service/platform/fault"
)

// cost is how much work one hash is.
type cost struct {
	memory uint32 // KiB
	passes uint32
	lanes  uint8
}

const (
	hashesAtOnce  = 2
	hashesWaiting = 50
	saltBytes     = 16
	keyBytes      = 32
)

// hasher runs argon2id, a few at a time: each takes 19 MiB and a core, and nobody may take all of either by knocking
// often.
type hasher struct {
	cost  cost
	queue chan struct{} // running and waiting
	slots chan struct{} // running
}

func newHasher() *hasher {
	return &hasher{
		cost:  cost{memory: 19 * 1024, passes: 2, lanes: 1},
		queue: make(chan struct{}, hashesAtOnce+hashesWaiting),
		slots: make(chan struct{}, hashesAtOnce),
	}
}

// run runs fn, which hashes, when there is room. UNAVAILABLE when too many wait already.
func (h *hasher) run(ctx context.Context, fn func() error) error {
	select {
	case h.queue <- struct{}{}:
		defer func() { <-h.queue }()
	default:
		e := fault.New(fault.Upstream, "UNAVAILABLE", "too many passwords are being checked")
		e.RetryAfter = 1
		return e
	}
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return fn()
}

// hash returns the stored form of a password, with its salt and cost. Call it inside do.
func (h *hasher) hash(password string) string {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails
	key := h.cost.key(password, salt)
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.cost.memory, h.cost.passes, h.cost.lanes,
		b64(salt), b64(key))
}

// verify holds a password against a stored form. An empty one takes as long and never matches, so that an unknown
// account cannot be told from a wrong password. stale asks for hashing anew at today's cost. Call it inside do.
func (h *hasher) verify(stored, password string) (ok, stale bool) {
	c, salt, want, err := parseHash(stored)
	if err != nil {
		h.cost.key(password, make([]byte, saltBytes))
		return false, false
	}
	ok = subtle.ConstantTimeCompare(c.key(password, salt), want) == 1
	return ok, ok && c != h.cost
}

func (c cost) key(password string, salt []byte) []byte {
	return argon2.IDKey([]byte(password), salt, c.passes, c.memory, c.lanes, keyBytes)
}

func parseHash(stored string) (c cost, salt, key []byte, err error) {
	parts := strings.Split(stored, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return c, nil, nil, fmt.Errorf("not an argon2id hash")
	}
	if _, err = fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.passes, &c.lanes); err != nil {
		return c, nil, nil, err
	}
	if salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil {
		return c, nil, nil, err
	}
	if key, err = base64.RawStdEncoding.DecodeString(parts[5]); err != nil || len(key) != keyBytes {
		return c, nil, nil, fmt.Errorf("not an argon2id key")
	}
	return c, salt, key, nil
}
