-- +goose Up
-- The texts that panels have shown, by the page that showed them, noted once a day: where a key is used.
CREATE TABLE seen_texts (
	message_key {{text}} NOT NULL,
	route {{text}} NOT NULL,
	last_seen BIGINT NOT NULL,
	CONSTRAINT seen_texts_pk PRIMARY KEY (message_key, route)
);
CREATE INDEX seen_texts_route_idx ON seen_texts (route, last_seen);
CREATE INDEX seen_texts_last_seen_idx ON seen_texts (last_seen);
