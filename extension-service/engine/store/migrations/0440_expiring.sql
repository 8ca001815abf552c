-- +goose Up
-- expand: when the consent of a person ends, and which of the last days of clearance and right to work comes first, stand in columns
-- that triggers keep, so that lists are filtered and ordered by them. Costs one pass over all people.
{{define "consent" -}}
{{if sqlite -}}
CASE WHEN json_valid({{.}}.consent) AND json_extract({{.}}.consent, '$.dataProcessingAt') > '0002' AND json_extract({{.}}.consent, '$.validUntil') > '0002'
	THEN CAST(strftime('%s', json_extract({{.}}.consent, '$.validUntil')) AS INTEGER) * 1000 END
{{- else -}}
CASE WHEN {{.}}.consent LIKE '{%' THEN
	CASE WHEN {{.}}.consent::json ->> 'dataProcessingAt' > '0002' AND {{.}}.consent::json ->> 'validUntil' > '0002'
		THEN floor(extract(epoch FROM ({{.}}.consent::json ->> 'validUntil')::timestamptz))::bigint * 1000 END END
{{- end}}
{{- end -}}
{{define "documents" -}}
{{if sqlite -}}
CASE WHEN json_valid({{.}}.security_info) THEN coalesce((
	SELECT min(d.day) FROM (
		SELECT json_extract({{.}}.security_info, '$.rightToWorkUntil') AS day
		UNION ALL
		SELECT json_extract({{.}}.security_info, '$.clearanceValidUntil')
		 WHERE json_extract({{.}}.security_info, '$.clearanceLevel') NOT IN ('', 'NONE')) d
	 WHERE d.day <> ''), '') ELSE '' END
{{- else -}}
CASE WHEN {{.}}.security_info LIKE '{%' THEN coalesce(least(nullif({{.}}.security_info::json ->> 'rightToWorkUntil', ''),
	CASE WHEN {{.}}.security_info::json ->> 'clearanceLevel' NOT IN ('', 'NONE')
		THEN nullif({{.}}.security_info::json ->> 'clearanceValidUntil', '') END), '') ELSE '' END
{{- end}}
{{- end -}}
ALTER TABLE freelancers ADD COLUMN consent_until BIGINT;
ALTER TABLE freelancers ADD COLUMN documents_until {{text}} NOT NULL DEFAULT '';
UPDATE freelancers SET consent_until = {{template "consent" "freelancers"}}, documents_until = {{template "documents" "freelancers"}};
CREATE INDEX freelancers_consent_until_idx ON freelancers (consent_until{{if postgres}} NULLS FIRST{{end}}, id, user_status, deleted_at);
CREATE INDEX freelancers_documents_until_idx ON freelancers (documents_until, id, user_status, deleted_at);
CREATE INDEX freelancers_status_consent_idx ON freelancers (user_status, consent_until, id, deleted_at) WHERE consent_until IS NOT NULL;
CREATE INDEX freelancers_status_documents_idx ON freelancers (user_status, documents_until, id, deleted_at) WHERE documents_until > '';

{{if sqlite -}}
-- +goose StatementBegin
CREATE TRIGGER freelancers_expiring_insert AFTER INSERT ON freelancers
WHEN new.consent_until IS NOT {{template "consent" "new"}} OR new.documents_until <> {{template "documents" "new"}} BEGIN
	UPDATE freelancers SET consent_until = {{template "consent" "new"}}, documents_until = {{template "documents" "new"}} WHERE id = new.id;
END;
CREATE TRIGGER freelancers_expiring_update AFTER UPDATE OF consent, security_info, consent_until, documents_until ON freelancers
WHEN new.consent_until IS NOT {{template "consent" "new"}} OR new.documents_until <> {{template "documents" "new"}} BEGIN
	UPDATE freelancers SET consent_until = {{template "consent" "new"}}, documents_until = {{template "documents" "new"}} WHERE id = new.id;
END;
-- +goose StatementEnd
{{- else -}}
-- +goose StatementBegin
CREATE FUNCTION freelancers_expiring_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.consent_until := {{template "consent" "new"}};
	new.documents_until := {{template "documents" "new"}};
	RETURN new;
END $$;
CREATE TRIGGER freelancers_expiring_insert BEFORE INSERT ON freelancers
	FOR EACH ROW EXECUTE FUNCTION freelancers_expiring_kept();
CREATE TRIGGER freelancers_expiring_update BEFORE UPDATE OF consent, security_info, consent_until, documents_until ON freelancers
	FOR EACH ROW EXECUTE FUNCTION freelancers_expiring_kept();
-- +goose StatementEnd
{{- end}}
