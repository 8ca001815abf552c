-- +goose Up
-- Each version of a question is a row of its own; its versions share the key.
CREATE TABLE questions (
	{{record}},
	scope {{text}} NOT NULL CONSTRAINT questions_scope_known CHECK (scope IN ('client', 'legalentity')),
	client_id BIGINT NOT NULL CONSTRAINT questions_client_fk REFERENCES clients (id),
	legal_entity_id BIGINT CONSTRAINT questions_legal_entity_fk REFERENCES legal_entities (id),
	key {{text}} NOT NULL,
	key_fold {{text}} NOT NULL,
	question_version BIGINT NOT NULL CONSTRAINT questions_version_positive CHECK (question_version > 0),
	label_key {{text}} NOT NULL,
	help_key {{text}} NOT NULL,
	value_type {{text}} NOT NULL CONSTRAINT questions_value_type_known CHECK (value_type IN ('str', 'txt', 'jsn', 'bln', 'int')),
	input_kind {{text}} NOT NULL CONSTRAINT questions_input_kind_known CHECK (input_kind IN ('radio', 'dropdown', 'text', 'textField', 'date', 'currency', 'number')),
	options {{text}} NOT NULL,
	validation {{text}} NOT NULL,
	flags {{text}} NOT NULL,
	correct_answers {{text}} NOT NULL,
	prefill_source {{text}} NOT NULL,
	sort_order BIGINT NOT NULL,
	active BIGINT NOT NULL,
	used BIGINT NOT NULL,
	CONSTRAINT questions_scope_fits CHECK ((scope = 'legalentity') = (legal_entity_id IS NOT NULL))
);
CREATE UNIQUE INDEX questions_key_unique ON questions (client_id, coalesce(legal_entity_id, 0), key, question_version);
CREATE UNIQUE INDEX questions_active_key_unique ON questions (client_id, coalesce(legal_entity_id, 0), key) WHERE active = 1;
CREATE INDEX questions_legal_entity_idx ON questions (legal_entity_id, id);
CREATE INDEX questions_used_idx ON questions (used, id, deleted_at);
{{contains "questions" "key_fold"}}
-- Which questions an application answers; the answers themselves stand in the application.
CREATE TABLE question_answers (
	question_id BIGINT NOT NULL CONSTRAINT question_answers_question_fk REFERENCES questions (id),
	application_id BIGINT NOT NULL CONSTRAINT question_answers_application_fk REFERENCES applications (id) ON DELETE CASCADE,
	PRIMARY KEY (question_id, application_id)
);
CREATE INDEX question_answers_application_idx ON question_answers (application_id, question_id);
