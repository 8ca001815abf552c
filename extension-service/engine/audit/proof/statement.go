package proof

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

// The kinds of statements.
const (
	// Checkpoint says how the chain stood.
	Checkpoint = "checkpoint"
	// Pruned says that the entries up to the end of a segment were removed by the retention.
	Pruned = "pruned"
)

// Statement is what is signed about the chain.
type Statement struct {
	Kind      string `json:"kind"`
	At        string `json:"at"`       // UTC, RFC 3339
	Position  int64  `json:"position"` // of the segment
	LastID    int64  `json:"lastId"`   // of its last entry
	Hash      string `json:"hash"`     // of the segment, which covers all before it
	Signature string `json:"signature"`

	id int64 // of its row
}

// message is what is signed. It does not depend on how JSON is written.
func (s *Statement) message() []byte {
	return fmt.Appendf(nil, "poolkeeper audit statement 1\n%s\n%s\n%d\n%d\n%s\n",
		s.Kind, s.At, s.Position, s.LastID, s.Hash)
}

// IsSignedBy says whether a key has signed it.
func (s *Statement) IsSignedBy(key ed25519.PublicKey) bool {
	signature, err := base64.StdEncoding.DecodeString(s.Signature)
	return err == nil && len(key) == ed25519.PublicKeySize && ed25519.Verify(key, s.message(), signature)
}

// signed is a statement about the chain up to a segment.
func signed(kind string, at time.Time, end *segment, key ed25519.PrivateKey) Statement {
	s := Statement{
		Kind: kind, At: at.UTC().Format(time.RFC3339), Position: end.position, LastID: end.lastID, Hash: end.hash,
	}
	s.Signature = base64.StdEncoding.EncodeToString(ed25519.Sign(key, s.message()))
	return s
}

// outside is the line of JSON in which a statement leaves the database, among the entries that a sink gets.
type outside struct {
	Statement *Statement `json:"auditStatement"`
}

// line is the statement as sinks and logs get it.
func (s *Statement) line() ([]byte, error) {
	text, err := json.Marshal(outside{s})
	return append(text, '\n'), err
}

const statementColumns = "kind, at, position, last_id, hash, signature"

func insertStatement(ctx context.Context, db *store.DB, s *Statement) error {
	return db.Insert(ctx, "audit_statements ("+statementColumns+")",
		[][]any{{s.Kind, s.At, s.Position, s.LastID, s.Hash, s.Signature}})
}

// statements reads those for which a condition holds, in their order.
func statements(ctx context.Context, db *store.DB, where string, args ...any) ([]Statement, error) {
	return store.All(ctx, db, func(row store.Rows) (s Statement, err error) {
		err = row.Scan(&s.id, &s.Kind, &s.At, &s.Position, &s.LastID, &s.Hash, &s.Signature)
		return s, err
	}, "SELECT id, "+statementColumns+" FROM audit_statements WHERE "+where+" ORDER BY id", args...)
}

const longestLine = 16 << 20 // bytes, of an entry in a sink

// ReadStatements reads the statements of a file of lines as a sink keeps them. Lines of entries, and of the log of the
// service, are passed over.
func ReadStatements(r io.Reader) (out []Statement, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 1<<16), longestLine)
	for lines.Scan() {
		if !bytes.Contains(lines.Bytes(), []byte(`"auditStatement"`)) {
			continue
		}
		var one outside
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil || one.Statement == nil {
			continue // an entry whose values say the word
		}
		out = append(out, *one.Statement)
	}
	return out, lines.Err()
}

// ParseKey reads a public key as `audit key` prints it.
func ParseKey(text string) (ed25519.PublicKey, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("this is no public key as \"audit key\" prints it: 44 characters of base64")
	}
	return key, nil
}
