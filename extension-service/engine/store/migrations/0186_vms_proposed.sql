-- +goose Up
-- What a VMS proposes is stored as JSON beside the text that is shown, which has the form of the value that is here.
ALTER TABLE vms_proposals ADD COLUMN value {{text}} NOT NULL DEFAULT 'null';
UPDATE vms_proposals SET value = proposed;
UPDATE vms_proposals SET proposed = '' WHERE proposed = 'null';
{{if sqlite -}}
UPDATE vms_proposals SET proposed = json_extract(proposed, '$') WHERE proposed LIKE '"%';
{{- else -}}
UPDATE vms_proposals SET proposed = proposed::jsonb #>> '{}' WHERE proposed LIKE '"%';
{{- end}}
