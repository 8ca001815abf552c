// Package proof makes the audit log one that can be proved: entries are chained by hashes outside of the writes that
// make them, how the chain stands is signed and leaves the database, and whoever has a copy of the database and the
// public key finds what was removed, changed, swapped or added ("Audit and history").
package proof

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash"
	"math"
	"strconv"

	"poolkeeper.example/extension-service/engine/store"
)

// sum is a SHA-256.
type sum [sha256.Size]byte

// leaf is the hash of what an entry says. Its id stands beside it, so that entries that were swapped are recognised.
type leaf struct {
	id  int64
	sum sum
}

// entry is a row of the log. onBehalfOf is nil where somebody has acted for nobody else.
type entry struct {
	id, at     int64
	onBehalfOf *int64
	numbers    [7]int64
	texts      [15]string
}

// entryColumns are read into the fields of entry in this order. Hashes depend on it: it stays.
const entryColumns = `id, at, on_behalf_of, actor_id, entity_id, version, client_id, legal_entity_id, unguarded, cause_id,
	actor_kind, actor_name, action, entity, changed, before, after, reason, comment, request_id, ip, user_agent, source,
	batch_id, cause_name`

// sealed are the personal values of an entry as they stand beside it: encrypted under a key that is deleted when the
// person is erased. What is hashed is the ciphertext, which stays, so erased entries still verify.
type sealed struct {
	subject      int64
	fields, text string
}

// hasher hashes values so that no two lists of values are hashed alike: the length of each stands before it.
type hasher struct {
	hash.Hash

	length [binary.MaxVarintLen64]byte
}

func newHasher(purpose string) *hasher {
	h := &hasher{Hash: sha256.New()}
	h.text(purpose)
	return h
}

func (h *hasher) text(s string) {
	_, _ = h.Write(binary.AppendUvarint(h.length[:0], uint64(len(s)))) // never fails
	_, _ = h.Write([]byte(s))
}

func (h *hasher) number(n int64) { h.text(strconv.FormatInt(n, 10)) }

func (h *hasher) sum() (out sum) {
	h.Sum(out[:0])
	return out
}

// sumOf is the hash of what an entry says, with the values beside it; nil where there are none.
func sumOf(e *entry, beside *sealed) sum {
	h := newHasher("poolkeeper audit entry 1")
	h.number(e.at)
	if h.text(""); e.onBehalfOf != nil {
		h.number(*e.onBehalfOf)
	}
	for _, n := range e.numbers {
		h.number(n)
	}
	for _, text := range e.texts {
		h.text(text)
	}
	if beside != nil {
		h.number(beside.subject)
		h.text(beside.fields)
		h.text(beside.text)
	}
	return h.sum()
}

// readLeaves hashes the entries behind one id and up to another, in the order of their ids. last is the latest time
// among them, in milliseconds of Unix.
func readLeaves(ctx context.Context, db *store.DB, after, upTo int64) (out []leaf, last int64, err error) {
	beside, err := readSealed(ctx, db, after, upTo)
	if err != nil {
		return nil, 0, err
	}
	var e entry
	dest := []any{&e.id, &e.at, &e.onBehalfOf}
	for i := range e.numbers {
		dest = append(dest, &e.numbers[i])
	}
	for i := range e.texts {
		dest = append(dest, &e.texts[i])
	}
	err = db.Each(ctx, dest, func() error {
		out, last = append(out, leaf{e.id, sumOf(&e, beside[e.id])}), max(last, e.at)
		return nil
	}, "SELECT "+entryColumns+" FROM audit WHERE id > $1 AND id <= $2 ORDER BY id", after, upTo)
	return out, last, err
}

func readSealed(ctx context.Context, db *store.DB, after, upTo int64) (map[int64]*sealed, error) {
	out := map[int64]*sealed{}
	var id int64
	var one sealed
	return out, db.Each(ctx, []any{&id, &one.subject, &one.fields, &one.text}, func() error {
		copied := one
		out[id] = &copied
		return nil
	}, "SELECT audit_id, subject_id, fields, sealed FROM audit_values WHERE audit_id > $1 AND audit_id <= $2",
		after, upTo)
}

// encodeLeaves is the form in which a segment holds them: for each, how far its id is from the one before, and its
// hash.
func encodeLeaves(leaves []leaf) string {
	b := make([]byte, 0, len(leaves)*(sha256.Size+1))
	for i, l := range leaves {
		after := l.id - 1
		if i > 0 {
			after = leaves[i-1].id
		}
		b = append(binary.AppendUvarint(b, uint64(l.id-after)), l.sum[:]...)
	}
	return base64.RawStdEncoding.EncodeToString(b)
}

// decodeLeaves reads those of a segment that begins with an id.
func decodeLeaves(text string, first int64) (out []leaf, isComplete bool) {
	b, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return nil, false
	}
	for after := first - 1; len(b) > 0; {
		step, n := binary.Uvarint(b)
		if n <= 0 || step == 0 || step > math.MaxInt32 || len(b) < n+sha256.Size {
			return nil, false
		}
		after += int64(step)
		out = append(out, leaf{after, sum(b[n : n+sha256.Size])})
		b = b[n+sha256.Size:]
	}
	return out, true
}
