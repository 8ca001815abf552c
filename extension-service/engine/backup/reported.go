package backup

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

// Report keeps when other tools have taken a copy of the product, in the place of an earlier report.
func Report(ctx context.Context, db *store.DB, takenAt time.Time) error {
	return db.Write(ctx, func(ctx context.Context) error {
		if _, err := db.Exec(ctx, "DELETE FROM backup_reports"); err != nil {
			return err
		}
		_, err := db.Exec(ctx, "INSERT INTO backup_reports (taken) VALUES ($1)", takenAt.UnixMilli())
		return err
	})
}

// Reported is when that was; nil when nobody has reported one.
func Reported(ctx context.Context, db *store.DB) (*time.Time, error) {
	var takenAt int64
	found, err := db.Row(ctx, []any{&takenAt}, "SELECT taken FROM backup_reports ORDER BY id DESC LIMIT 1")
	if err != nil || !found {
		return nil, err
	}
	at := time.UnixMilli(takenAt).UTC()
	return &at, nil
}
