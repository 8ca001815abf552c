-- +goose Up
-- Each restore from a backup. Until somebody releases the last one, nothing is sent and no scheduled job begins.
CREATE TABLE restores (
	id {{id}},
	taken BIGINT NOT NULL,
	restored BIGINT NOT NULL,
	released BIGINT,
	mails {{text}} NOT NULL DEFAULT '',
	jobs {{text}} NOT NULL DEFAULT '',
	reason {{text}} NOT NULL DEFAULT ''
);
CREATE INDEX restores_held_idx ON restores (id) WHERE released IS NULL;
