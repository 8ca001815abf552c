-- +goose Up
{{if postgres -}}
-- Totals of PostgreSQL are no longer kept: nobody asks which columns have changed lately.
DROP TABLE changes;
{{- else -}}
-- A file never had the table.
SELECT 1;
{{- end}}
