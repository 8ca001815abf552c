-- +goose Up
{{if postgres -}}
-- What changes lately, by "table.column" and transaction, so that every copy of the service knows which totals still hold.
CREATE TABLE changes (
	name {{text}} NOT NULL,
	tx XID8 NOT NULL,
	created BIGINT NOT NULL
);
CREATE INDEX changes_name_idx ON changes (name, tx);
CREATE INDEX changes_created_idx ON changes (created);
{{- else -}}
-- A file has one writer, which knows by itself.
SELECT 1;
{{- end}}
