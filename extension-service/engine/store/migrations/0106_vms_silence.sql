-- +goose Up
-- When a connection heard last from its VMS, whether that is longer ago than usual, and when it lately was.
ALTER TABLE vms_connections ADD COLUMN heard_at BIGINT;
ALTER TABLE vms_connections ADD COLUMN silent BIGINT NOT NULL DEFAULT 0;
ALTER TABLE vms_connections ADD COLUMN silent_at BIGINT NOT NULL DEFAULT 0;
UPDATE vms_connections
   SET heard_at = (SELECT max(m.created)
                     FROM vms_messages m
                    WHERE m.connection_id = vms_connections.id
                      AND m.direction = 'inbound');
