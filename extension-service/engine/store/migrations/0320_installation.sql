-- +goose Up
-- expand: which installation the database is of, which the search indexes belong to, and where it lay when it was given that name.
CREATE TABLE installation (
	row_number BIGINT NOT NULL PRIMARY KEY,
	name {{text}} NOT NULL,
	place {{text}} NOT NULL,
	CONSTRAINT installation_one_row CHECK (row_number = 1)
);
