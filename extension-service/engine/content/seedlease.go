package content

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

// seedLeaseLife is how long a copy of the service that stores the shipped texts is waited for since its last batch,
// which takes writeTimeout at most.
const seedLeaseLife = 2 * writeTimeout

// seedLease lets one copy of the service at a time store the shipped texts: copies that start together on a fresh
// Directus would otherwise all do so, and wait for each other's locks there. Without a database there is one copy.
type seedLease struct {
	db     *store.DB
	now    func() time.Time
	holder string
}

// countTextsElsewhere says how many texts another copy is storing; -1 while none does.
func (l *seedLease) countTextsElsewhere(ctx context.Context) (texts int64, err error) {
	if l.db == nil {
		return -1, nil
	}
	found, err := l.db.Row(ctx, []any{&texts},
		"SELECT texts FROM text_seeding WHERE holder <> $1 AND until > $2", l.holder, l.now().UnixMilli())
	if !found {
		texts = -1
	}
	return texts, err
}

// renew takes the lease, or goes on with it, to store so many texts. It fails with errSeeding while another copy has
// it.
func (l *seedLease) renew(ctx context.Context, texts int) error {
	if l.db == nil {
		return nil
	}
	return l.db.Write(ctx, func(ctx context.Context) error {
		now := l.now()
		n, err := l.db.Exec(ctx, `
			UPDATE text_seeding
			   SET holder = $1, until = $2, texts = $3
			 WHERE id = 1 AND (holder = $1 OR until <= $4)`,
			l.holder, now.Add(seedLeaseLife).UnixMilli(), texts, now.UnixMilli())
		if err == nil && n == 0 {
			err = unavailable(errSeeding.Error(), errSeeding)
		}
		return err
	})
}

// release lets others have the lease at once. If that fails they wait until it ends.
func (l *seedLease) release(ctx context.Context) error {
	if l.db == nil {
		return nil
	}
	return l.db.Write(ctx, func(ctx context.Context) error {
		_, err := l.db.Exec(ctx, "UPDATE text_seeding SET until = 0, texts = 0 WHERE id = 1 AND holder = $1", l.holder)
		return err
	})
}
