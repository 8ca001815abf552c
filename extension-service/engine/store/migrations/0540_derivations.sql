-- +goose Up
-- expand: which derived fields each copy of the service computes, and when all records were computed with those of a version.
ALTER TABLE service_copies ADD COLUMN derivations {{text}} NOT NULL DEFAULT '';
CREATE TABLE derived_records (
	derivations {{text}} NOT NULL CONSTRAINT derived_records_pk PRIMARY KEY,
	derived BIGINT NOT NULL
);
