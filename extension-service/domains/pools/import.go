package pools

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/imports"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// ImportKind is the kind of the jobs that bring members into a pool.
const ImportKind = "pool.import"

// People is what the rows of such a job are about, so that what they hold of somebody goes when the person is
// forgotten.
const people = "freelancer"

const (
	planValid  = 30 * time.Minute
	errorValid = 24 * time.Hour // of the file with the faulty rows
	planAtOnce = 5000           // rows up to which a plan is made while the caller waits
	mostPools  = 10
)

// Mode says what becomes of the sources.
type Mode string

// The modes.
const (
	MergeMode Mode = "MERGE"
	CopyMode  Mode = "COPY"
)

// Enum lists the modes.
func (Mode) Enum() enum.List {
	return enum.List{
		Name: "poolImportMode", Text: "enum.poolImportMode",
		Values: enum.Strings([]Mode{MergeMode, CopyMode}),
	}
}

// From says where members come from: pools, or an uploaded file with how it is to be read, as far as somebody knows
// better.
type From struct {
	Kind       string   `json:"kind"       check:"required,max=10"`
	PoolIDs    []int64  `json:"poolIds"    kind:"id" check:"max=10"`
	ResourceID string   `json:"resourceId" check:"max=64"`
	Encoding   string   `json:"encoding"   check:"max=20"`
	Delimiter  string   `json:"delimiter"  check:"max=3"`
	Columns    []Column `json:"columns"    check:"max=200"`
}

// Decided is the decision about one person of a plan; the freelancer is who was picked.
type Decided struct {
	Key          string   `json:"key"          check:"required,max=40"`
	Decision     Decision `json:"decision"     check:"required"`
	FreelancerID int64    `json:"freelancerId" kind:"id"`
}

// Importing asks for a plan, or for one to be carried out.
type Importing struct {
	Source    *From              `json:"source"`
	Mode      Mode               `json:"mode"`
	DryRun    *bool              `json:"dryRun"` // true unless a plan or policies are given
	Mail      bool               `json:"mail"`
	Policies  map[Class]Decision `json:"policies"  kind:"json"`
	PlanID    string             `json:"planId"    check:"max=64"`
	Decisions []Decided          `json:"decisions" check:"max=1000"`
}

// Action names what the job is shown under.
func (Importing) Action() string { return "import" }

// Import plans to bring members into a pool, or carries a plan out. POOL_BUSY, PLAN_EXPIRED, OTHER_CLIENT.
func (s *Service) Import(ctx context.Context, p *Pool, in Importing) (any, error) {
	if err := in.check(ctx); err != nil {
		return nil, err
	}
	if in.PlanID != "" {
		return s.carryOut(ctx, p, in)
	}
	b, err := s.planned(ctx, p, in)
	if err != nil {
		return nil, err
	}
	at, err := s.planOf(ctx, b, PlanQuery{})
	// nobody waits for one that is still being made
	if err != nil || len(in.Policies) == 0 || in.DryRun != nil && *in.DryRun || at.PlanID == "" {
		return at, err
	}
	if at.State == string(jobs.AwaitingDecision) {
		resource.ReplyOf(ctx).Status = 202
		return s.progress(ctx, b)
	}
	in.PlanID = at.PlanID
	return s.carryOut(ctx, p, in)
}

// planned plans what is asked for.
func (s *Service) planned(ctx context.Context, p *Pool, in Importing) (*importJob, error) {
	switch {
	case in.Source != nil && in.Source.Kind == "pool" && len(in.Source.PoolIDs) > 0:
		return s.plannedPools(ctx, p, in)
	case in.Source != nil && in.Source.Kind == "file":
		return s.plannedFile(ctx, p, in)
	}
	return nil, fault.Validation().Field("source.kind", "validation.oneOf",
		map[string]any{"values": []string{"pool", "file"}})
}

// check holds the decisions against their classes.
func (in *Importing) check(ctx context.Context) error {
	bad := fault.Validation()
	if in.Mode == "" {
		in.Mode = CopyMode
	}
	for class, d := range in.Policies {
		if !slices.Contains(policies(class), d) {
			bad.Field("policies."+string(class), "validation.oneOf", map[string]any{"values": policies(class)})
		}
	}
	if from := in.Source; from != nil {
		oneOf(bad, "source.encoding", from.Encoding, spreadsheet.Encodings)
		oneOf(bad, "source.delimiter", from.Delimiter, imports.Delimiters)
	}
	overrides := in.Policies[Ownership] == Override || slices.ContainsFunc(in.Decisions, func(d Decided) bool {
		return d.Decision == Override
	})
	if overrides && !role.From(ctx).Can(role.BoundClientWrite) {
		return resource.Forbidden(role.BoundClientWrite)
	}
	return bad.OrNil()
}

// oneOf adds to bad a value that is there and is none of those there are.
func oneOf(bad *fault.Error, at, value string, values []string) {
	if value != "" && !slices.Contains(values, value) {
		bad.Field(at, "validation.oneOf", map[string]any{"values": values})
	}
}

// sources are the pools that members come from, locked in the order of their ids.
func (s *Service) sources(ctx context.Context, target *Pool, ids []int64) ([]Pool, error) {
	bad := fault.Validation()
	sorted := slices.Sorted(slices.Values(ids))
	var out []Pool
	for i, id := range slices.Compact(sorted) {
		at := "source.poolIds[" + strconv.Itoa(slices.Index(ids, sorted[i])) + "]"
		p, err := s.Get(ctx, id)
		switch {
		case fault.KindOf(err) == fault.NotFound || id == target.ID:
			bad.Field(at, "validation.reference", nil)
		case err != nil:
			return nil, err
		case p.ClientID != target.ClientID:
			return nil, fault.New(fault.Invalid, "OTHER_CLIENT", "pool %d is another client's", id).Field(at,
				"error.otherClient", nil)
		case p.Status != InUse:
			bad.Field(at, "pool.error.notInUse", nil)
		default:
			out = append(out, p)
		}
	}
	if err := bad.OrNil(); err != nil {
		return nil, err
	}
	return out, s.free(ctx, "", append([]int64{target.ID}, ids...))
}

// free answers POOL_BUSY while one of the pools takes part in another job.
func (s *Service) free(ctx context.Context, but string, ids []int64) error {
	for _, id := range ids {
		var job string
		busy, err := s.DB().Row(ctx, []any{&job}, `
			SELECT p.job_id
			  FROM pool_import_pools p
			  JOIN job_state_facts j ON j.id = p.job_id
			 WHERE p.pool_id = $1
			   AND p.job_id <> $2
			   AND j.state IN ('QUEUED', 'ANALYSING', 'RUNNING', 'UNDOING')
			 ORDER BY p.job_id
			 LIMIT 1`, id, but)
		if err != nil {
			return err
		}
		if busy {
			return fault.New(fault.Conflict, "POOL_BUSY", "pool %d takes part in job %s", id, job).With("jobId",
				job).With("poolId", id)
		}
	}
	return nil
}

// carryOut lets the job of a plan run, once. PLAN_EXPIRED, POOL_BUSY; VALIDATION for decisions that no conflict allows.
func (s *Service) carryOut(ctx context.Context, p *Pool, in Importing) (any, error) {
	expired := fault.New(fault.Conflict, "PLAN_EXPIRED", "plan %s cannot be carried out any more", in.PlanID)
	b, err := s.importJobBy(ctx, "plan_id", in.PlanID)
	if fault.KindOf(err) == fault.NotFound || err == nil && (b.target != p.ID || b.used || s.Now().After(b.expires)) {
		return nil, expired
	}
	if err != nil {
		return nil, err
	}
	ids := append([]int64{b.target}, b.from()...)
	if err := s.free(ctx, b.jobID, ids); err != nil {
		return nil, err
	}
	now, err := s.ByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	for id, version := range b.versions {
		if one, there := now[id]; !there || one.Version != version {
			return nil, expired
		}
	}
	if err := s.decide(ctx, b, in); err != nil {
		return nil, err
	}
	waiting, err := s.undecided(ctx, b.jobID)
	if err != nil {
		return nil, err
	}
	if b.source != nil && b.source.File.NeedsDecision() {
		return nil, fault.Validation().Field("source", "pool.file.error.waits", nil)
	}
	if len(waiting) > 0 {
		return nil, fault.Validation().Field("decisions", "pool.error.undecided", map[string]any{"keys": waiting})
	}
	policies, err := json.Marshal(merged(b.policies, in.Policies))
	if err != nil {
		return nil, err
	}
	if _, err := s.DB().Exec(ctx, "UPDATE pool_imports SET used = 1, policies = $1 WHERE job_id = $2", string(policies),
		b.jobID); err != nil {
		return nil, err
	}
	if err := s.discardOthers(ctx, b); err != nil {
		return nil, err
	}
	if err := s.deps.Jobs.Continue(ctx, b.jobID); err != nil {
		return nil, err
	}
	resource.ReplyOf(ctx).Status = 202
	return s.progress(ctx, b)
}

// Jobs does long work.
type Jobs interface {
	// Start asks for a job, Plan makes one that waits until it is told to proceed.
	Start(ctx context.Context, kind, entity string, input any) (jobs.Accepted, error)
	Plan(ctx context.Context, kind, entity string, input any) (jobs.Accepted, error)
	// Await lets one that was planned wait for decisions.
	Await(ctx context.Context, jobID string) error
	Continue(ctx context.Context, jobID string) error
	DocumentFor(ctx context.Context, jobID string) (jobs.Document, error)
	Stop(ctx context.Context, jobID string) (jobs.Document, error)
	Revert(ctx context.Context, jobID string) (jobs.Document, error)
	// EraseErrorFile takes a file with faulty rows from the job that has made it, in the transaction of ctx.
	EraseErrorFile(ctx context.Context, resourceID string) error
}
