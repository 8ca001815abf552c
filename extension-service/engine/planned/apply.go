package planned

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Job makes planned changes whose time has come.
func (s *Service) Job() schedule.Job {
	return schedule.Job{
		Name: "planned.takeEffect", Schedule: "*/5 * * * *", Timeout: 4 * time.Minute,
		Do: func(ctx context.Context, r *schedule.Run) error {
			due, err := s.load(ctx, "state = 'PLANNED' AND effective <= $1 ORDER BY effective, id", s.Now().UnixMilli())
			if err != nil {
				return err
			}
			var errs []error
			for _, c := range due {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				errs = append(errs, s.applyChange(ctx, r, c))
			}
			return errors.Join(errs...)
		},
	}
}

// applyChange makes one change in a transaction that marks it as done, so that it is made once. One that is refused
// waits for a decision.
func (s *Service) applyChange(ctx context.Context, r *schedule.Run, c change) error {
	err := r.Write(ctx, func(ctx context.Context) error {
		if n, err := s.end(ctx, c, Planned, Done); err != nil || n == 0 {
			return err
		}
		who, err := s.Caller(ctx, c.ByID)
		if fault.KindOf(err) == fault.Unauthenticated { // the account is closed
			return fault.New(fault.Denied, "FORBIDDEN", "%s may not sign in any more", c.ByName)
		}
		if err != nil {
			return err
		}
		who.Source, who.RequestID, who.BatchID = jobs.Source, r.ID, c.batchID()
		return s.makeNow(role.With(ctx, who), c, c.Base)
	})
	refused, err := resource.Refusal(err)
	switch {
	case err != nil:
		return fmt.Errorf("planned change %d: %w", c.ID, err)
	case refused != nil:
		r.Count("waiting", 1)
		r.Warn("planned change %d waits: %s", c.ID, refused.Code)
		return r.Write(ctx, func(ctx context.Context) error { return s.recordRefusal(ctx, c, refused) })
	}
	r.Count("applied", 1)
	r.Info("planned change %d of %s %d", c.ID, c.Entity, c.RecordID)
	return nil
}

func (c change) batchID() string { return fmt.Sprintf("planned_%d", c.ID) }

// makeNow makes a change in the name of the caller of ctx. What others have changed in other fields meanwhile is no
// conflict.
func (s *Service) makeNow(ctx context.Context, c change, base string) error {
	planned, err := s.callOf(c.Method, c.Path, c.Body, base)
	if err != nil {
		return err
	}
	err = planned.make(ctx)
	if base == "" || fault.CodeOf(err) != "STALE_VERSION" || !planned.changesOtherFields(err) {
		return err
	}
	return s.makeNow(ctx, c, "")
}

// changesOtherFields says whether the call sets none of the fields that have changed since.
func (c call) changesOtherFields(err error) bool {
	if !c.endpoint.Plannable.ByField {
		return false
	}
	changed, _ := fault.From(err).Details["changedFields"].([]string)
	var body map[string]json.RawMessage
	if len(changed) == 0 || json.Unmarshal(c.request.Body, &body) != nil {
		return false
	}
	return !slices.ContainsFunc(changed, func(field string) bool { return body[field] != nil })
}

// end moves a change from one state to another, unless somebody else has; n is 0 then.
func (s *Service) end(ctx context.Context, c change, from, to State) (n int64, err error) {
	return s.DB.Exec(ctx, `
		UPDATE planned_changes
		   SET state = $1, ended = $2, problem = '', ended_by = $3
		 WHERE id = $4
		   AND state = $5`,
		string(to), s.Now().UnixMilli(), role.From(ctx).Name, c.ID, string(from))
}

// recordRefusal keeps why a change could not be made.
func (s *Service) recordRefusal(ctx context.Context, c change, refused *fault.Error) error {
	text, err := json.Marshal(problemOf(refused))
	if err != nil {
		return err
	}
	n, err := s.DB.Exec(ctx, `
		UPDATE planned_changes
		   SET state = 'WAITING', problem = $1
		 WHERE id = $2
		   AND state = 'PLANNED'`, string(text), c.ID)
	if err != nil || n == 0 {
		return err
	}
	return s.record(ctx, c, "wait")
}

func problemOf(e *fault.Error) Problem {
	out := Problem{Code: e.Code, Messages: e.Keys(), FieldErrors: e.Fields, Changed: []string{}}
	out.ChangedBy, _ = e.Details["changedBy"].(string)
	out.ChangedAt, _ = e.Details["changedAt"].(string)
	if changed, ok := e.Details["changedFields"].([]string); ok {
		out.Changed = changed
	}
	if out.FieldErrors == nil {
		out.FieldErrors = map[string][]string{}
	}
	return out
}
