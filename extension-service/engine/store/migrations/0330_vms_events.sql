-- +goose Up
-- expand: what has happened on a connection: pauses, silence, changed content. A pause that goes on ends in the future; what else goes
-- on has no end yet. ended_by is who ended it before its time, acknowledged_by who has seen it.
CREATE TABLE vms_events (
	id {{id}},
	connection_id BIGINT NOT NULL CONSTRAINT vms_events_connection_fk REFERENCES vms_connections (id) ON DELETE CASCADE,
	kind {{text}} NOT NULL CONSTRAINT vms_events_kind_known CHECK (kind IN ('PAUSED', 'SILENT', 'CHANGED')),
	at BIGINT NOT NULL,
	until BIGINT,
	detail {{text}} NOT NULL,
	ended_by {{text}} NOT NULL DEFAULT '',
	acknowledged_at BIGINT,
	acknowledged_by {{text}} NOT NULL DEFAULT ''
);
CREATE INDEX vms_events_connection_idx ON vms_events (connection_id, at);
