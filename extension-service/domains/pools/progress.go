package pools

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/fault"
)

// ImportProgress is how far an import has come ("Job states and progress").
type ImportProgress struct {
	jobs.Progress
	JobID               string             `json:"jobId"`
	PlanID              string             `json:"planId"`
	PoolID              int64              `json:"poolId" kind:"id"`
	State               string             `json:"state"`
	Percent             int64              `json:"percent"`
	ETASeconds          *int64             `json:"etaSeconds"`
	StartedAt           *string            `json:"startedAt"`
	FinishedAt          *string            `json:"finishedAt"`
	CanCancel           bool               `json:"canCancel"`
	CanUndo             bool               `json:"canUndo"`
	CanUndoUntil        *string            `json:"canUndoUntil"`
	ErrorFileResourceID string             `json:"errorFileResourceId"`
	Messages            []resource.Message `json:"messages"`
}

func (s *Service) progress(ctx context.Context, b *importJob) (ImportProgress, error) {
	job, err := s.deps.Jobs.DocumentFor(ctx, b.jobID)
	return b.progress(job), err
}

func (b *importJob) progress(job jobs.Document) ImportProgress {
	out := ImportProgress{
		Progress: job.Progress, JobID: job.JobID, PlanID: b.planID, PoolID: b.target, State: string(job.State),
		Percent: job.Percent, ETASeconds: job.ETASeconds,
		StartedAt: job.StartedAt, FinishedAt: job.FinishedAt, CanCancel: job.CanCancel, CanUndo: job.CanUndo,
		CanUndoUntil:        job.CanUndoUntil,
		ErrorFileResourceID: job.ErrorFileResourceID, Messages: job.Messages,
	}
	if job.State == jobs.Queued || job.State == jobs.Analysing {
		out.PlanID = "" // there is none yet
	}
	return out
}

type progressInput struct {
	JobID  string `query:"jobId"  check:"max=64"`
	PoolID int64  `query:"poolId" kind:"id"`
}

// none is the state of a pool that nothing was brought into.
const none = "NONE"

// Progress answers for one import, or the latest of a pool.
func (s *Service) Progress(ctx context.Context, in progressInput) (ImportProgress, error) {
	if in.JobID == "" && in.PoolID == 0 {
		return ImportProgress{}, fault.Validation().Field("jobId", "validation.required", nil)
	}
	if in.JobID == "" {
		if err := s.Visible(ctx, in.PoolID); err != nil {
			return ImportProgress{}, err
		}
		found, err := s.DB().Row(ctx, []any{&in.JobID}, `
			SELECT job_id
			  FROM pool_imports
			 WHERE target_id = $1
			 ORDER BY created DESC, job_id
			 LIMIT 1`, in.PoolID)
		if err != nil || !found {
			return ImportProgress{PoolID: in.PoolID, State: none, Messages: []resource.Message{}}, err
		}
	}
	b, err := s.visibleImport(ctx, in.JobID)
	if err != nil {
		return ImportProgress{}, err
	}
	return s.progress(ctx, b)
}

// visibleImport is an import into a pool that the caller can see. NOT_FOUND.
func (s *Service) visibleImport(ctx context.Context, jobID string) (*importJob, error) {
	b, err := s.importJobBy(ctx, "job_id", jobID)
	if err != nil {
		return nil, err
	}
	return b, s.Visible(ctx, b.target)
}

type byJob struct {
	JobID string `path:"jobId"`
}

// Cancel stops an import after the chunk at hand. TRANSITION_NOT_ALLOWED once it has ended.
func (s *Service) Cancel(ctx context.Context, in byJob) (ImportProgress, error) {
	out, err := s.controlJob(ctx, in.JobID, s.deps.Jobs.Stop)
	if err == nil {
		_, err = s.DropUploads(ctx)
	}
	return out, err
}

// Undo takes an import back. TRANSITION_NOT_ALLOWED, POOL_BUSY.
func (s *Service) Undo(ctx context.Context, in byJob) (ImportProgress, error) {
	return s.controlJob(ctx, in.JobID, s.deps.Jobs.Revert)
}

// busy answers POOL_BUSY while a pool of the import takes part in another one.
func (s *Service) busy(ctx context.Context, j *jobs.Job) error {
	b, err := s.importJobBy(ctx, "job_id", j.ID)
	if err != nil {
		return err
	}
	return s.free(ctx, b.jobID, append([]int64{b.target}, b.from()...))
}

func (s *Service) controlJob(ctx context.Context, jobID string,
	how func(ctx context.Context, id string) (jobs.Document, error),
) (ImportProgress, error) {
	b, err := s.visibleImport(ctx, jobID)
	if err != nil {
		return ImportProgress{}, err
	}
	job, err := how(ctx, jobID)
	return b.progress(job), err
}
