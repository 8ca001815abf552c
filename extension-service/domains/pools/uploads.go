package pools

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/imports"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// DropUploads clears what is kept of files whose plans are over, and removes the uploads that no plan can be made of or
// carried out from any more, and error files whose time is over. It says how many it has removed. What a crash keeps it
// from is done by the next call.
func (s *Service) DropUploads(ctx context.Context) (removed int64, err error) {
	var over []string
	err = s.DB().Write(ctx, func(ctx context.Context) (err error) {
		if err := s.purge(ctx); err != nil {
			return err
		}
		over, err = s.detachExpiredErrorFiles(ctx)
		return err
	})
	if err != nil {
		return 0, err
	}
	uploads, err := s.DB().Texts(ctx, `
		SELECT DISTINCT i.upload_id
		  FROM pool_imports i
		 WHERE i.upload_id <> ''
		   AND NOT EXISTS (
		       SELECT 1
		         FROM pool_imports o
		         JOIN job_state_facts j ON j.id = o.job_id
		        WHERE o.upload_id = i.upload_id
		          AND o.source <> '{}'
		          AND (j.state IN ('QUEUED', 'ANALYSING') OR o.used = 0 AND j.state IN ('PLANNED', 'AWAITING_DECISION')))
		 ORDER BY i.upload_id`)
	if err != nil {
		return 0, err
	}
	for _, id := range append(over, uploads...) {
		if err := s.dropUpload(ctx, id); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}

// dropUpload removes an upload and forgets which it was. One that is gone, or that a record names by now, is not its
// matter.
func (s *Service) dropUpload(ctx context.Context, id string) error {
	err := s.deps.Files.Drop(role.AsSystem(ctx, ImportKind), id)
	if kind := fault.KindOf(err); err != nil && kind != fault.NotFound && kind != fault.Conflict {
		return err
	}
	return s.DB().Write(ctx, func(ctx context.Context) error {
		_, err := s.DB().Exec(ctx, "UPDATE pool_imports SET upload_id = '' WHERE upload_id = $1", id)
		return err
	})
}

// discardOthers ends the other plans that were made of the same upload for the same pool: it was read in another way.
func (s *Service) discardOthers(ctx context.Context, b *importJob) error {
	if b.source == nil || b.source.File.ResourceID == "" {
		return nil
	}
	_, err := s.DB().Exec(ctx,
		"UPDATE pool_imports SET expires = 0 WHERE upload_id = $1 AND target_id = $2 AND used = 0 AND job_id <> $3",
		b.source.File.ResourceID, b.target, b.jobID)
	return err
}

// ErasePerson takes somebody out of the plans of imports, in the transaction of ctx: rows that tell of the person, or
// may do so, are emptied and skipped, and samples of the files that they are of are cleared. It returns the uploads
// that go with them, those of files that nobody can read yet, since it cannot be told whom these name, and error files
// whose time EndErrorFiles has ended.
func (s *Service) ErasePerson(ctx context.Context, freelancerID int64) (uploads []string, err error) {
	id := fmt.Sprintf("%%,%d,%%", freelancerID)
	const aboutPerson = "cells <> '' AND (freelancer_id = $1 OR found <> '' " +
		"AND replace(replace(found, '[', ','), ']', ',') LIKE $2)"
	naming, err := s.DB().Texts(ctx, "SELECT DISTINCT job_id FROM pool_plan_rows WHERE "+aboutPerson+" ORDER BY job_id",
		freelancerID, id)
	if err != nil {
		return nil, err
	}
	unread, err := s.DB().Texts(ctx, `
		SELECT i.job_id
		  FROM pool_imports i
		  JOIN job_state_facts j ON j.id = i.job_id
		 WHERE i.upload_id <> ''
		   AND j.state = 'AWAITING_DECISION'
		   AND NOT EXISTS (SELECT 1 FROM pool_plan_rows r WHERE r.job_id = i.job_id)
		 ORDER BY i.job_id`)
	if err != nil {
		return nil, err
	}
	for _, jobID := range append(naming, unread...) {
		upload, err := s.clearSamples(ctx, jobID)
		if err != nil {
			return nil, err
		}
		if upload != "" && !slices.Contains(uploads, upload) {
			uploads = append(uploads, upload)
		}
	}
	over, err := s.detachExpiredErrorFiles(ctx)
	if err != nil {
		return nil, err
	}
	uploads = append(uploads, over...)
	_, err = s.DB().Exec(ctx,
		"UPDATE pool_plan_rows "+
			"SET cells = '', found = '', wrong = '', class = $3, decision = $4, outcome = $5, accepted = $5 WHERE "+
			aboutPerson,
		freelancerID, id, string(UserStatus), string(Skip), string(WillSkip))
	return uploads, err
}

// clearSamples clears the cells that show how the file of an import is read, and returns its upload, "" where that is
// gone.
func (s *Service) clearSamples(ctx context.Context, jobID string) (upload string, err error) {
	b, err := s.importJobBy(ctx, "job_id", jobID)
	if err != nil {
		return "", err
	}
	if b.source == nil || b.source.File.ResourceID == "" {
		return "", nil
	}
	b.source.File.Affected = []imports.FileRow{}
	for i := range b.source.File.Columns {
		b.source.File.Columns[i].Cells = []string{}
	}
	stripped, err := json.Marshal(b.source)
	if err != nil {
		return "", err
	}
	_, err = s.DB().Exec(ctx, "UPDATE pool_imports SET source = $1 WHERE job_id = $2", string(stripped), jobID)
	return b.source.File.ResourceID, err
}
