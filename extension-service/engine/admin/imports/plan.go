package imports

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

// Plan is the preview of an import.
type Plan struct {
	JobID        string           `json:"jobId"`
	Job          jobs.Document    `json:"job"`
	File         File[string]     `json:"file"`
	ExpiresAt    string           `json:"expiresAt"`
	Counts       map[string]int64 `json:"counts" kind:"json"` // rows by kind
	TotalResults int64            `json:"totalResults"`       // rows that the page is of
	Results      []PlanRow        `json:"results"`
}

// PlanRow is what would become of a row.
type PlanRow struct {
	Line    int64                   `json:"line"`
	Kind    resource.ImportKind     `json:"kind"`
	ID      int64                   `json:"id" kind:"id"` // of the record that it is of; 0: a new one
	Title   string                  `json:"title"`
	Cells   []string                `json:"cells"`
	Changes []resource.ImportChange `json:"changes"`
	// records that it may be of
	Candidates []Candidate `json:"candidates"`
	resource.Reasons
}

// Candidate is a record that a row may be of.
type Candidate struct {
	ID     int64  `json:"id" kind:"id"`
	Handle string `json:"handle"`
	Name   string `json:"name"`
}

// planRow is a row as its columns hold it.
type planRow struct {
	PlanRow

	n, version int64
	isBroken   bool
}

const namingCells = 3

// name is how a row is listed: by the title of its record, or by its line in the file and its first cells.
func (r *planRow) name() string {
	filled := slices.DeleteFunc(slices.Clone(r.Cells), func(cell string) bool { return cell == "" })
	first := strings.Join(filled[:min(len(filled), namingCells)], " ")
	return cmp.Or(r.Title, fmt.Sprintf("%d: %s", r.Line, first))
}

const rowColumns = "n, line, kind, record_id, version, title, broken, cells, changes, reasons, candidates"

func (r *planRow) values(jobID string) ([]any, error) {
	texts := make([]any, 4)
	for i, part := range []any{r.Cells, r.Changes, r.Reasons, r.Candidates} {
		text, err := json.Marshal(part)
		if err != nil {
			return nil, err
		}
		texts[i] = string(text)
	}
	broken := 0
	if r.isBroken {
		broken = 1
	}
	return append([]any{jobID, r.n, r.Line, string(r.Kind), r.ID, r.version, r.Title, broken}, texts...), nil
}

// storeRows keeps what would become of rows, in the transaction of ctx.
func (s *Service) storeRows(ctx context.Context, jobID string, rows []planRow) error {
	values := make([][]any, len(rows))
	for i := range rows {
		var err error
		if values[i], err = rows[i].values(jobID); err != nil {
			return err
		}
	}
	return s.DB.Insert(ctx, "import_rows (job_id, "+rowColumns+")", values)
}

func scanRow(rows store.Rows) (r planRow, err error) {
	var broken int64
	texts := [4]string{}
	if err = rows.Scan(&r.n, &r.Line, &r.Kind, &r.ID, &r.version, &r.Title, &broken, &texts[0], &texts[1], &texts[2],
		&texts[3]); err != nil {
		return r, err
	}
	r.isBroken = broken != 0
	for i, into := range []any{&r.Cells, &r.Changes, &r.Reasons, &r.Candidates} {
		if err := json.Unmarshal([]byte(texts[i]), into); err != nil {
			return r, err
		}
	}
	return r, nil
}

// rows reads what is planned, by what stands behind the condition on the job, whose parameter is the first.
func (s *Service) rows(ctx context.Context, rest string, args store.Args) ([]planRow, error) {
	return store.All(ctx, s.DB, scanRow, "SELECT "+rowColumns+" FROM import_rows WHERE job_id = $1 "+rest, args...)
}

// planFor answers a page of a preview to whoever has asked for it. PLAN_EXPIRED once its time is over.
func (s *Service) planFor(ctx context.Context, entity string, q PlanQuery) (out Plan, err error) {
	p, _, err := s.ownPlan(ctx, entity, q.JobID)
	if err != nil {
		return out, err
	}
	if !p.isUsed && s.Now().After(p.expires) {
		return out, fault.New(fault.Conflict, "PLAN_EXPIRED", "the preview of import %s has expired", q.JobID)
	}
	out = Plan{JobID: q.JobID, File: p.file, ExpiresAt: date.InstantText(p.expires), Counts: map[string]int64{}}
	if out.Job, err = s.Jobs.DocumentFor(ctx, q.JobID); err != nil {
		return out, err
	}
	var kind string
	var n int64
	err = s.DB.Each(ctx, []any{&kind, &n}, func() error {
		out.Counts[kind] = n
		if q.Kind == "" || string(q.Kind) == kind {
			out.TotalResults += n
		}
		return nil
	}, "SELECT kind, count(*) FROM import_rows WHERE job_id = $1 GROUP BY kind", q.JobID)
	if err != nil {
		return out, err
	}
	args, where := store.Args{q.JobID}, ""
	if q.Kind != "" {
		where = "AND kind = " + args.Add(string(q.Kind)) + " "
	}
	offset, limit := q.Page()
	rows, err := s.rows(ctx, where+"ORDER BY n LIMIT "+args.Add(limit)+" OFFSET "+args.Add(offset), args)
	out.Results = make([]PlanRow, len(rows))
	for i := range rows {
		out.Results[i] = rows[i].PlanRow
	}
	return out, err
}
