-- +goose Up
CREATE TABLE resources (
	id {{text}} PRIMARY KEY,
	name {{text}} NOT NULL,
	mime_type {{text}} NOT NULL,
	size BIGINT NOT NULL,
	sha256 {{text}} NOT NULL,
	width BIGINT NOT NULL,
	height BIGINT NOT NULL,
	turn BIGINT NOT NULL,
	uploader_id BIGINT NOT NULL,
	created BIGINT NOT NULL
);
CREATE INDEX resources_created_idx ON resources (created);

CREATE TABLE resource_uses (
	resource_id {{text}} NOT NULL CONSTRAINT resource_uses_resource_fk REFERENCES resources (id),
	entity {{text}} NOT NULL,
	entity_id BIGINT NOT NULL,
	PRIMARY KEY (resource_id, entity, entity_id)
);

CREATE TABLE catalog_images (
	{{record}},
	resource_id {{text}} NOT NULL CONSTRAINT catalog_images_resource_fk REFERENCES resources (id),
	title_key {{text}} NOT NULL,
	tags {{text}} NOT NULL,
	client_id BIGINT CONSTRAINT catalog_images_client_fk REFERENCES clients (id)
);
CREATE INDEX catalog_images_client_idx ON catalog_images (client_id, id);

CREATE TABLE catalog_image_tags (
	catalog_image_id BIGINT NOT NULL CONSTRAINT catalog_image_tags_image_fk REFERENCES catalog_images (id) ON DELETE CASCADE,
	tag {{text}} NOT NULL,
	PRIMARY KEY (tag, catalog_image_id)
);
CREATE INDEX catalog_image_tags_image_idx ON catalog_image_tags (catalog_image_id);
