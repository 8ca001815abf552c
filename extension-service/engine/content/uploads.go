package content

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// plannedWithin is how long an upload waits for the job that plans it.
const plannedWithin = 24 * time.Hour

// setUploadExpiry stores how long a file that a plan was made of is kept, so that it can be read otherwise and planned
// again.
func (s *Service) setUploadExpiry(ctx context.Context, id string, valid time.Duration) error {
	if s.cfg.DB == nil || s.cfg.DropUpload == nil {
		return nil
	}
	return s.cfg.DB.Write(ctx, func(ctx context.Context) error {
		_, err := s.cfg.DB.Exec(ctx, `
			INSERT INTO text_uploads (upload_id, expires)
			VALUES ($1, $2)
			    ON CONFLICT (upload_id) DO UPDATE SET expires = excluded.expires`, id, s.cfg.Now().Add(valid).UnixMilli())
		return err
	})
}

// DropUploads removes the files of plans that nobody has carried out in time, and says how many.
func (s *Service) DropUploads(ctx context.Context) (removed int64, err error) {
	if s.cfg.DB == nil {
		return 0, nil
	}
	ids, err := s.cfg.DB.Texts(ctx, "SELECT upload_id FROM text_uploads WHERE expires < $1 ORDER BY upload_id",
		s.cfg.Now().UnixMilli())
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		if err := s.dropUpload(ctx, id); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}

// dropUpload removes a file that is not read any more. One that is gone, or that a record names, is not its matter.
func (s *Service) dropUpload(ctx context.Context, id string) error {
	if s.cfg.DropUpload == nil || id == "" {
		return nil
	}
	err := s.cfg.DropUpload(role.AsSystem(ctx, ChangeKind), id)
	if kind := fault.KindOf(err); err != nil && kind != fault.NotFound && kind != fault.Conflict {
		return err
	}
	if s.cfg.DB == nil {
		return nil
	}
	return s.cfg.DB.Write(ctx, func(ctx context.Context) error {
		_, err := s.cfg.DB.Exec(ctx, "DELETE FROM text_uploads WHERE upload_id = $1", id)
		return err
	})
}
