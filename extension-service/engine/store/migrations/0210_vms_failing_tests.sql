-- +goose Up
-- How many tests of a mapping did not hold when they were run last. What is stored already counts from its next save.
ALTER TABLE vms_mappings ADD COLUMN failing_tests BIGINT NOT NULL DEFAULT 0;
ALTER TABLE vms_mappings ADD COLUMN tests_fail BIGINT NOT NULL DEFAULT 0;
