-- +goose Up
-- expand: views of lists that somebody has shared with everybody who reads the list, or with those of one role.
CREATE TABLE shared_views (
	id {{id}},
	version BIGINT NOT NULL,
	resource {{text}} NOT NULL,
	name {{text}} NOT NULL,
	query {{text}} NOT NULL,
	columns {{text}} NOT NULL,
	density {{text}} NOT NULL CONSTRAINT shared_views_density_known CHECK (density IN ('COMFORTABLE', 'COMPACT')),
	role {{text}} NOT NULL,
	owner_id BIGINT NOT NULL,
	owner_name {{text}} NOT NULL,
	CONSTRAINT shared_views_name_unique UNIQUE (resource, owner_id, name)
);
