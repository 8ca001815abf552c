-- +goose Up
-- expand: which migrations have taken something away, so that an older version knows whether it can go on beside a newer one.
CREATE TABLE schema_steps (
	version BIGINT NOT NULL PRIMARY KEY,
	contract BIGINT NOT NULL
);
