-- +goose Up
-- Messages that a connection has refused since they did not show whom they are from, and why a connection is paused. What a VMS has
-- asked to wait for is a pause from now on; one that it has asked for before may be longer than any, so it ends.
ALTER TABLE vms_connections ADD COLUMN refused BIGINT NOT NULL DEFAULT 0;
ALTER TABLE vms_connections ADD COLUMN refused_at BIGINT;
ALTER TABLE vms_connections ADD COLUMN pause_reason {{text}} NOT NULL DEFAULT ''
	CONSTRAINT vms_connections_pause_reason_known CHECK (pause_reason IN ('', 'FAILURES', 'RETRY_AFTER'));
UPDATE vms_connections SET pause_reason = 'FAILURES' WHERE paused_until IS NOT NULL;
UPDATE vms_connections SET next_call = 0;
