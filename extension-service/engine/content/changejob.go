package content

import (
	"context"
	"crypto/rand"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// ChangeKind is the kind of the jobs that change many texts.
const ChangeKind = "text.change"

const (
	planValid  = 30 * time.Minute
	planPrefix = "pln_" // of the plans that jobs make
)

func isJobPlan(planID string) bool { return strings.HasPrefix(planID, planPrefix) }

// Jobs does long work.
type Jobs interface {
	Start(ctx context.Context, kind, entity string, input any) (jobs.Accepted, error)
	Continue(ctx context.Context, jobID string) error
	DocumentFor(ctx context.Context, jobID string) (jobs.Document, error)
	Revert(ctx context.Context, jobID string) (jobs.Document, error)
}

// changing is what a job is asked for: to plan an import, or to carry out lines that are planned.
type changing struct {
	Name   string     `json:"action"`
	Import *Importing `json:"import,omitempty"`
}

// Action names what the job is shown under.
func (c changing) Action() string { return c.Name }

// ChangeJob declares the jobs that change many texts.
func (s *Service) ChangeJob() jobs.Kind {
	return jobs.Kind{
		Name: ChangeKind, Prefix: "txj_", Run: s.runChange, RestoreMany: s.restoreChange,
		Needs: func(*jobs.Job) []role.Permission { return []role.Permission{role.TranslationWrite} },
		Reach: func(ctx context.Context, j *jobs.Job) (bool, error) {
			_, err := s.changeBy(ctx, "job_id", j.ID) // NOT_FOUND for one of a client that the caller does not see
			return err == nil, err
		},
	}
}

// planByJob lets a job plan a large file.
func (s *Service) planByJob(ctx context.Context, in Importing, about *TextFile) (TextPlan, error) {
	if err := s.setUploadExpiry(ctx, in.ResourceID, plannedWithin); err != nil {
		return TextPlan{}, err
	}
	b := &changeJob{
		planID: planPrefix + rand.Text(), batch: newBatch(), client: in.Client, facts: TextPlan{File: about},
		expires: s.cfg.Now().Add(planValid),
	}
	return s.startJob(ctx, b, changing{"import", &in}, nil)
}

// carryOutByJob lets a job carry out lines.
func (s *Service) carryOutByJob(ctx context.Context, d decision, chosen []PlanLine) (TextPlan, error) {
	facts := *d.plan
	facts.Lines = nil
	b := &changeJob{
		planID: planPrefix + rand.Text(), batch: newBatch(), client: d.client, facts: facts, isPlanned: true,
		isUsed: true, expires: s.cfg.Now().Add(planValid),
	}
	return s.startJob(ctx, b, changing{d.action, nil}, chosen)
}

func (s *Service) startJob(ctx context.Context, b *changeJob, input changing, chosen []PlanLine) (TextPlan, error) {
	if err := s.purgePlans(ctx); err != nil {
		return TextPlan{}, err
	}
	err := s.cfg.DB.Write(ctx, func(ctx context.Context) error {
		job, err := s.cfg.Jobs.Start(ctx, ChangeKind, defaultTexts, input)
		if err != nil {
			return err
		}
		b.jobID = job.JobID
		if err := s.addChange(ctx, b); err != nil {
			return err
		}
		return s.addLines(ctx, linesToAdd{b.jobID, 0, chosen, true})
	})
	if err != nil {
		return TextPlan{}, err
	}
	resource.ReplyOf(ctx).Status = 202
	return s.planBy(ctx, b, LinesQuery{})
}

// LinesQuery asks for the plan of a job, and for some of its lines.
type LinesQuery struct {
	resource.Window

	JobID string   `path:"jobId" json:"jobId"`
	Kind  PlanKind `query:"kind" json:"kind"`
}

// PlanOf answers what a job plans, or has done. NOT_FOUND for one of a client that the caller does not see.
func (s *Service) PlanOf(ctx context.Context, q LinesQuery) (TextPlan, error) {
	b, err := s.changeBy(ctx, "job_id", q.JobID)
	if err != nil {
		return TextPlan{}, err
	}
	return s.planBy(ctx, b, q)
}

func (s *Service) planBy(ctx context.Context, b *changeJob, q LinesQuery) (TextPlan, error) {
	job, err := s.cfg.Jobs.DocumentFor(ctx, b.jobID)
	if err != nil {
		return TextPlan{}, err
	}
	out := b.facts
	out.JobID, out.State, out.BatchID = b.jobID, string(job.State), ""
	out.Written = int(job.Added + job.Updated)
	out.PlanID = ""
	if b.isPlanned && !b.isUsed {
		out.PlanID = b.planID
	}
	if b.isUsed {
		out.BatchID = b.batch
	}
	out.Total, out.Lines, err = s.linesOf(ctx, b.jobID, q)
	return out, err
}

// startPlan lets the job of a plan carry it out, once. PLAN_EXPIRED; VALIDATION for decisions about what is no line.
func (s *Service) startPlan(ctx context.Context, in Deciding) (TextPlan, error) {
	if err := in.check(); err != nil {
		return TextPlan{}, err
	}
	b, err := s.changeBy(ctx, "plan_id", in.PlanID)
	if fault.KindOf(err) == fault.NotFound || err == nil && (b.isUsed || !b.isPlanned || s.cfg.Now().After(b.expires)) {
		return TextPlan{}, expired()
	}
	if err != nil {
		return TextPlan{}, err
	}
	err = s.cfg.DB.Write(ctx, func(ctx context.Context) error {
		if err := s.chooseLines(ctx, b.jobID, in); err != nil {
			return err
		}
		n, err := s.cfg.DB.Exec(ctx, "UPDATE text_jobs SET is_used = 1 WHERE job_id = $1 AND is_used = 0", b.jobID)
		if err == nil && n == 0 {
			err = expired()
		}
		if err != nil {
			return err
		}
		return s.cfg.Jobs.Continue(ctx, b.jobID)
	})
	if err != nil {
		return TextPlan{}, err
	}
	resource.ReplyOf(ctx).Status, b.isUsed = 202, true
	return s.planBy(ctx, b, LinesQuery{})
}

// runChange plans, and then waits until somebody lets it proceed; after that it does what the plan says.
func (s *Service) runChange(ctx context.Context, r *jobs.Run) error {
	if !role.From(ctx).Can(role.TranslationWrite) {
		return resource.Forbidden(role.TranslationWrite)
	}
	b, err := s.changeBy(ctx, "job_id", r.Job().ID)
	if err != nil {
		return err
	}
	if !b.isPlanned {
		if err := s.planLines(ctx, r, b); err != nil {
			return err
		}
	}
	if !b.isUsed {
		return jobs.PauseIn(jobs.Planned)
	}
	var done int64
	_, err = r.Checkpoint(&done)
	for more := true; err == nil && more; {
		more, err = s.writeSome(ctx, r, b, &done)
	}
	if err != nil {
		return err
	}
	var input changing
	if err := r.Input(&input); err != nil || input.Import == nil {
		return err
	}
	return s.dropUpload(ctx, input.Import.ResourceID)
}

// planLines makes the plan of a large file.
func (s *Service) planLines(ctx context.Context, r *jobs.Run, b *changeJob) error {
	var input changing
	if err := r.Input(&input); err != nil {
		return err
	}
	file, known, err := s.readFile(ctx, input.Import)
	if err != nil {
		return err
	}
	p := input.Import.plan(known, file.Texts)
	if err := s.dropLines(ctx, b.jobID); err != nil {
		return err
	}
	for at := 0; at < len(p.Lines); at += linesPerTransaction {
		part := p.Lines[at:min(at+linesPerTransaction, len(p.Lines))]
		err := s.cfg.DB.Write(ctx, func(ctx context.Context) error {
			return s.addLines(ctx, linesToAdd{b.jobID, at, part, false})
		})
		if err != nil {
			return err
		}
	}
	if err := s.setUploadExpiry(ctx, input.Import.ResourceID, planValid); err != nil {
		return err
	}
	b.facts.count(p)
	b.isPlanned, b.expires = true, s.cfg.Now().Add(planValid)
	return s.cfg.DB.Write(ctx, func(ctx context.Context) error {
		if err := s.savePlan(ctx, b); err != nil {
			return err
		}
		return r.Save(ctx, int64(0), jobs.Progress{Phase: jobs.Analyse, Total: int64(len(p.Lines))})
	})
}

// writeSome writes the next lines, and says whether there were any. What was written and what comes next is saved
// together.
func (s *Service) writeSome(ctx context.Context, r *jobs.Run, b *changeJob, done *int64) (bool, error) {
	progress := r.Job().Progress
	if progress.Phase == "" || progress.Phase == jobs.Analyse {
		total, err := s.countChosen(ctx, b.jobID)
		if err != nil {
			return false, err
		}
		progress = jobs.Progress{Phase: "TEXTS", Total: total}
	}
	lines, last, err := s.chosenLines(ctx, b.jobID, *done)
	if err != nil || len(lines) == 0 {
		return false, err
	}
	x := &execution{Gateway: s.Gateway, client: b.client, batch: b.batch, isRecorded: s.recordedIn(b.batch, b.client)}
	if err := x.write(ctx, lines); err != nil {
		return false, err
	}
	rows := rowsOfJob(lines, x.left)
	countInto(&progress, lines, x.left)
	err = s.cfg.DB.Write(ctx, func(ctx context.Context) error {
		if err := r.Report(ctx, rows...); err != nil {
			return err
		}
		return r.Save(ctx, last, progress)
	})
	*done = last
	return true, err
}
