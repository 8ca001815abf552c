-- +goose Up
-- For the cards that count the applications that wait too long, and the projects that end soon.
CREATE INDEX applications_status_created_idx ON applications (status, created, id, deleted_at);
CREATE INDEX projects_status_end_idx ON projects (status, assignment_period_end, id, deleted_at);
