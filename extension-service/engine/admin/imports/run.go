package imports

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const chunk = 25 // rows of one transaction, so that others wait for some 80 ms at most

// point is how far a job has come: the last row.
type point struct {
	Done int64 `json:"done"`
}

// WithLanguage is ctx with the caller's language; that of the account stays where none is known.
func WithLanguage(ctx context.Context, locale string) context.Context {
	who := *role.From(ctx)
	who.Locale = cmp.Or(locale, who.Locale)
	return role.With(ctx, &who)
}

// run previews, and then waits to be told to proceed; told so, it does what was previewed.
func (s *Service) run(ctx context.Context, r *jobs.Run) error {
	j := r.Job()
	m := s.importer(j.Entity)
	if m == nil {
		return fault.New(fault.NotFound, "NOT_FOUND", "records of %s cannot be brought in", j.Entity)
	}
	var order Order
	if err := r.Input(&order); err != nil {
		return err
	}
	ctx = WithLanguage(ctx, order.Locale)
	w := &work{s: s, Run: r, pass: m.Pass(ctx, order.ImportOrder)}
	if j.State == jobs.Analysing {
		if err := w.preview(ctx, m, order.ResourceID); err != nil {
			return err
		}
		return jobs.PauseIn(jobs.Planned)
	}
	var at point
	_, err := r.Checkpoint(&at)
	for more := true; err == nil && more; {
		more, err = w.chunk(ctx, &at)
	}
	if err != nil {
		return err
	}
	return w.finish(ctx)
}

// work is one pass over a job.
type work struct {
	*jobs.Run

	s    *Service
	pass *resource.ImportPass
}

// preview finds out what would become of each row by trying it. What it has kept when it was cut off is replaced.
func (w *work) preview(ctx context.Context, m *resource.Importer, upload string) error {
	jobID := w.Job().ID
	p, err := w.s.planBy(ctx, jobID)
	if err != nil {
		return err
	}
	_, content, err := Content(ctx, w.s.Files, upload, "")
	if err != nil {
		return err
	}
	fields, _ := w.s.fields(ctx, m)
	file, err := p.file.Open(content, fields)
	if err != nil {
		return err
	}
	if err := w.s.DB.Write(ctx, func(ctx context.Context) error {
		_, err := w.s.DB.Exec(ctx, "DELETE FROM import_rows WHERE job_id = $1", jobID)
		return err
	}); err != nil {
		return err
	}
	progress := jobs.Progress{Phase: jobs.Analyse, Total: p.file.Rows}
	for {
		var rows []*resource.ImportRow
		for len(rows) < chunk {
			row, more := file.Next()
			if !more {
				break
			}
			progress.Processed++
			rows = append(rows, &resource.ImportRow{N: progress.Processed, Line: row.Line, Cells: row.Cells, Broken: row.Broken})
		}
		if len(rows) == 0 {
			break
		}
		if err := w.previewSome(ctx, rows, progress); err != nil {
			return err
		}
	}
	return w.s.DB.Write(ctx, func(ctx context.Context) error {
		_, err := w.s.DB.Exec(ctx, "UPDATE imports SET expires = $1 WHERE job_id = $2",
			w.s.Now().Add(planValid).UnixMilli(), jobID)
		if err != nil {
			return err
		}
		return w.Save(ctx, point{}, jobs.Progress{Phase: jobs.Analyse, Total: progress.Processed})
	})
}

// previewSome tries some rows, and keeps what would become of them.
func (w *work) previewSome(ctx context.Context, rows []*resource.ImportRow, progress jobs.Progress) error {
	if err := w.pass.Read(ctx, rows); err != nil {
		return err
	}
	out := make([]planRow, 0, len(rows))
	for len(out) < len(rows) {
		var tried []planRow
		err := resource.Try(ctx, w.s.DB.Write, func(ctx context.Context) error {
			tried = tried[:0]
			_, err := resource.RunBatch(len(rows)-len(out), func(i int) error {
				r := rows[len(out)+i]
				result, err := w.pass.Run(ctx, r, nil)
				if err == nil {
					tried = append(tried, planned(r, result))
				}
				return err
			})
			return err
		})
		if err != nil {
			return err
		}
		out = append(out, tried...)
	}
	return w.s.DB.Write(ctx, func(ctx context.Context) error {
		if err := w.s.storeRows(ctx, w.Job().ID, out); err != nil {
			return err
		}
		return w.Save(ctx, point{}, progress)
	})
}

// planned is what a row would become.
func planned(r *resource.ImportRow, result resource.ImportResult) planRow {
	out := planRow{n: r.N, version: r.Version, isBroken: r.Broken, PlanRow: PlanRow{
		Line: r.Line, Kind: result.Kind, ID: r.ID, Title: result.Title, Cells: r.Cells, Changes: result.Changes,
		Reasons: result.Reasons, Candidates: []Candidate{},
	}}
	if out.Changes == nil {
		out.Changes = []resource.ImportChange{}
	}
	if text, err := json.Marshal(result.Candidates); err == nil && result.Candidates != nil {
		_ = json.Unmarshal(text, &out.Candidates) // candidates of another form name nobody
	}
	return out
}

// chunk brings the next rows in, in one transaction, and says whether there were any.
func (w *work) chunk(ctx context.Context, at *point) (bool, error) {
	jobID := w.Job().ID
	args := store.Args{jobID}
	rows, err := w.s.rows(ctx, "AND n > "+args.Add(at.Done)+" ORDER BY n LIMIT "+args.Add(chunk), args)
	if err != nil || len(rows) == 0 {
		return false, err
	}
	next := *at
	err = w.s.DB.Write(ctx, func(ctx context.Context) error {
		progress := w.Job().Progress
		if progress.Phase != phase { // it has counted what it previewed
			progress = jobs.Progress{Phase: phase, Total: progress.Total}
		}
		done, err := w.importRows(ctx, rows, &progress)
		if err != nil {
			return err
		}
		next.Done = rows[done-1].n
		return w.Save(ctx, next, progress)
	})
	*at = next
	return true, err
}

const phase = "RECORDS"

// importRows brings rows in and reports what has become of each. It says how many it did.
func (w *work) importRows(ctx context.Context, rows []planRow, progress *jobs.Progress) (int, error) {
	read := make([]*resource.ImportRow, len(rows))
	var wanted []*resource.ImportRow
	for i := range rows {
		read[i] = &resource.ImportRow{N: rows[i].n, Line: rows[i].Line, Cells: rows[i].Cells, Broken: rows[i].isBroken}
		if isWrite(rows[i].Kind) {
			wanted = append(wanted, read[i])
		}
	}
	if err := w.pass.Read(ctx, wanted); err != nil {
		return 0, err
	}
	return resource.RunBatch(len(rows), func(i int) error {
		report, err := w.importRow(ctx, &rows[i], read[i])
		if err != nil {
			return err
		}
		count(progress, rows[i].Kind, &report)
		return w.Report(ctx, report)
	})
}

func isWrite(kind resource.ImportKind) bool {
	return kind == resource.ImportNew || kind == resource.ImportChanged
}

// importRow brings one row in, unless its preview has said that it stays out.
func (w *work) importRow(ctx context.Context, row *planRow, r *resource.ImportRow) (jobs.Row, error) {
	report := jobs.Row{N: row.n, ID: row.ID, Title: row.name(), OK: true, Reasons: row.Reasons}
	switch row.Kind {
	case resource.ImportRefused:
		report.OK, report.Outcome = false, jobs.LeftOut
		return report, nil
	case resource.ImportSame, resource.ImportExists:
		report.Outcome = jobs.Skipped
		return report, nil
	default:
	}
	result, err := w.pass.Run(ctx, r, &resource.Expected{ID: row.ID, Version: row.version})
	if err != nil {
		return report, err
	}
	report.ID, report.Title, report.Version, report.Reasons = result.ID, result.Title, result.Version, result.Reasons
	switch {
	case !result.Allowed:
		report.OK, report.Title = false, row.name()
	case !result.Changed:
		report.Outcome = jobs.Skipped
	default:
		report.Before = result.Back
	}
	return report, nil
}

// count adds what has become of one row.
func count(p *jobs.Progress, kind resource.ImportKind, report *jobs.Row) {
	p.Processed++
	switch {
	case report.Outcome == jobs.LeftOut:
		p.LeftOut++
	case report.Outcome == jobs.Skipped:
		p.Skipped++
	case !report.OK:
		p.Failed++
	case kind == resource.ImportNew:
		p.Added++
	default:
		p.Updated++
	}
}

// restore takes back what a row did, unless its record has changed since.
func (s *Service) restore(ctx context.Context, j *jobs.Job, row jobs.Row) (jobs.Row, error) {
	m := s.importer(j.Entity)
	if m == nil || row.Before == nil {
		return jobs.Row{Reasons: row.Reasons}, nil
	}
	var back json.RawMessage
	if err := row.Image(&back); err != nil {
		return row, err
	}
	item, err := m.Undo(ctx, resource.BulkItem{ID: row.ID, Title: row.Title, Version: row.Version}, back)
	out := jobs.Row{OK: item.Allowed, Reasons: item.Reasons}
	if item.Code == "STALE_VERSION" {
		out.Outcome = jobs.Skipped
	}
	return out, err
}

// finish makes the error file, and forgets what was kept of the file.
func (w *work) finish(ctx context.Context) error {
	return errors.Join(w.storeErrors(ctx), w.s.clear(ctx, w.Job().ID))
}
