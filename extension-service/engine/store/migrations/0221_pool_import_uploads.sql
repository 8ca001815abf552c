-- +goose Up
-- The upload that an import reads, until it is removed.
ALTER TABLE pool_imports ADD COLUMN upload_id {{text}} NOT NULL DEFAULT '';
{{if sqlite -}}
UPDATE pool_imports SET upload_id = COALESCE(json_extract(source, '$.file.resourceId'), '') WHERE source NOT IN ('', '{}');
{{- else -}}
UPDATE pool_imports SET upload_id = COALESCE(CAST(source AS json) -> 'file' ->> 'resourceId', '') WHERE source NOT IN ('', '{}');
{{- end}}
CREATE INDEX pool_imports_upload_idx ON pool_imports (upload_id) WHERE upload_id <> '';
-- Rows of files whom a person that is forgotten may be in.
CREATE INDEX pool_plan_rows_person_idx ON pool_plan_rows (freelancer_id, job_id) WHERE cells <> '';
CREATE INDEX pool_plan_rows_found_idx ON pool_plan_rows (job_id, n) WHERE found <> '';
