-- +goose Up
-- Findings about texts that somebody has set aside, each with the text and its source as they were: it holds while both are these.
CREATE TABLE findings_set_aside (
	client_id BIGINT NOT NULL,
	locale {{text}} NOT NULL,
	message_key {{text}} NOT NULL,
	finding {{text}} NOT NULL,
	text_value {{text}} NOT NULL,
	source_value {{text}} NOT NULL,
	reason {{text}} NOT NULL,
	actor_name {{text}} NOT NULL,
	at BIGINT NOT NULL,
	CONSTRAINT findings_set_aside_pk PRIMARY KEY (client_id, locale, message_key, finding)
);
