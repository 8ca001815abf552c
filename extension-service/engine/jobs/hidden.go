package jobs

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// hiddenPart is what of a job the scope of the caller hides today, whatever it was when the job began.
type hiddenPart struct {
	places   map[int64]bool // of the rows that are hidden
	counted  Progress       // by those rows
	hidesJob bool           // the job is hidden with all of its rows
}

// hiddenPartOf looks at every row of a job for a caller with a scope. For anybody else nothing is hidden.
func (s *Service) hiddenPartOf(ctx context.Context, j *Job) (hiddenPart, error) {
	out := hiddenPart{places: map[int64]bool{}}
	if !resource.IsConfined(ctx) {
		return out, nil
	}
	if reach := s.kinds[j.Kind].Reach; reach != nil {
		in, err := reach(ctx, j)
		if fault.KindOf(err) == fault.NotFound {
			in, err = false, nil
		}
		if err != nil || !in {
			out.hidesJob = true
			return out, err
		}
	}
	all, err := s.eachMark(ctx, j.ID, func(part []mark) error { return s.hide(ctx, j, part, &out) })
	out.hidesJob = all > 0 && len(out.places) == all
	return out, err
}

// hide adds the rows whose records the caller cannot see.
func (s *Service) hide(ctx context.Context, j *Job, part []mark, out *hiddenPart) error {
	ids := make([]int64, 0, len(part))
	for _, m := range part {
		if m.id > 0 {
			ids = append(ids, m.id)
		}
	}
	seen, err := s.Visible(ctx, j.Entity, ids)
	if err != nil {
		return err
	}
	for _, m := range part {
		if m.id > 0 && !seen[m.id] && !m.isUnknown() {
			out.places[m.n] = true
			out.counted.countHidden(m)
		}
	}
	return nil
}

// mark is a row of a job without what it says.
type mark struct {
	n, id         int64
	outcome, undo Outcome
	title, code   string
}

// isUnknown says whether the record was out of reach when the job looked for it: the row holds nothing but the id it
// was asked for by.
func (m mark) isUnknown() bool { return m.title == "" && m.code == "NOT_FOUND" }

// eachMark hands over the rows of a job in parts, and says how many there are.
func (s *Service) eachMark(ctx context.Context, jobID string, hand func(part []mark) error) (all int, err error) {
	for after := int64(0); ; {
		var m mark
		var part []mark
		err := s.DB.Each(ctx, []any{&m.n, &m.id, &m.outcome, &m.undo, &m.title, &m.code}, func() error {
			part = append(part, m)
			return nil
		}, `
			SELECT n, record_id, outcome, undo, title, code
			  FROM job_rows
			 WHERE job_id = $1
			   AND n > $2
			 ORDER BY n
			 LIMIT $3`, jobID, after, coverChunk)
		if err != nil || len(part) == 0 {
			return all, err
		}
		if err := hand(part); err != nil {
			return all, err
		}
		all, after = all+len(part), part[len(part)-1].n
	}
}

// countHidden adds a row to the numbers it stands in.
func (p *Progress) countHidden(m mark) {
	p.Total++
	is := m.outcome
	if m.undo != "" {
		is = m.undo
	}
	if is != Waiting {
		p.Processed++
	}
	switch is {
	case Done:
		p.Updated++
	case Skipped:
		p.Skipped++
	case LeftOut:
		p.LeftOut++
	case Refused:
		p.Failed++
	default:
	}
}

// subtract is progress less what the scope hides. Numbers never fall below zero: those of a job at work run ahead of
// its rows.
func (p Progress) subtract(hidden Progress) Progress {
	less := func(n, m int64) int64 { return max(0, n-m) }
	p.Total, p.Processed = less(p.Total, hidden.Total), less(p.Processed, hidden.Processed)
	p.Updated, p.Failed = less(p.Updated, hidden.Updated), less(p.Failed, hidden.Failed)
	p.Skipped, p.LeftOut = less(p.Skipped, hidden.Skipped), less(p.LeftOut, hidden.LeftOut)
	return p
}

// confine leaves out of a job what its reader cannot see; false when that is all of it.
func (s *Service) confine(ctx context.Context, j *Job) (hiddenPart, bool, error) {
	hidden, err := s.hiddenPartOf(ctx, j)
	if err != nil || hidden.hidesJob {
		return hidden, false, err
	}
	j.Progress = j.Progress.subtract(hidden.counted)
	if len(hidden.places) > 0 {
		j.ResourceID, j.ErrorFileID = "", "" // they are about all of its records
	}
	return hidden, true, nil
}

// confineAll leaves out the jobs that a reader with a scope cannot see.
func (s *Service) confineAll(ctx context.Context, all []Job) ([]Job, error) {
	if !resource.IsConfined(ctx) {
		return all, nil
	}
	out := all[:0]
	for i := range all {
		_, isSeen, err := s.confine(ctx, &all[i])
		if err != nil {
			return nil, err
		}
		if isSeen {
			out = append(out, all[i])
		}
	}
	return out, nil
}

// shownRows is a page of the rows of a job without those that the scope hides, and how many there are.
func (s *Service) shownRows(ctx context.Context, j *Job, q RowQuery, hidden hiddenPart) (page []Row, total int64,
	err error,
) {
	if len(hidden.places) == 0 {
		if total, err = s.countRows(ctx, j.ID, q); err != nil {
			return nil, 0, err
		}
		page, err = s.rows(ctx, j.ID, q)
		return page, total, err
	}
	part := q
	part.Offset, part.Limit = 0, coverChunk
	for {
		rows, err := s.rows(ctx, j.ID, part)
		if err != nil || len(rows) == 0 {
			return page, total, err
		}
		for i := range rows {
			if hidden.places[rows[i].N] {
				continue
			}
			if total++; total > q.Offset && total <= q.Offset+q.Limit {
				page = append(page, rows[i])
			}
		}
		part.After = rows[len(rows)-1].N
	}
}

// HasMade says whether a job has made a file.
func (s *Service) HasMade(ctx context.Context, resourceID string) (bool, error) {
	return s.DB.Row(ctx, []any{new(int)},
		"SELECT 1 FROM jobs WHERE resource_id = $1 OR error_file_resource_id = $1 LIMIT 1", resourceID)
}

// ReachesFile says whether a file that jobs have made is one the caller may have today: not when a job hides it. Files
// of no job are not its matter.
func (s *Service) ReachesFile(ctx context.Context, resourceID string) (bool, error) {
	if !resource.IsConfined(ctx) {
		return true, nil
	}
	found, err := s.jobs(ctx, "WHERE resource_id = $1 OR error_file_resource_id = $1 ORDER BY id", resourceID)
	if err != nil {
		return false, err
	}
	for i := range found {
		_, isSeen, err := s.confine(ctx, &found[i])
		if err != nil || !isSeen || found[i].ResourceID != resourceID && found[i].ErrorFileID != resourceID {
			return false, err
		}
	}
	return true, nil
}
