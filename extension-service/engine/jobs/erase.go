package jobs

import (
	"context"
	"encoding/json"
	"fmt"
)

// Erase takes what jobs about records of an entity say of a person: what those that are over were asked for in words,
// titles, refusals and what undoing would put back. The outcomes stay, and what is forgotten cannot be undone any more.
func (s *Service) Erase(ctx context.Context, entity string, recordIDs ...int64) error {
	if len(recordIDs) == 0 {
		return nil
	}
	list, err := json.Marshal(recordIDs)
	if err != nil {
		return err
	}
	ids := string(list[1 : len(list)-1])
	if _, err = s.DB.Exec(ctx, `
		UPDATE jobs
		   SET input = '{}'
		 WHERE entity = $1
		   AND finished IS NOT NULL
		   AND id IN (SELECT job_id FROM job_rows WHERE record_id IN (`+ids+`))`, entity); err != nil {
		return err
	}
	_, err = s.DB.Exec(ctx, `
		UPDATE job_rows
		   SET title = '', messages = '', field_errors = '', params = '', blocked_by = '', before = ''
		 WHERE record_id IN (`+ids+`)
		   AND job_id IN (SELECT id FROM jobs WHERE entity = $1)`, entity)
	return err
}

// EraseInputs leaves of what jobs that are over were asked for only what without returns of it: a filter may name
// somebody whose record the job never touched. An input is given and returned as encoding/json decodes it.
func (s *Service) EraseInputs(ctx context.Context, without func(input any) any) error {
	inputs, err := s.inputs(ctx)
	if err != nil {
		return err
	}
	for id, text := range inputs {
		var input any
		if err := json.Unmarshal([]byte(text), &input); err != nil {
			return fmt.Errorf("input of job %s: %w", id, err)
		}
		was, err := json.Marshal(input)
		if err != nil {
			return err
		}
		rest, err := json.Marshal(without(input))
		if err != nil {
			return err
		}
		if string(rest) == string(was) {
			continue
		}
		if _, err := s.DB.Exec(ctx, "UPDATE jobs SET input = $1 WHERE id = $2", string(rest), id); err != nil {
			return err
		}
	}
	return nil
}

// inputs are what the jobs that are over were asked for, by their ids.
func (s *Service) inputs(ctx context.Context) (map[string]string, error) {
	out := map[string]string{}
	var id, text string
	err := s.DB.Each(ctx, []any{&id, &text}, func() error {
		out[id] = text
		return nil
	}, "SELECT id, input FROM jobs WHERE finished IS NOT NULL AND input <> '{}'")
	return out, err
}

// EraseErrorFile takes the file that lists what a job could not do from that job, in the transaction of ctx.
func (s *Service) EraseErrorFile(ctx context.Context, resourceID string) error {
	_, err := s.DB.Exec(ctx, "UPDATE jobs SET error_file_resource_id = '' WHERE error_file_resource_id = $1", resourceID)
	return err
}

// EraseFiles takes from the jobs of a kind that were started with an input the files they have made, and returns them.
func (s *Service) EraseFiles(ctx context.Context, kind string, input any) (files []string, err error) {
	text, err := json.Marshal(input)
	if err != nil {
		return nil, err
	}
	files, err = s.DB.Texts(ctx,
		"SELECT resource_id FROM jobs WHERE kind = $1 AND input = $2 AND resource_id <> '' ORDER BY id", kind, string(text))
	if err != nil {
		return nil, err
	}
	_, err = s.DB.Exec(ctx, "UPDATE jobs SET resource_id = '' WHERE kind = $1 AND input = $2", kind, string(text))
	return files, err
}
