package pools

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/engine/admin/imports"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// ImportJob is the kind of the jobs that bring members into pools.
func (s *Service) ImportJob() jobs.Kind {
	return jobs.Kind{
		Name: ImportKind, Prefix: "imp_", Run: s.run, Restore: s.restore, Busy: s.busy,
		Needs: func(*jobs.Job) []role.Permission { return []role.Permission{role.PoolImport} },
		Reach: func(ctx context.Context, j *jobs.Job) (bool, error) {
			_, err := s.visibleImport(ctx, j.ID)
			return err == nil, err
		},
	}
}

// importChunk is how many people one transaction brings.
const importChunk = 200

// point is how far a job has come.
type point struct {
	Done    int64 `json:"done"`    // the last person
	Settled bool  `json:"settled"` // what hangs on the sources has come along
}

// run analyses, and then waits to be told to proceed; told so, it does what the plan says.
func (s *Service) run(ctx context.Context, r *jobs.Run) error {
	j := r.Job()
	if !role.From(ctx).Can(role.PoolImport) {
		return resource.Forbidden(role.PoolImport)
	}
	b, err := s.importJobBy(ctx, "job_id", j.ID)
	if err != nil {
		return err
	}
	if j.State == jobs.Analysing {
		if err := s.analyseLater(ctx, r, b); err != nil || !b.used {
			return err
		}
	}
	own := ctx
	if b.source != nil {
		own = imports.WithLanguage(own, b.source.Locale)
	}
	ctx = resource.WithAct(role.AsSystem(ctx, ImportKind), resource.Act{Action: "import"})
	var at point
	if _, err := r.Checkpoint(&at); err != nil {
		return err
	}
	for more := true; err == nil && more; {
		more, err = s.chunk(ctx, r, b, &at)
	}
	if err != nil {
		return err
	}
	if !at.Settled {
		if err := s.finishMerge(ctx, role.From(own), r, b); err != nil {
			return err
		}
	}
	_, err = s.DropUploads(ctx)
	return err
}

// analyseLater makes the plan of a job that nobody waited for. One that was started with policies goes on at once.
func (s *Service) analyseLater(ctx context.Context, r *jobs.Run, b *importJob) error {
	var in Importing
	if err := r.Input(&in); err != nil {
		return err
	}
	if err := s.analyse(ctx, b); err != nil {
		return err
	}
	waiting, err := s.undecided(ctx, b.jobID)
	if err != nil {
		return err
	}
	b.used = len(in.Policies) > 0 && (in.DryRun == nil || !*in.DryRun) && len(waiting) == 0
	used := 0
	if b.used {
		used = 1
	}
	err = s.DB().Write(ctx, func(ctx context.Context) error {
		_, err := s.DB().Exec(ctx, "UPDATE pool_imports SET expires = $1, used = $2 WHERE job_id = $3",
			s.Now().Add(planValid).UnixMilli(), used, b.jobID)
		if err != nil {
			return err
		}
		total, err := s.rowsOf(ctx, b.jobID)
		if err != nil {
			return err
		}
		return r.Save(ctx, point{}, jobs.Progress{Phase: jobs.Analyse, Total: total})
	})
	if err != nil || b.used {
		return err
	}
	if len(waiting) > 0 {
		return jobs.PauseIn(jobs.AwaitingDecision)
	}
	return jobs.PauseIn(jobs.Planned)
}

// rowsOf counts what is planned.
func (s *Service) rowsOf(ctx context.Context, jobID string) (n int64, err error) {
	_, err = s.DB().Row(ctx, []any{&n}, "SELECT count(*) FROM pool_plan_rows WHERE job_id = $1", jobID)
	return n, err
}

// chunk brings the next people in one transaction, with a checkpoint, and says whether there were any.
func (s *Service) chunk(ctx context.Context, r *jobs.Run, b *importJob, at *point) (bool, error) {
	args := store.Args{b.jobID}
	rows, err := s.planRows(ctx, b.jobID, "AND n > "+args.Add(at.Done)+" ORDER BY n LIMIT "+args.Add(importChunk), args)
	if err != nil || len(rows) == 0 {
		return false, err
	}
	total := r.Job().Total
	if at.Done == 0 {
		if total, err = s.rowsOf(ctx, b.jobID); err != nil {
			return false, err
		}
	}
	next := point{Done: rows[len(rows)-1].n}
	err = s.DB().Write(ctx, func(ctx context.Context) error {
		progress := r.Job().Progress
		progress.Phase, progress.Total = "MEMBERS", total
		x, err := s.newImporter(ctx, b, rows)
		if err != nil {
			return err
		}
		reports := make([]jobs.Row, len(rows))
		for i := range rows {
			if reports[i], err = x.importPerson(ctx, &rows[i]); err != nil {
				return err
			}
			x.count(&progress, &rows[i], &reports[i])
		}
		if err := x.save(ctx); err != nil {
			return err
		}
		if err := r.Report(ctx, reports...); err != nil {
			return err
		}
		return r.Save(ctx, next, progress)
	})
	*at = next
	return true, err
}

// restore takes back what was done for one person, or for the pools, unless that has changed since.
func (s *Service) restore(ctx context.Context, _ *jobs.Job, row jobs.Row) (jobs.Row, error) {
	if row.Before == nil {
		return jobs.Row{Reasons: row.Reasons}, nil
	}
	var img struct {
		image

		Person json.RawMessage `json:"person"`
	}
	if err := row.Image(&img); err != nil {
		return row, err
	}
	ctx = resource.WithAct(role.AsSystem(ctx, ImportKind), resource.Act{Action: "import", Reason: "undo"})
	if img.Pools != nil {
		return s.restorePools(ctx, img.Pools)
	}
	changed := jobs.Row{OK: true, Outcome: jobs.Skipped, Reasons: changedReasons("pool.conflict.CHANGED.detail")}
	now := map[int64]Member{}
	for _, one := range img.After {
		m, err := s.Members.Table.Get(ctx, one.ID)
		if fault.KindOf(err) == fault.NotFound || err == nil && m.Version != one.Version {
			return changed, nil
		}
		if err != nil {
			return row, err
		}
		now[m.ID] = m
	}
	out := jobs.Row{OK: true}
	if len(img.Person) > 0 {
		same, err := s.deps.Freelancers.RevertAmendment(ctx, img.Person)
		if err != nil {
			return row, err
		}
		if !same {
			out.Reasons = changedReasons("pool.undo.personChanged")
		}
	}
	for _, id := range img.Made {
		gone := now[id]
		if err := s.Members.Table.Delete(ctx, &gone); err != nil {
			return row, err
		}
	}
	for i := range img.Was {
		if err := s.Members.update(ctx, now[img.Was[i].ID], &img.Was[i]); err != nil {
			return row, err
		}
	}
	return out, nil
}

// changedReasons says that a record is no longer as the import left it.
func changedReasons(message string) resource.Reasons {
	return resource.Reasons{Code: string(Changed), Messages: []string{message}}
}
