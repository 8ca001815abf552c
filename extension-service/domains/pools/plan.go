package pools

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

// Result is what is planned for one person.
type Result string

// The results.
const (
	WillAdd       Result = "ADD"    // comes into the pool
	WillUpdate    Result = "UPDATE" // is in it already: both memberships become one
	WillInvite    Result = "INVITE"
	WillSkip      Result = "SKIP"
	NeedsDecision Result = "ASK" // somebody has to decide
)

// Enum lists the results.
func (Result) Enum() enum.List {
	return enum.List{
		Name: "poolPlanResult", Text: "pool.plan",
		Values: enum.Strings([]Result{WillAdd, WillUpdate, WillInvite, WillSkip, NeedsDecision}),
	}
}

// versionedMember is a membership at the version that a plan was made for.
type versionedMember struct {
	ID      int64 `json:"id"`
	Version int64 `json:"v"`
}

// PlanQuery narrows the rows of a plan.
type PlanQuery struct {
	PlanID  string  `path:"planId"`
	Class   Class   `query:"class"`
	Outcome Result  `query:"outcome"`
	Warning Warning `query:"warning"`
	All     bool    `query:"all"` // those that nothing prevents, too
	resource.Window
}

// Plan is what an import would do.
type Plan struct {
	PlanID    string           `json:"planId"`
	JobID     string           `json:"jobId"`
	PoolID    int64            `json:"poolId" kind:"id"`
	Mode      Mode             `json:"mode"`
	State     string           `json:"state"`
	ExpiresAt string           `json:"expiresAt"`
	Counts    map[string]int64 `json:"counts"  kind:"json"`  // by result
	Classes   map[string]int64 `json:"classes" kind:"json"`  // by class of conflict
	Warnings  map[string]int64 `json:"warnings" kind:"json"` // by what somebody should know of them
	// what can be decided of a whole class; the first is done otherwise
	Choices    map[Class][]Decision `json:"choices" kind:"json"`
	Conflicts  []Conflict           `json:"conflicts"`
	TotalCount int64                `json:"totalResults"` // rows that the page is of
	Attached   Attached             `json:"attached"`
	Sources    []PlannedSource      `json:"sources"` // the pools that end; none of a copy or a file
	File       *PlannedFile         `json:"file"`    // null: people come from pools
}

// Conflict is a row of a plan.
type Conflict struct {
	Key          string     `json:"key"`
	Class        *Class     `json:"class"` // null: nothing prevents it
	Outcome      Result     `json:"outcome"`
	FreelancerID int64      `json:"freelancerId" kind:"id"`
	Freelancer   string     `json:"freelancer"`
	Detail       string     `json:"detail"`
	Decision     *Decision  `json:"decision"`
	Allowed      []Decision `json:"allowed"`
	Default      *Decision  `json:"default"`
	Line         int64      `json:"line"` // of the file; 0: a member of a pool
	// what somebody should know of it, which keeps it from nothing; null: nothing
	Warning    *Warning `json:"warning"`
	Candidates []Likely `json:"candidates"` // who it may be, as far as the caller can see them

	FieldErrors map[string][]string       `json:"fieldErrors"`
	Params      map[string]map[string]any `json:"params"`
}

// Likely is somebody whom a row of a file may tell of, and what would stand against them.
type Likely struct {
	ID     int64  `json:"id" kind:"id"`
	Handle string `json:"handle"`
	Name   string `json:"name"`
	Class  *Class `json:"class"`
}

// Attached is what hangs on the sources and comes along.
type Attached struct {
	Projects      int64 `json:"projects"`
	Invitations   int64 `json:"invitations"`
	SavedSearches int64 `json:"savedSearches"`
	MSPs          int64 `json:"msps"`
}

// PlannedSource is a pool that ends in a merge: its names lead to the target then, and the rest of it stays with it.
type PlannedSource struct {
	ID           int64      `json:"id" kind:"id"`
	VMSName      string     `json:"vmsName"`
	VMSAliases   []string   `json:"vmsAliases"`
	Description  string     `json:"description"`
	CategoryName string     `json:"categoryName"`
	Visibility   Visibility `json:"visibility"`
}

// PlanBy answers a plan, its rows paged. PLAN_EXPIRED once its time is over.
func (s *Service) PlanBy(ctx context.Context, q PlanQuery) (Plan, error) {
	b, err := s.importJobBy(ctx, "plan_id", q.PlanID)
	if err != nil {
		return Plan{}, err
	}
	if err := s.Visible(ctx, b.target); err != nil {
		return Plan{}, err
	}
	if !b.used && s.Now().After(b.expires) {
		return Plan{}, fault.New(fault.Conflict, "PLAN_EXPIRED", "plan %s has expired", q.PlanID)
	}
	return s.planOf(ctx, b, q)
}

func (s *Service) planOf(ctx context.Context, b *importJob, q PlanQuery) (out Plan, err error) {
	job, err := s.deps.Jobs.DocumentFor(ctx, b.jobID)
	if err != nil {
		return out, err
	}
	out = Plan{
		PlanID: b.planID, JobID: b.jobID, PoolID: b.target, Mode: b.mode, State: string(job.State),
		ExpiresAt: date.InstantText(b.expires),
		Conflicts: []Conflict{}, Sources: []PlannedSource{},
	}
	if out.State == "QUEUED" || out.State == "ANALYSING" {
		out.PlanID = "" // there is none yet
	}
	if out.Counts, err = s.countBy(ctx, b.jobID, "outcome"); err != nil {
		return out, err
	}
	if out.Classes, err = s.countBy(ctx, b.jobID, "class"); err != nil {
		return out, err
	}
	delete(out.Classes, "")
	if out.Warnings, err = s.countBy(ctx, b.jobID, "warning"); err != nil {
		return out, err
	}
	delete(out.Warnings, "")
	out.Choices = choices(ctx, out.Classes)
	if b.source != nil && b.source.File.ResourceID != "" {
		out.File = &b.source.File
	}
	if err := s.planPage(ctx, b, q, &out); err != nil {
		return out, err
	}
	return out, s.attach(ctx, b, &out)
}

// planPage reads the rows that are asked for.
func (s *Service) planPage(ctx context.Context, b *importJob, q PlanQuery, out *Plan) error {
	where, args := "", store.Args{b.jobID}
	if q.Class != "" {
		where += " AND class = " + args.Add(string(q.Class))
	}
	if q.Outcome != "" {
		where += " AND outcome = " + args.Add(string(q.Outcome))
	}
	if q.Warning != "" {
		where += " AND warning = " + args.Add(string(q.Warning))
	}
	if !q.All && q.Class == "" && q.Outcome == "" && q.Warning == "" {
		where += " AND class <> ''"
	}
	if _, err := s.DB().Row(ctx, []any{&out.TotalCount}, "SELECT count(*) FROM pool_plan_rows WHERE job_id = $1"+where,
		args...); err != nil {
		return err
	}
	offset, limit := q.Page()
	rows, err := s.planRows(ctx, b.jobID, where+" ORDER BY n LIMIT "+args.Add(limit)+" OFFSET "+args.Add(offset), args)
	if err != nil {
		return err
	}
	out.Conflicts, err = s.conflicts(ctx, b, rows)
	return err
}

// countBy counts the rows of a plan by a column.
func (s *Service) countBy(ctx context.Context, jobID, column string) (map[string]int64, error) {
	out := map[string]int64{}
	var value string
	var n int64
	err := s.DB().Each(ctx, []any{&value, &n}, func() error {
		out[value] = n
		return nil
	}, "SELECT "+column+", count(*) FROM pool_plan_rows WHERE job_id = $1 GROUP BY "+column, jobID)
	return out, err
}
