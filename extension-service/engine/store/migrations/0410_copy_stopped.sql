-- +goose Up
-- expand: when a copy of the service was stopped in order; null while it runs, and of one that was killed.
ALTER TABLE service_copies ADD COLUMN stopped BIGINT;
