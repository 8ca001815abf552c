package admin

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// runInput is what a job is started with.
type runInput struct {
	Type     string  `json:"type"`
	ClientID int64   `json:"clientId"`
	Force    bool    `json:"force,omitempty"`
	ReportID string  `json:"reportId,omitempty"`
	IDs      []int64 `json:"ids,omitempty"` // nil: all that the report lists
}

// Started is the answer of a call that starts work on an index.
type Started struct {
	JobID     string `json:"jobId"`
	Type      string `json:"type"`
	ClientID  int64  `json:"clientId"`
	StatusURL string `json:"statusUrl"`
}

type rebuildInput struct {
	Type  string `path:"type"`
	Force bool   `json:"force"`
}

// startRebuild builds an index anew beside the one that serves. REBUILD_RUNNING.
func (s *Service) startRebuild(ctx context.Context, in rebuildInput) (Started, error) {
	if err := s.checkPermission(ctx, in.Type); err != nil {
		return Started{}, err
	}
	if !in.Force {
		building, err := s.Indexes.Building(ctx, in.Type)
		if err != nil {
			return Started{}, err
		}
		if last, err := s.Jobs.Latest(ctx, RebuildJob, in.Type); err != nil || building && (last == nil || !last.IsOpen()) {
			return Started{}, errors.Join(err, running("")) // by a start of the service, or from the command line
		}
	}
	return s.startOne(ctx, runInput{Type: in.Type, Force: in.Force})
}

type refreshInput struct {
	Type     string `path:"type"`
	ClientID int64  `path:"clientId"`
}

// startRefresh indexes the records of one client again. REBUILD_RUNNING; NOT_FOUND for one that
// does not exist or is outside of the caller's scope.
func (s *Service) startRefresh(ctx context.Context, in refreshInput) (Started, error) {
	if err := s.checkPermission(ctx, in.Type); err != nil {
		return Started{}, err
	}
	if !role.From(ctx).Scope.Covers(in.ClientID, 0) {
		return Started{}, fault.New(fault.NotFound, "NOT_FOUND", "there is no client %d", in.ClientID)
	}
	if err := s.Client(ctx, in.ClientID); err != nil {
		return Started{}, err
	}
	return s.startOne(ctx, runInput{Type: in.Type, ClientID: in.ClientID})
}

// startOne starts a rebuild unless one of the type is open: the row of the type lets one begin at a time.
func (s *Service) startOne(ctx context.Context, w runInput) (out Started, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		var had string
		_, err := s.DB.Row(ctx, []any{&had}, `
			INSERT INTO index_rebuilds (type, job_id) VALUES ($1, '')
			ON CONFLICT (type) DO UPDATE SET job_id = index_rebuilds.job_id
			RETURNING job_id`, w.Type)
		if err != nil {
			return err
		}
		if had != "" && !w.Force {
			j, err := s.Jobs.Find(ctx, had)
			if err == nil && j.IsOpen() {
				return running(had)
			}
			if err != nil && fault.KindOf(err) != fault.NotFound {
				return err
			}
		}
		if out, err = s.start(ctx, RebuildJob, w); err != nil {
			return err
		}
		_, err = s.DB.Exec(ctx, "UPDATE index_rebuilds SET job_id = $1 WHERE type = $2", out.JobID, w.Type)
		return err
	})
	return out, err
}

func (s *Service) start(ctx context.Context, kind string, w runInput) (Started, error) {
	j, err := s.Jobs.Start(ctx, kind, w.Type, w)
	if err == nil {
		resource.ReplyOf(ctx).Status = 202
	}
	return Started{JobID: j.JobID, Type: w.Type, ClientID: w.ClientID, StatusURL: "/api/search/rebuild/" + j.JobID}, err
}

func running(jobID string) error {
	return fault.New(fault.Conflict, "REBUILD_RUNNING", "the index is being built").With("jobId", jobID)
}

// Busy says whether a job is to build the index of a type, so that nobody else need.
func (s *Service) Busy(ctx context.Context, typ string) (bool, error) {
	j, err := s.Jobs.Latest(ctx, RebuildJob, typ)
	return j != nil && j.IsOpen(), err
}

// point is how far the work of a job has come.
type point struct {
	Index string `json:"index,omitempty"` // that is being built
	Done  int64  `json:"done,omitempty"`  // the last id of a report that was repaired
}

// rebuild does the work of RebuildJob. A pass after the first goes on with the index that was begun.
func (s *Service) rebuild(ctx context.Context, r *jobs.Run) error {
	var w runInput
	if err := r.Input(&w); err != nil {
		return err
	}
	var at point
	again, err := r.Checkpoint(&at)
	if err != nil {
		return err
	}
	p := s.newReporter(ctx, r, at)
	defer p.stop(nil)
	if w.ClientID != 0 {
		p.enter(search.Copy, "")
		return p.describeFailure(s.Indexes.RefreshClient(p.ctx, w.Type, w.ClientID, p.options()))
	}
	if again && at.Index != "" {
		if now, err := s.Indexes.Summary(ctx, w.Type); err != nil || now.Index == at.Index {
			return err // it was swapped before the pass was cut off
		}
	}
	o := p.options()
	o.Resume, o.Force = again, w.Force && !again
	_, err = s.Indexes.Rebuild(p.ctx, w.Type, o)
	if err != nil && jobs.IsCancelled(ctx) {
		err = errors.Join(err, s.Indexes.Abandon(context.WithoutCancel(ctx), w.Type))
	}
	return p.describeFailure(err)
}

const saveEvery = 500 * time.Millisecond

// reporter keeps the progress of work on an index with its job. When that fails, as it does when somebody else has
// taken the job over, the context of the work ends.
type reporter struct {
	ctx   context.Context //nolint:containedctx // the one that the callbacks save under
	stop  context.CancelCauseFunc
	run   *jobs.Run
	now   func() time.Time
	at    point
	is    jobs.Progress
	saved time.Time
}

func (s *Service) newReporter(ctx context.Context, r *jobs.Run, at point) *reporter {
	j := r.Job()
	p := &reporter{run: r, now: s.Now, at: at, is: j.Progress}
	p.ctx, p.stop = context.WithCancelCause(ctx)
	return p
}

func (p *reporter) options() search.Options {
	return search.Options{Progress: p.progress, Enter: p.enter}
}

func (p *reporter) enter(phase search.Phase, index string) {
	p.is.Phase, p.at.Index = string(phase), index
	p.save()
}

func (p *reporter) progress(done, total int64) {
	p.is.Processed, p.is.Total = done, total
	if p.now().Sub(p.saved) >= saveEvery || done == total {
		p.save()
	}
}

func (p *reporter) save() {
	p.saved = p.now()
	if err := p.run.Save(p.ctx, p.at, p.is); err != nil {
		p.stop(err)
	}
}

// describeFailure says how the work of a job came to its end. What a rebuild was given up for is told with the job.
func (p *reporter) describeFailure(err error) error {
	failed, is := errors.AsType[*search.FailedError](err)
	if !is {
		return err
	}
	params := map[string]any{"index": failed.Index, "documents": failed.Documents, "id": failed.Such.ID}
	return &jobs.FinalError{
		Message: resource.Message{Message: "index.failed." + string(failed.Reason), Params: params},
		Err:     err,
	}
}

// State is what becomes of work on an index; its states are those of runs.
type State struct {
	JobID      string            `json:"jobId"`
	Kind       string            `json:"kind"`
	Type       string            `json:"type"`
	ClientID   int64             `json:"clientId"`
	State      RunState          `json:"state"`
	Phase      string            `json:"phase"`
	Total      int64             `json:"total"`
	Processed  int64             `json:"processed"`
	Percent    int64             `json:"percent"`
	OwnerName  string            `json:"ownerName"`
	StartedAt  *string           `json:"startedAt"`
	FinishedAt *string           `json:"finishedAt"`
	Error      *resource.Message `json:"error"`
}

// RunState is where a run stands.
type RunState string

// runStates are those of jobs in the words of runs.
var runStates = map[jobs.State]RunState{
	jobs.Queued: "QUEUED", jobs.Analysing: "RUNNING", jobs.Running: "RUNNING", jobs.Completed: "SUCCEEDED",
	jobs.WithConflicts: "FAILED",
	jobs.Failed:        "FAILED", jobs.Cancelled: "CANCELLED",
}

// Options lists the states.
func (RunState) Options() []string {
	return []string{"QUEUED", "RUNNING", "SUCCEEDED", "FAILED", "CANCELLED"}
}

func stateOf(j *jobs.Job) (State, error) {
	var w runInput
	err := j.DecodeInput(&w)
	out := State{
		JobID: j.ID, Kind: j.Kind, Type: w.Type, ClientID: w.ClientID, State: runStates[j.State], Phase: j.Phase,
		Total: j.Total, Processed: j.Processed,
		OwnerName: j.OwnerName, StartedAt: date.InstantOrNull(j.Started), FinishedAt: date.InstantOrNull(j.Finished),
	}
	if j.Total > 0 {
		out.Percent = 100 * min(j.Processed, j.Total) / j.Total
	}
	if out.State == "SUCCEEDED" {
		out.Percent = 100
	}
	if out.State == "FAILED" && len(j.Messages) > 0 {
		out.Error = &j.Messages[0]
	}
	return out, err
}

type jobInput struct {
	JobID string `path:"jobId"`
}

// state answers what becomes of a rebuild, a comparison or a repair. NOT_FOUND for other jobs.
func (s *Service) state(ctx context.Context, in jobInput) (State, error) {
	j, err := s.Jobs.Find(ctx, in.JobID)
	if err != nil {
		return State{}, err
	}
	if j.Kind != RebuildJob && j.Kind != DriftJob && j.Kind != RepairJob {
		return State{}, fault.New(fault.NotFound, "NOT_FOUND", "no rebuild %s", in.JobID)
	}
	return stateOf(&j)
}

// encodeColumn writes a value as JSON for a column.
func encodeColumn(v any) (string, error) {
	text, err := json.Marshal(v)
	return string(text), err
}
