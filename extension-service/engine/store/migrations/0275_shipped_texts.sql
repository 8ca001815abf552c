-- +goose Up
-- The wording of each shipped text that the content service was given last, as a digest: a text that still has it was edited by nobody.
CREATE TABLE shipped_texts (
	locale {{text}} NOT NULL,
	message_key {{text}} NOT NULL,
	digest {{text}} NOT NULL,
	CONSTRAINT shipped_texts_pk PRIMARY KEY (locale, message_key)
);
