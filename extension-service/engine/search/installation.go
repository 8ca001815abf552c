package search

import (
	"context"
	"crypto/rand"
	"encoding/hex"

	"poolkeeper.example/extension-service/engine/store"
)

// nameBytes is how much chance a name has: enough that no two installations on a cluster have the same.
const nameBytes = 6

// Installation is the name of the product that this database is of, such as pk6f0c93d1a2b4. Its indexes belong to that
// name, so that several products share a cluster. The first call gives it. A database of PostgreSQL that was copied or
// restored into another one gets a new name, since the indexes of the old one say what is not in it.
func Installation(ctx context.Context, db *store.DB) (name string, err error) {
	place, err := db.Place(ctx)
	if err != nil {
		return "", err
	}
	name, at, err := installation(ctx, db)
	if err != nil || name != "" && at == place {
		return name, err
	}
	err = db.Write(ctx, func(ctx context.Context) error {
		if name, at, err = installation(ctx, db); err != nil || name != "" && at == place {
			return err // another copy of the service was first
		}
		if err := ForgetIndexes(ctx, db); err != nil {
			return err
		}
		name, _, err = installation(ctx, db)
		return err
	})
	return name, err
}

// ForgetIndexes gives the product a new name, so that it builds its indexes anew when it starts the next time, whatever
// those say that are there. They stay as they are, since another product may use them.
func ForgetIndexes(ctx context.Context, db *store.DB) error {
	place, err := db.Place(ctx)
	if err != nil {
		return err
	}
	chance := make([]byte, nameBytes)
	_, _ = rand.Read(chance) // never fails
	return db.Write(ctx, func(ctx context.Context) error {
		_, err := db.Exec(ctx, `
			INSERT INTO installation (row_number, name, place) VALUES (1, $1, $2)
			ON CONFLICT (row_number) DO UPDATE SET name = excluded.name, place = excluded.place`,
			"pk"+hex.EncodeToString(chance), place)
		return err
	})
}

// installation reads the name, "" before one is given, and where the database lay then.
func installation(ctx context.Context, db *store.DB) (name, place string, err error) {
	_, err = db.Row(ctx, []any{&name, &place}, "SELECT name, place FROM installation")
	return name, place, err
}
