package pools

import (
	"context"
	"errors"
	"io"

	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// storeErrorFile stores the faulty rows of an import for its owner, as long as a plan is kept.
func (s *Service) storeErrorFile(ctx context.Context, r *jobs.Run, b *bringing, id string) error {
	if err := r.ErrorFile(ctx, id); err != nil {
		return err
	}
	_, err := s.DB().Exec(ctx, "UPDATE pool_imports SET error_file = $1, error_until = $2 WHERE job_id = $3", id, s.Now().Add(planValid).UnixMilli(), b.jobID)
	return err
}

// detachExpiredErrorFiles removes the error files whose time is over from their jobs, in the transaction of ctx, and returns their uploads.
func (s *Service) detachExpiredErrorFiles(ctx context.Context) ([]string, error) {
	now := s.Now().UnixMilli()
	files, err := s.DB().Texts(ctx, "SELECT error_file FROM pool_imports WHERE error_file <> '' AND error_until < $1 ORDER BY error_file", now)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	for _, id := range files {
		if err := s.deps.Jobs.ForgetErrorFile(ctx, id); err != nil {
			return nil, err
		}
	}
	_, err = s.DB().Exec(ctx, "UPDATE pool_imports SET error_file = '' WHERE error_file <> '' AND error_until < $1", now)
	return files, err
}

// EndErrorFiles ends the time of the error files that say something of somebody, in the transaction of ctx: ForgetPerson takes them.
func (s *Service) EndErrorFiles(ctx context.Context, says func(text string) bool) error {
	files, err := s.DB().Texts(ctx, "SELECT error_file FROM pool_imports WHERE error_file <> '' ORDER BY error_file")
	if err != nil {
		return err
	}
	for _, id := range files {
		text, err := s.errorText(ctx, id)
		if err != nil {
			return err
		}
		if !says(text) {
			continue
		}
		if _, err := s.DB().Exec(ctx, "UPDATE pool_imports SET error_until = 0 WHERE error_file = $1", id); err != nil {
			return err
		}
	}
	return nil
}

// errorText is what an error file says; nothing of one that is gone.
func (s *Service) errorText(ctx context.Context, id string) (string, error) {
	_, body, err := s.deps.Files.Read(role.AsSystem(ctx, ImportKind), id)
	if fault.KindOf(err) == fault.NotFound {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(body)
	return string(text), errors.Join(err, body.Close())
}
