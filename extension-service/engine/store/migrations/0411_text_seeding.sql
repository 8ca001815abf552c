-- +goose Up
-- expand: which copy of the service stores the shipped texts in the content service at the moment, how many, and until when it
-- is believed to go on with that.
CREATE TABLE text_seeding (
	id BIGINT NOT NULL CONSTRAINT text_seeding_pk PRIMARY KEY,
	holder {{text}} NOT NULL,
	until BIGINT NOT NULL,
	texts BIGINT NOT NULL
);
INSERT INTO text_seeding (id, holder, until, texts) VALUES (1, '', 0, 0);
