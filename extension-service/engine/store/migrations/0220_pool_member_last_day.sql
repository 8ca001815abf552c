-- +goose Up
-- The day of the client with which a membership ends. Ends that were set so far are those of days in UTC.
ALTER TABLE pool_members ADD COLUMN last_day {{text}} NOT NULL DEFAULT '';
{{if sqlite -}}
UPDATE pool_members SET last_day = strftime('%Y-%m-%d', expires_at / 1000, 'unixepoch') WHERE expires_at IS NOT NULL AND expires_at <> 0;
{{- else -}}
UPDATE pool_members SET last_day = to_char(to_timestamp(expires_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') WHERE expires_at IS NOT NULL AND expires_at <> 0;
{{- end}}
CREATE INDEX pool_members_last_day_idx ON pool_members (last_day, id, deleted_at);
