-- +goose Up
CREATE TABLE skills (
	{{record "handle"}},
	client_id BIGINT NOT NULL,
	name {{text}} NOT NULL,
	name_fold {{text}} NOT NULL,
	level BIGINT,
	hot BIGINT NOT NULL,
	CONSTRAINT skills_handle_unique UNIQUE (handle)
);
{{contains "skills" "name_fold"}}
