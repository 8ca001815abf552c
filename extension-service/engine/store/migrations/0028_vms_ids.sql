-- +goose Up
-- Projects are looked for by a part of their VMS id. Those of VMS are of plain letters, which lower() folds.
ALTER TABLE projects ADD COLUMN vms_id_fold {{text}} NOT NULL DEFAULT '';
UPDATE projects SET vms_id_fold = lower(vms_id) WHERE vms_id <> '';
{{if postgres}}{{contains "projects" "vms_id_fold"}}
{{end}}