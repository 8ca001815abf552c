-- +goose Up
-- What people changed of texts through the panel: the content service has them as they are, here is how they became so.
-- A value that is null was not there.
CREATE TABLE text_changes (
	id {{id}},
	at BIGINT NOT NULL,
	batch_id {{text}} NOT NULL,
	actor_id BIGINT NOT NULL,
	actor_name {{text}} NOT NULL,
	client_id BIGINT NOT NULL,
	locale {{text}} NOT NULL,
	message_key {{text}} NOT NULL,
	before_value {{text}},
	before_state {{text}} NOT NULL,
	before_source {{text}} NOT NULL,
	after_value {{text}},
	after_state {{text}} NOT NULL,
	after_source {{text}} NOT NULL
);
CREATE INDEX text_changes_key_idx ON text_changes (message_key, locale, client_id, id);
CREATE INDEX text_changes_batch_idx ON text_changes (batch_id, id);
CREATE INDEX text_changes_actor_idx ON text_changes (actor_id, at);
