-- +goose Up
{{if sqlite -}}
-- Whether the rates of an application came with warnings stands in a column of its own: an index on a function has SQLite copy
-- every page that a change of the row's status writes.
ALTER TABLE applications ADD COLUMN rate_warned BIGINT NOT NULL DEFAULT 0;
UPDATE applications SET rate_warned = 1 WHERE rate_breakdown LIKE '%"warnings":[{%';
-- +goose StatementBegin
CREATE TRIGGER applications_rate_warned_insert AFTER INSERT ON applications WHEN new.rate_breakdown LIKE '%"warnings":[{%' BEGIN
	UPDATE applications SET rate_warned = 1 WHERE id = new.id;
END;
CREATE TRIGGER applications_rate_warned_update AFTER UPDATE OF rate_breakdown ON applications BEGIN
	UPDATE applications SET rate_warned = new.rate_breakdown LIKE '%"warnings":[{%' WHERE id = new.id;
END;
-- +goose StatementEnd

DROP VIEW warned_applications;
DROP INDEX applications_warned_idx;
CREATE INDEX applications_warned_idx ON applications (client_id, legal_entity_id, project_id, id)
	WHERE rate_warned = 1 AND status IN ('uc', 'a') AND deleted_at IS NULL AND (rate_override = 0 OR rate_override_reason = '');
CREATE VIEW warned_applications AS
SELECT id, project_id, client_id, legal_entity_id, handle, rate_breakdown
  FROM applications INDEXED BY applications_warned_idx
 WHERE rate_warned = 1 AND status IN ('uc', 'a') AND deleted_at IS NULL AND (rate_override = 0 OR rate_override_reason = '');
{{- else -}}
-- PostgreSQL copies nothing.
SELECT 1;
{{- end}}
