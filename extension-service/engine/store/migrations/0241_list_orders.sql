-- +goose Up
-- What a list of many records may be ordered by has an index in that order, and so have the members of one pool.
CREATE INDEX freelancers_availability_idx ON freelancers (availability_from, id, deleted_at);
CREATE INDEX freelancer_duplicates_score_idx ON freelancer_duplicates (score, id);
CREATE INDEX pool_members_members_idx ON pool_members (pool_id, id, deleted_at);
CREATE INDEX pool_members_freelancer_name_idx ON pool_members (freelancer_name_fold, id, deleted_at);
{{if postgres}}
-- Lists put what is not set before everything else; an index has it behind, unless it is told.
DROP INDEX applications_status_changed_idx;
CREATE INDEX applications_status_changed_idx ON applications (status_changed_at NULLS FIRST, id, deleted_at);
DROP INDEX freelancers_last_login_idx;
CREATE INDEX freelancers_last_login_idx ON freelancers (last_login_at NULLS FIRST, id, deleted_at);
DROP INDEX pool_members_expires_idx;
CREATE INDEX pool_members_expires_idx ON pool_members (expires_at NULLS FIRST, id, deleted_at);
{{end}}
