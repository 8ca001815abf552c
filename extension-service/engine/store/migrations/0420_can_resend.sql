-- +goose Up
-- expand: whether an application that could not be delivered can be sent again (A11, as far as rows can tell) stands in a column that
-- triggers keep, and the counter of applications counts by it: as a view, each count of it read every application that had failed.
-- The view is dropped by the next release. Costs a change of status from or to what has failed or is on its way one look at the
-- others of the same person in the same project. The counter keeps its name and columns, and gets one more.
{{define "resendable" -}}
CASE WHEN status = 'sf' AND deleted_at IS NULL AND freelancer_status = 'AC'
	AND EXISTS (SELECT 1 FROM projects p WHERE p.id = applications.project_id AND p.status = 'ACTIVE')
	AND NOT EXISTS (SELECT 1 FROM applications o WHERE o.project_id = applications.project_id
		AND o.freelancer_id = applications.freelancer_id AND o.status IN ('sp', 's2c', 'h') AND o.deleted_at IS NULL)
	THEN 1 ELSE 0 END
{{- end -}}
{{define "pair" -}}
UPDATE applications SET can_resend = {{template "resendable"}}
	 WHERE project_id = {{.}}.project_id AND freelancer_id = {{.}}.freelancer_id AND status = 'sf' AND deleted_at IS NULL;
{{- end -}}
{{define "project" -}}
UPDATE applications SET can_resend = {{template "resendable"}}
	 WHERE project_id = new.id AND status = 'sf' AND deleted_at IS NULL;
{{- end -}}
{{define "concerned"}}{{.}}.status IN ('sf', 'sp', 's2c', 'h'){{end -}}
ALTER TABLE applications ADD COLUMN can_resend BIGINT NOT NULL DEFAULT 0;
CREATE INDEX applications_failed_idx ON applications (project_id, freelancer_id) WHERE status = 'sf' AND deleted_at IS NULL;
CREATE INDEX applications_resend_idx ON applications (can_resend, id, client_id, deleted_at) WHERE can_resend = 1;

{{if sqlite -}}
DROP TRIGGER applications_count_insert;
DROP TRIGGER applications_count_delete;
DROP TRIGGER applications_count_update;
{{- else -}}
DROP TRIGGER applications_count_kept ON applications;
DROP FUNCTION applications_count_counted();
{{- end}}
ALTER TABLE applications_count RENAME TO applications_count_before;
{{if postgres -}}
ALTER TABLE applications_count_before DROP CONSTRAINT applications_count_pkey;
{{- end}}
{{counter "applications" "client_id" "status" "can_resend"}}
INSERT INTO applications_count (client_id, status, can_resend, live, n)
SELECT client_id, status, 0, live, n FROM applications_count_before;
DROP TABLE applications_count_before;

UPDATE applications SET can_resend = 1 WHERE status = 'sf' AND deleted_at IS NULL AND {{template "resendable"}} = 1;

{{if sqlite -}}
-- +goose StatementBegin
CREATE TRIGGER applications_resend_insert AFTER INSERT ON applications WHEN {{template "concerned" "new"}} BEGIN
	{{template "pair" "new"}}
END;
CREATE TRIGGER applications_resend_update AFTER UPDATE OF status, freelancer_status, freelancer_id, project_id, deleted_at ON applications
WHEN {{template "concerned" "new"}} OR {{template "concerned" "old"}} BEGIN
	UPDATE applications SET can_resend = 0 WHERE id = new.id AND can_resend = 1 AND (status <> 'sf' OR deleted_at IS NOT NULL);
	{{template "pair" "new"}}
	{{template "pair" "old"}}
END;
CREATE TRIGGER applications_resend_delete AFTER DELETE ON applications WHEN {{template "concerned" "old"}} BEGIN
	{{template "pair" "old"}}
END;
CREATE TRIGGER projects_resend_update AFTER UPDATE OF status ON projects WHEN (new.status = 'ACTIVE') <> (old.status = 'ACTIVE') BEGIN
	{{template "project"}}
END;
-- +goose StatementEnd
{{- else -}}
-- Whoever changes another application of the same pair, or the project, at the same time comes after.
-- +goose StatementBegin
CREATE FUNCTION applications_resend_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'DELETE' THEN
		PERFORM 1 FROM projects WHERE id = new.project_id FOR SHARE;
		PERFORM pg_advisory_xact_lock(hashtextextended('resend ' || new.project_id || ' ' || new.freelancer_id, 0));
		UPDATE applications SET can_resend = 0 WHERE id = new.id AND can_resend = 1 AND (status <> 'sf' OR deleted_at IS NOT NULL);
		{{template "pair" "new"}}
	END IF;
	IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND (old.project_id, old.freelancer_id) <> (new.project_id, new.freelancer_id) THEN
		PERFORM pg_advisory_xact_lock(hashtextextended('resend ' || old.project_id || ' ' || old.freelancer_id, 0));
		{{template "pair" "old"}}
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER applications_resend_insert AFTER INSERT ON applications FOR EACH ROW
	WHEN ({{template "concerned" "new"}}) EXECUTE FUNCTION applications_resend_kept();
CREATE TRIGGER applications_resend_update AFTER UPDATE OF status, freelancer_status, freelancer_id, project_id, deleted_at ON applications
	FOR EACH ROW WHEN ({{template "concerned" "new"}} OR {{template "concerned" "old"}}) EXECUTE FUNCTION applications_resend_kept();
CREATE TRIGGER applications_resend_delete AFTER DELETE ON applications FOR EACH ROW
	WHEN ({{template "concerned" "old"}}) EXECUTE FUNCTION applications_resend_kept();

CREATE FUNCTION projects_resend_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	{{template "project"}}
	RETURN NULL;
END $$;
CREATE TRIGGER projects_resend_update AFTER UPDATE OF status ON projects FOR EACH ROW
	WHEN ((new.status = 'ACTIVE') <> (old.status = 'ACTIVE')) EXECUTE FUNCTION projects_resend_kept();
-- +goose StatementEnd
{{- end}}
