package jobs

import (
	"context"
	"encoding/json"
)

// Forget takes what the results of jobs about records of an entity say of a person: titles, refusals and what undoing
// would put back. The outcomes stay, and what is forgotten cannot be undone any more.
func (s *Service) Forget(ctx context.Context, entity string, recordIDs ...int64) error {
	if len(recordIDs) == 0 {
		return nil
	}
	list, err := json.Marshal(recordIDs)
	if err != nil {
		return err
	}
	_, err = s.DB.Exec(ctx, `
		UPDATE job_rows
		   SET title = '', messages = '', blocked_by = '', before = ''
		 WHERE record_id IN (`+string(list[1:len(list)-1])+`)
		   AND job_id IN (SELECT id FROM jobs WHERE entity = $1)`, entity)
	return err
}
