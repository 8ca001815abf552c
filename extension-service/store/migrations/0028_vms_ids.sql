-- +goose Up
-- Projects are looked for by a part of their VMS id. Those of VMS are of plain letters, which lower() folds.
ALTER TABLE projects ADD COLUMN vms_id_fold {{text}} NOT NULL DEFAULT '';
UPDATE projects SET vms_id_fold = lower(vms_id) WHERE vms_id <> '';
{{contains "projects" "vms_id_fold"}}
{{if sqlite}}INSERT OR IGNORE INTO projects_vms_id_fold_vocabulary (word)
SELECT w.value
  FROM projects p, json_each('[' || replace(json_quote(p.vms_id_fold), ' ', '","') || ']') w
 WHERE w.value <> '';
INSERT INTO projects_vms_id_fold_part (rowid, vms_id_fold) SELECT id, vms_id_fold FROM projects;
INSERT INTO projects_vms_id_fold_word (rowid, vms_id_fold) SELECT id, vms_id_fold FROM projects;
{{end}}
