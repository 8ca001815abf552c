-- +goose Up
-- The texts that panels were asked for and did not have in their language, by the page that asked: the queue of who translates.
CREATE TABLE missing_texts (
	client_id BIGINT NOT NULL,
	locale {{text}} NOT NULL,
	message_key {{text}} NOT NULL,
	route {{text}} NOT NULL,
	times BIGINT NOT NULL,
	last_seen BIGINT NOT NULL,
	CONSTRAINT missing_texts_pk PRIMARY KEY (client_id, locale, message_key, route)
);
CREATE INDEX missing_texts_last_seen_idx ON missing_texts (last_seen);
