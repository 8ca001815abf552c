-- +goose Up
CREATE TABLE skills (
	id {{id}},
	handle {{text}} NOT NULL,
	version BIGINT NOT NULL,
	created BIGINT NOT NULL,
	created_by {{text}} NOT NULL,
	last_updated BIGINT NOT NULL,
	last_updated_by {{text}} NOT NULL,
	deleted_at BIGINT,
	client_id BIGINT NOT NULL,
	name {{text}} NOT NULL,
	name_fold {{text}} NOT NULL,
	level BIGINT,
	hot BIGINT NOT NULL,
	CONSTRAINT skills_handle_unique UNIQUE (handle)
);
{{contains "skills" "name_fold"}}
