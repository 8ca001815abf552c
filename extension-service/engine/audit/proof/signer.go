package proof

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/platform/encryption"
)

const keyID = "audit"

// Signer signs how the chain stands, and hands it on.
type Signer struct {
	Chain *Chain
	Box   encryption.Box // for the key that signs
	Sink  audit.Sink     // nil: statements go to the log of the service
	Log   *slog.Logger
}

// key is what signs. It is made when it is needed first, once for all copies of the service.
func (s *Signer) key(ctx context.Context) (ed25519.PrivateKey, error) {
	text, err := s.seed(ctx)
	if err == nil && text == "" {
		if err = s.makeKey(ctx); err == nil {
			text, err = s.seed(ctx)
		}
	}
	if err != nil {
		return nil, err
	}
	seed, err := s.Box.Open(keyID, text)
	if err == nil && len(seed) != ed25519.SeedSize {
		err = encryption.ErrDamaged
	}
	if err != nil {
		return nil, fmt.Errorf("the key that signs the audit log cannot be used: %w", err)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

func (s *Signer) seed(ctx context.Context) (text string, err error) {
	_, err = s.Chain.DB.Row(ctx, []any{&text}, "SELECT seed FROM audit_key WHERE id = 1")
	return text, err
}

func (s *Signer) makeKey(ctx context.Context) error {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	text, err := s.Box.Encrypt(keyID, private.Seed())
	if err != nil {
		return err
	}
	return s.Chain.DB.Write(ctx, func(ctx context.Context) error {
		return s.Chain.DB.Insert(ctx, "audit_key (id, public, seed)",
			[][]any{{1, base64.StdEncoding.EncodeToString(public), text}}, "ON CONFLICT (id) DO NOTHING")
	})
}

// PublicKey is what others verify with: keep it outside of the database.
func (s *Signer) PublicKey(ctx context.Context) (string, error) {
	key, err := s.key(ctx)
	if err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey)), nil //nolint:forcetypeassert // it is
}

// Checkpoint chains what waits, signs how the chain stands unless it stands as before, and hands on what has not left
// the database yet. It says how many entries it has chained.
func (s *Signer) Checkpoint(ctx context.Context) (chained int64, err error) {
	if chained, err = s.Chain.All(ctx); err != nil {
		return chained, err
	}
	end, err := newest(ctx, s.Chain.DB)
	if err != nil {
		return chained, err
	}
	known, err := statements(ctx, s.Chain.DB, "kind = $1 AND position = $2", Checkpoint, end.position)
	if err != nil {
		return chained, err
	}
	if len(known) == 0 && end.position > 0 {
		if err := s.state(ctx, Checkpoint, &end); err != nil {
			return chained, err
		}
	}
	return chained, s.handOn(ctx)
}

// Signed are all statements, as lines of JSON.
func (s *Signer) Signed(ctx context.Context) (out []byte, err error) {
	all, err := statements(ctx, s.Chain.DB, "1 = 1")
	for _, one := range all {
		line, failed := one.line()
		out, err = append(out, line...), errors.Join(err, failed)
	}
	return out, err
}

// state signs a statement and keeps it.
func (s *Signer) state(ctx context.Context, kind string, end *segment) error {
	key, err := s.key(ctx)
	if err != nil {
		return err
	}
	statement := signed(kind, s.Chain.Now(), end, key)
	return s.Chain.DB.Write(ctx, func(ctx context.Context) error { return insertStatement(ctx, s.Chain.DB, &statement) })
}

const sinkTime = 14 * time.Second // that a sink has for a statement

// handOn hands on the statements that have not left the database yet. One comes twice only when the service ends in
// between.
func (s *Signer) handOn(ctx context.Context) error {
	waiting, err := statements(ctx, s.Chain.DB, "sent IS NULL")
	if err != nil {
		return err
	}
	for _, one := range waiting {
		line, err := one.line()
		if err != nil {
			return err
		}
		if err := s.send(ctx, &one, line); err != nil {
			return err
		}
		if err := s.Chain.DB.Write(ctx, func(ctx context.Context) error {
			_, err := s.Chain.DB.Exec(ctx, "UPDATE audit_statements SET sent = $1 WHERE id = $2",
				s.Chain.Now().UnixMilli(), one.id)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

func (s *Signer) send(ctx context.Context, one *Statement, line []byte) error {
	if s.Sink == nil {
		s.Log.Info("audit statement", "auditStatement", one)
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, sinkTime)
	defer stop()
	return s.Sink.Send(ctx, line)
}
