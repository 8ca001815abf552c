package pools

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// importJob is one import as it is stored.
type importJob struct {
	jobID, planID string
	target        int64
	mode          Mode
	mail, used    bool
	policies      map[Class]Decision
	versions      map[int64]int64 // of the pools, the target's too
	source        *source         // the file; nil: pools
	expires       time.Time
}

// from are the pools that people come from.
func (b *importJob) from() []int64 {
	var out []int64
	for id := range b.versions {
		if id != b.target {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

// newImportJob is one that is about to be planned.
func (s *Service) newImportJob(p *Pool, in Importing) *importJob {
	return &importJob{
		planID: "pln_" + rand.Text(), target: p.ID, mode: in.Mode, mail: in.Mail, policies: in.Policies,
		versions: map[int64]int64{p.ID: p.Version}, expires: s.Now().Add(planValid),
	}
}

// plannedPools plans to bring the members of pools. POOL_BUSY, OTHER_CLIENT.
func (s *Service) plannedPools(ctx context.Context, p *Pool, in Importing) (*importJob, error) {
	sources, err := s.sources(ctx, p, in.Source.PoolIDs)
	if err != nil {
		return nil, err
	}
	b, rows := s.newImportJob(p, in), int64(0)
	for _, one := range sources {
		b.versions[one.ID] = one.Version
		rows += one.MemberCounts.Active + one.MemberCounts.Invited + one.MemberCounts.Expired
	}
	return b, s.plan(ctx, b, in, rows)
}

// plannedFile plans to bring those whom the rows of a file tell of. POOL_BUSY, TOO_LARGE.
func (s *Service) plannedFile(ctx context.Context, p *Pool, in Importing) (*importJob, error) {
	if in.Mode == MergeMode {
		return nil, fault.Validation().Field("mode", "validation.oneOf", map[string]any{"values": []Mode{CopyMode}})
	}
	if err := s.free(ctx, "", []int64{p.ID}); err != nil {
		return nil, err
	}
	b := s.newImportJob(p, in)
	var err error
	if b.source, err = s.inspectFile(ctx, p, in.Source); err != nil {
		return nil, err
	}
	return b, s.plan(ctx, b, in, b.source.File.Rows)
}

// plan makes a plan at once, or leaves that to a job where there are many rows. A file that nobody can read yet is not
// planned.
func (s *Service) plan(ctx context.Context, b *importJob, in Importing, rows int64) error {
	if err := s.purge(ctx); err != nil {
		return err
	}
	isUndecided := b.source != nil && b.source.File.NeedsDecision()
	begin := s.deps.Jobs.Start
	if rows <= planAtOnce || isUndecided {
		begin = s.deps.Jobs.Plan
	}
	job, err := begin(ctx, ImportKind, people, in)
	if err != nil {
		return err
	}
	b.jobID = job.JobID
	if err := s.insertImport(ctx, b); err != nil {
		return err
	}
	switch {
	case isUndecided:
		return s.deps.Jobs.Await(ctx, b.jobID)
	case rows > planAtOnce:
		resource.ReplyOf(ctx).Status = 202
		return nil
	}
	if err := s.analyse(ctx, b); err != nil {
		return err
	}
	open, err := s.undecided(ctx, b.jobID)
	if err != nil || len(open) == 0 {
		return err
	}
	return s.deps.Jobs.Await(ctx, b.jobID)
}

func (s *Service) insertImport(ctx context.Context, b *importJob) error {
	policies, err := json.Marshal(b.policies)
	if err != nil {
		return err
	}
	versions, err := json.Marshal(b.versions)
	if err != nil {
		return err
	}
	mail, source, upload := 0, []byte{}, ""
	if b.mail {
		mail = 1
	}
	if b.source != nil {
		upload = b.source.File.ResourceID
		if source, err = json.Marshal(b.source); err != nil {
			return err
		}
	}
	_, err = s.DB().Exec(ctx, `
		INSERT INTO pool_imports (job_id, plan_id, target_id, mode, mail, policies, versions, source, upload_id, expires, used, created)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11)`,
		b.jobID, b.planID, b.target, string(b.mode), mail, string(policies), string(versions), string(source), upload,
		b.expires.UnixMilli(), s.Now().UnixMilli())
	if err != nil {
		return err
	}
	for id := range b.versions {
		if _, err := s.DB().Exec(ctx, "INSERT INTO pool_import_pools (job_id, pool_id) VALUES ($1, $2)", b.jobID,
			id); err != nil {
			return err
		}
	}
	return nil
}

// importJobBy reads an import by the id of its job or of its plan. NOT_FOUND.
func (s *Service) importJobBy(ctx context.Context, column, id string) (*importJob, error) {
	b := &importJob{}
	var mail, used, expires int64
	var policies, versions, from string
	found, err := s.DB().Row(ctx, []any{
		&b.jobID, &b.planID, &b.target, &b.mode, &mail, &used, &policies, &versions, &from, &expires,
	}, `
		SELECT job_id, plan_id, target_id, mode, mail, used, policies, versions, source, expires
		  FROM pool_imports
		 WHERE `+column+` = $1`+s.DB().Lock(ctx), id)
	if err == nil && !found {
		err = fault.New(fault.NotFound, "NOT_FOUND", "no import %s", id)
	}
	if err != nil {
		return nil, err
	}
	b.mail, b.used, b.expires = mail != 0, used != 0, time.UnixMilli(expires)
	if from != "" {
		b.source = new(source)
		if err := json.Unmarshal([]byte(from), b.source); err != nil {
			return nil, err
		}
	}
	if err := json.Unmarshal([]byte(policies), &b.policies); err != nil {
		return nil, err
	}
	return b, json.Unmarshal([]byte(versions), &b.versions)
}

// purge takes the words of files out of plans that nobody can carry out any more.
func (s *Service) purge(ctx context.Context) error {
	const over = `
		SELECT i.job_id
		  FROM pool_imports i
		  JOIN job_state_facts j ON j.id = i.job_id
		 WHERE i.source NOT IN ('', '{}')
		   AND (i.used = 0 AND i.expires < $1 AND j.state IN ('PLANNED', 'AWAITING_DECISION')
		        OR j.state IN ('COMPLETED', 'COMPLETED_WITH_CONFLICTS', 'FAILED', 'CANCELLED', 'UNDONE'))
		 ORDER BY i.job_id`
	ids, err := s.DB().Texts(ctx, over, s.Now().UnixMilli())
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.blank(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// blank takes the words of its file out of an import.
func (s *Service) blank(ctx context.Context, jobID string) error {
	if _, err := s.DB().Exec(ctx, "UPDATE pool_plan_rows SET cells = '', wrong = '' WHERE job_id = $1 AND cells <> ''",
		jobID); err != nil {
		return err
	}
	_, err := s.DB().Exec(ctx, "UPDATE pool_imports SET source = '{}' WHERE job_id = $1 AND source <> ''", jobID)
	return err
}
