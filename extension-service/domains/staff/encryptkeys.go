package staff

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/encryption"
)

// sealing is how the seeds of keys stand in the database.
func (k *keyring) sealing() encryption.Box {
	return encryption.Box{Secret: k.secret, Purpose: "signing keys of access tokens"}
}

// openSeed reads a column.
func (k *keyring) openSeed(kid, text string) ([]byte, error) {
	b, err := k.sealing().Open(kid, text)
	switch {
	case errors.Is(err, encryption.ErrNoSecret):
		return nil, fmt.Errorf(
			"the signing keys are encrypted: set SIGNING_SECRET to what it was or bring its key file back, " +
				"or empty the table staff_signing_keys")
	case errors.Is(err, encryption.ErrOtherSecret):
		return nil, fmt.Errorf(
			"the signing keys are encrypted under another SIGNING_SECRET: set it to what it was or bring its key file back, " +
				"or empty the table staff_signing_keys")
	case err != nil || len(b) != ed25519.SeedSize:
		return nil, fmt.Errorf("signing key %s is damaged", kid)
	}
	return b, nil
}

// EncryptKeys reads the signing keys, so that a wrong secret ends the start instead of every sign-in, and encrypts
// those that stand in clear from before there was a secret. Of these nothing is left in the log of the database either.
func (s *Service) EncryptKeys(ctx context.Context) error {
	if err := s.keys.load(ctx); err != nil || s.keys.secret == "" {
		return err
	}
	sealed := 0
	err := s.DB.Write(ctx, func(ctx context.Context) (err error) {
		sealed, err = s.keys.encryptStored(ctx)
		return err
	})
	if err != nil || sealed == 0 {
		return err
	}
	return s.DB.TruncateLog(ctx)
}

// encryptStored encrypts what stands in clear and says how many keys that were. Call it inside Write.
func (k *keyring) encryptStored(ctx context.Context) (int, error) {
	sealed := 0
	for _, table := range []string{"staff_signing_keys", "staff_seals"} {
		n, err := k.encryptTable(ctx, table)
		if err != nil {
			return 0, err
		}
		sealed += n
	}
	return sealed, nil
}

func (k *keyring) encryptTable(ctx context.Context, table string) (int, error) {
	clear, err := clearSeeds(ctx, k.db, table)
	if err != nil {
		return 0, err
	}
	for kid, text := range clear {
		seed, err := k.openSeed(kid, text)
		if err != nil {
			return 0, err
		}
		if text, err = k.sealing().Encrypt(kid, seed); err != nil {
			return 0, err
		}
		if _, err := k.db.Exec(ctx, "UPDATE "+table+" SET seed = $1 WHERE kid = $2", text, kid); err != nil {
			return 0, err
		}
	}
	return len(clear), nil
}

func clearSeeds(ctx context.Context, db *store.DB, table string) (map[string]string, error) {
	out := map[string]string{}
	var kid, text string
	err := db.Each(ctx, []any{&kid, &text}, func() error {
		if !encryption.IsSealed(text) {
			out[kid] = text
		}
		return nil
	}, "SELECT kid, seed FROM "+table+" ORDER BY kid"+db.Lock(ctx))
	return out, err
}
