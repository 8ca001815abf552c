-- +goose Up
-- expand: since when a version of a mapping is in use and by whom, and until when it was; since when a connection has its secrets.
-- Of what was there before nobody knows.
ALTER TABLE vms_mappings ADD COLUMN live_since BIGINT;
ALTER TABLE vms_mappings ADD COLUMN live_until BIGINT;
ALTER TABLE vms_mappings ADD COLUMN live_by {{text}} NOT NULL DEFAULT '';
ALTER TABLE vms_connections ADD COLUMN secret_at BIGINT;
ALTER TABLE vms_connections ADD COLUMN inbound_secret_at BIGINT;
