-- +goose Up
{{if sqlite -}}
-- A change of one row might be undone alone, since one of its triggers could abort: each page that it changed was copied beforehand.
-- A counter was two trees, of which a page of a list asked both.
{{recounter "projects_count" "projects" "client_id" "status"}}
{{recounter "applications_count" "applications" "client_id" "status"}}
{{recounter "project_application_count" "applications" "project_id" "status"}}
{{recounter "freelancers_count" "freelancers" "user_status"}}
{{recounter "pool_members_count" "pool_members" "pool_id" "status"}}
DROP TRIGGER audit_recent_no_replace;
-- +goose StatementBegin
CREATE TRIGGER audit_recent_no_replace BEFORE INSERT ON audit_recent WHEN EXISTS (SELECT 1 FROM audit WHERE id = new.id) BEGIN
	SELECT RAISE(FAIL, 'audit is append-only');
END;
-- +goose StatementEnd
{{- else -}}
-- PostgreSQL copies nothing.
SELECT 1;
{{- end}}
