// Package imports brings records of any resource in from CSV and XLSX files: it proposes what the columns are, previews
// what would become of each row, carries that out as a job, and takes it back.
package imports

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Kind is the kind of the jobs that bring records in.
const Kind = "import"

const (
	planValid   = 30 * time.Minute // how long a preview can be carried out
	errorsValid = 24 * time.Hour   // how long an error file is kept
)

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB       *store.DB
	Jobs     *jobs.Service
	Files    Files
	Registry *resource.Registry
	Now      func() time.Time
	// Text is a text in the language of a locale, the key when there is none.
	Text func(locale, key string) string
}

// Service brings records in.
type Service struct{ Deps }

// New returns the imports and registers their jobs.
func New(d Deps) *Service {
	s := &Service{d}
	d.Jobs.Register(jobs.Kind{
		Name: Kind, Run: s.run, Restore: s.restore,
		Needs: func(j *jobs.Job) []role.Permission {
			if m := s.importer(j.Entity); m != nil {
				return m.Needs()
			}
			return nil
		},
	})
	return s
}

// importer brings records of a resource in; nil where its declaration says nothing of imports.
func (s *Service) importer(name string) *resource.Importer {
	if r := s.Registry.Named(name); r != nil {
		return r.Importer()
	}
	return nil
}

// fields are what the caller may take columns for.
func (s *Service) fields(ctx context.Context, m *resource.Importer) (Fields[string], []resource.ImportColumn) {
	columns := m.Columns(ctx)
	out, numbers, words := Fields[string]{}, []string{}, map[string][]string{}
	for _, c := range columns {
		out.All = append(out.All, c.Field)
		if c.Required {
			out.Needed = append(out.Needed, c.Field)
		}
		if c.IsNumber {
			numbers = append(numbers, c.Field)
		}
		for _, label := range m.Labels(c.Field) {
			words[c.Field] = append(words[c.Field], NormalizeHeading(label))
		}
		words[c.Field] = append(words[c.Field], strings.Fields(synonyms[lastPart(c.Field)])...)
	}
	out.IsNumber = func(f string) bool { return slices.Contains(numbers, f) }
	out.Words = func(f string) []string { return words[f] }
	return out, columns
}

// lastPart is the name of a field without that of the object that it is a part of.
func lastPart(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// plan is one import as its row holds it.
type plan struct {
	jobID, entity, upload string
	file                  File[string]
	expires               time.Time
	isUsed                bool
}

func (s *Service) insertPlan(ctx context.Context, p *plan) error {
	text, err := json.Marshal(p.file)
	if err != nil {
		return err
	}
	_, err = s.DB.Exec(ctx, `
		INSERT INTO imports (job_id, entity, upload_id, file, created, expires, used, error_file, error_until)
		VALUES ($1, $2, $3, $4, $5, $6, 0, '', 0)
		ON CONFLICT (job_id) DO NOTHING`,
		p.jobID, p.entity, p.upload, string(text), s.Now().UnixMilli(), s.Now().Add(planValid).UnixMilli())
	return err
}

// planBy is the import of a job. NOT_FOUND.
func (s *Service) planBy(ctx context.Context, jobID string) (*plan, error) {
	p := &plan{jobID: jobID}
	var text string
	var expires, used int64
	found, err := s.DB.Row(ctx, []any{&p.entity, &p.upload, &text, &expires, &used}, `
		SELECT entity, upload_id, file, expires, used
		  FROM imports
		 WHERE job_id = $1`+s.DB.Lock(ctx), jobID)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "no import %s", jobID)
	}
	p.expires, p.isUsed = time.UnixMilli(expires), used != 0
	return p, json.Unmarshal([]byte(text), &p.file)
}

// DropExpired clears what is kept of files whose imports are over or can no longer be carried out, and removes the
// uploads, and the error files whose time is over. It says how many files it has removed.
func (s *Service) DropExpired(ctx context.Context) (removed int64, err error) {
	now := s.Now().UnixMilli()
	ids, err := s.DB.Texts(ctx, `
		SELECT i.job_id
		  FROM imports i
		  JOIN job_state_facts j ON j.id = i.job_id
		 WHERE i.upload_id <> ''
		   AND (i.used = 0 AND i.expires < $1 AND j.state IN ('PLANNED', 'AWAITING_DECISION')
		        OR j.state IN ('COMPLETED', 'COMPLETED_WITH_CONFLICTS', 'FAILED', 'CANCELLED', 'UNDONE'))
		 ORDER BY i.job_id`, now)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		if err := s.clear(ctx, id); err != nil {
			return removed, err
		}
		removed++
	}
	over, err := s.DB.Texts(ctx, `
		SELECT error_file
		  FROM imports
		 WHERE error_file <> ''
		   AND error_until < $1
		 ORDER BY error_file`, now)
	for _, id := range over {
		if err := s.dropErrors(ctx, id); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, err
}

// dropErrors removes an error file.
func (s *Service) dropErrors(ctx context.Context, id string) error {
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		if err := s.Jobs.EraseErrorFile(ctx, id); err != nil {
			return err
		}
		_, err := s.DB.Exec(ctx, "UPDATE imports SET error_file = '' WHERE error_file = $1", id)
		return err
	})
	if err != nil {
		return err
	}
	return s.dropFile(ctx, id)
}

// clear forgets what an import keeps of its file, and removes the upload unless another import was made of it.
func (s *Service) clear(ctx context.Context, jobID string) error {
	p, err := s.planBy(ctx, jobID)
	if err != nil {
		return err
	}
	var others int64
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		if _, err := s.DB.Exec(ctx, "DELETE FROM import_rows WHERE job_id = $1", jobID); err != nil {
			return err
		}
		if _, err := s.DB.Exec(ctx, "UPDATE imports SET upload_id = '', file = '{}' WHERE job_id = $1", jobID); err != nil {
			return err
		}
		_, err := s.DB.Row(ctx, []any{&others}, "SELECT count(*) FROM imports WHERE upload_id = $1", p.upload)
		return err
	})
	if err != nil || others > 0 || p.upload == "" {
		return err
	}
	return s.dropFile(ctx, p.upload)
}

// dropFile removes a file. One that is gone, or that a record names by now, is not its matter.
func (s *Service) dropFile(ctx context.Context, id string) error {
	err := s.Files.Drop(role.AsSystem(ctx, Kind), id)
	if kind := fault.KindOf(err); kind == fault.NotFound || kind == fault.Conflict {
		return nil
	}
	return err
}

// ErasePeople ends every preview of records about people, and the time of the error files, in the transaction of ctx:
// they may name somebody who is erased. DropExpired removes what is left of them.
func (s *Service) ErasePeople(ctx context.Context) error {
	for _, r := range s.Registry.All() {
		m := r.Importer()
		if m == nil || !m.IsAboutPeople() {
			continue
		}
		entity := r.Facts().Name
		if _, err := s.DB.Exec(ctx, `
			DELETE FROM import_rows
			 WHERE job_id IN (SELECT job_id FROM imports WHERE entity = $1 AND used = 0)`, entity); err != nil {
			return err
		}
		if _, err := s.DB.Exec(ctx, `
			UPDATE imports
			   SET expires = CASE used WHEN 0 THEN 0 ELSE expires END, error_until = 0
			 WHERE entity = $1`, entity); err != nil {
			return err
		}
	}
	return nil
}
