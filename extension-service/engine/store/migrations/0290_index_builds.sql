-- +goose Up
-- expand: how far the build of an index is that the service began by itself; shown is its last sign of life, 0 when none runs.
ALTER TABLE index_rebuilds ADD COLUMN phase {{text}} NOT NULL DEFAULT '';
ALTER TABLE index_rebuilds ADD COLUMN processed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE index_rebuilds ADD COLUMN total BIGINT NOT NULL DEFAULT 0;
ALTER TABLE index_rebuilds ADD COLUMN started BIGINT NOT NULL DEFAULT 0;
ALTER TABLE index_rebuilds ADD COLUMN shown BIGINT NOT NULL DEFAULT 0;
