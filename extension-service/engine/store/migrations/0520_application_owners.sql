-- +goose Up
-- expand: applications repeat who answers for their project, so that a list of mine is read along an index. Costs two entries of a new
-- application, and of each application of a project that is given to somebody else.
ALTER TABLE applications ADD COLUMN project_owner_id BIGINT;
ALTER TABLE applications ADD COLUMN project_deputy_id BIGINT;
UPDATE applications
   SET project_owner_id = (SELECT p.owner_id FROM projects p WHERE p.id = project_id),
       project_deputy_id = (SELECT p.deputy_id FROM projects p WHERE p.id = project_id)
 WHERE project_id IN (SELECT p.id FROM projects p WHERE p.owner_id IS NOT NULL OR p.deputy_id IS NOT NULL);
CREATE INDEX applications_project_owner_idx ON applications (project_owner_id, id, deleted_at);
CREATE INDEX applications_project_deputy_idx ON applications (project_deputy_id, id, deleted_at);
