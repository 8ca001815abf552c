package admin

import (
	"context"
	"errors"
	"slices"

	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

type repairInput struct {
	Type     string  `path:"type"`
	ReportID string  `path:"reportId"`
	IDs      []int64 `json:"ids" check:"max=1000"`
}

// startRepair mends exactly what a report lists, or some of it. NOT_FOUND for a report that is no longer the last,
// VALIDATION for ids that it does not list.
func (s *Service) startRepair(ctx context.Context, in repairInput) (Started, error) {
	if err := s.checkPermission(ctx, in.Type); err != nil {
		return Started{}, err
	}
	last, err := s.head(ctx, in.Type)
	if err != nil {
		return Started{}, err
	}
	if last.ReportID != in.ReportID {
		return Started{}, fault.New(fault.NotFound, "NOT_FOUND", "report %s is not the last one of type %s", in.ReportID,
			in.Type)
	}
	w := runInput{Type: in.Type, ReportID: in.ReportID}
	if len(in.IDs) > 0 || !role.From(ctx).Scope.IsUnlimited() {
		if w.IDs, err = s.listed(ctx, in); err != nil {
			return Started{}, err
		}
	}
	return s.start(ctx, RepairJob, w)
}

// listed are the ids that are asked for, each of which the report must list within the caller's scope; all for none.
func (s *Service) listed(ctx context.Context, in repairInput) ([]int64, error) {
	q := lineQuery{report: in.ReportID, limit: maxListed}
	if len(in.IDs) > 0 {
		q.ids = in.IDs
	}
	found, err := s.lines(ctx, q)
	if err != nil {
		return nil, err
	}
	out := []int64{}
	for _, l := range found {
		out = append(out, l.ID)
	}
	for _, id := range in.IDs {
		if !slices.Contains(out, id) {
			return nil, fault.Validation().Field("ids", "index.repair.notListed", map[string]any{"id": id})
		}
	}
	return out, nil
}

const maxListed = 10_000

// repair does the work of RepairJob.
func (s *Service) repair(ctx context.Context, r *jobs.Run) error {
	var w runInput
	if err := r.Input(&w); err != nil {
		return err
	}
	var at point
	if _, err := r.Checkpoint(&at); err != nil {
		return err
	}
	is, system := jobs.Progress{Phase: string(search.Copy)}, withFullScope(ctx)
	q := lineQuery{report: w.ReportID, ids: w.IDs, limit: chunk}
	total, err := s.countLines(system, q)
	if err != nil {
		return err
	}
	if at.Done > 0 {
		is = r.Job().Progress
	}
	is.Total = total
	for {
		q.after = at.Done
		part, err := s.lines(system, q)
		if err != nil || len(part) == 0 {
			return errors.Join(err, r.Save(ctx, at, is))
		}
		if err := s.repairPart(ctx, r, repairing{w, part, &at, &is}); err != nil {
			return err
		}
	}
}

// repairing is one chunk of a repair.
type repairing struct {
	runInput
	part []Line
	at   *point
	is   *jobs.Progress
}

func (s *Service) repairPart(ctx context.Context, r *jobs.Run, c repairing) error {
	ids := make([]int64, len(c.part))
	for i, l := range c.part {
		ids[i] = l.ID
	}
	left, err := s.Indexes.Repair(ctx, c.Type, ids)
	if err != nil {
		return err
	}
	still := map[int64]bool{}
	for _, d := range left {
		still[d.ID] = true
	}
	var rows []jobs.Row
	for _, id := range ids {
		row := jobs.Row{ID: id, OK: !still[id]}
		if still[id] {
			c.is.Failed++
			row.Messages = []string{"index.repair.differs"}
		} else {
			c.is.Updated++
		}
		rows = append(rows, row)
	}
	mended := slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return still[id] })
	c.is.Processed += int64(len(ids))
	c.at.Done = ids[len(ids)-1]
	return s.DB.Write(ctx, func(ctx context.Context) error {
		args := store.Args{c.ReportID}
		_, err := s.DB.Exec(ctx, "UPDATE index_differences SET repaired = 1 WHERE report_id = $1 AND record_id IN "+
			store.OneOf(mended, args.Add), args...)
		if err != nil {
			return err
		}
		return errors.Join(r.Report(ctx, rows...), r.Save(ctx, *c.at, *c.is))
	})
}
