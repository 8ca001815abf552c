package jobs

import (
	"context"
	"encoding/json"
)

// Find returns a job, whoever owns it. NOT_FOUND. What a caller may see of it is for who asks to know.
func (s *Service) Find(ctx context.Context, id string) (Job, error) { return s.byID(ctx, id) }

// Latest returns the job of a kind about an entity that was started last, nil when there was none.
func (s *Service) Latest(ctx context.Context, kind, entity string) (*Job, error) {
	found, err := s.jobs(ctx, "WHERE kind = $1 AND entity = $2 ORDER BY created DESC, id LIMIT 1", kind, entity)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// IsOpen says whether there is work left.
func (j *Job) IsOpen() bool { return j.open() }

// DecodeInput decodes what the job was started with.
func (j *Job) DecodeInput(into any) error { return json.Unmarshal([]byte(j.input), into) }
