-- +goose Up
-- expand: whether an open application has a rate that could not be sent as it is stands in a column that triggers keep, on both
-- databases, so that lists are filtered by it. The condition is that of warned_applications.
{{define "warned" -}}
CASE WHEN {{.}}.rate_breakdown LIKE '%"warnings":[{%' AND {{.}}.status IN ('uc', 'a') AND {{.}}.deleted_at IS NULL
	AND ({{.}}.rate_override = 0 OR {{.}}.rate_override_reason = '') THEN 1 ELSE 0 END
{{- end -}}
ALTER TABLE applications ADD COLUMN rate_warning BIGINT NOT NULL DEFAULT 0;
UPDATE applications SET rate_warning = 1 WHERE id IN (SELECT id FROM warned_applications);
CREATE INDEX applications_rate_warning_idx ON applications (rate_warning, id, client_id, deleted_at) WHERE rate_warning = 1;

{{if sqlite -}}
-- +goose StatementBegin
CREATE TRIGGER applications_rate_warning_insert AFTER INSERT ON applications WHEN new.rate_warning <> {{template "warned" "new"}} BEGIN
	UPDATE applications SET rate_warning = {{template "warned" "new"}} WHERE id = new.id;
END;
CREATE TRIGGER applications_rate_warning_update
AFTER UPDATE OF rate_breakdown, status, deleted_at, rate_override, rate_override_reason ON applications
WHEN new.rate_warning <> {{template "warned" "new"}} BEGIN
	UPDATE applications SET rate_warning = {{template "warned" "new"}} WHERE id = new.id;
END;
-- +goose StatementEnd
{{- else -}}
-- +goose StatementBegin
CREATE FUNCTION applications_rate_warning_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.rate_warning := {{template "warned" "new"}};
	RETURN new;
END $$;
CREATE TRIGGER applications_rate_warning_insert BEFORE INSERT ON applications
	FOR EACH ROW EXECUTE FUNCTION applications_rate_warning_kept();
CREATE TRIGGER applications_rate_warning_update
	BEFORE UPDATE OF rate_breakdown, status, deleted_at, rate_override, rate_override_reason ON applications
	FOR EACH ROW EXECUTE FUNCTION applications_rate_warning_kept();
-- +goose StatementEnd
{{- end}}
