-- +goose Up
-- What staff write beside records: the columns entity and entity_id name one of any resource that takes notes.
CREATE TABLE notes (
	{{record}},
	entity {{text}} NOT NULL,
	entity_id BIGINT NOT NULL,
	text {{text}} NOT NULL,
	text_fold {{text}} NOT NULL,
	state {{text}} NOT NULL CONSTRAINT notes_state_known CHECK (state IN ('NOTE', 'OPEN', 'DONE', 'DELETED')),
	due_on {{text}} NOT NULL,
	assignee_id BIGINT,
	author_id BIGINT NOT NULL,
	edited_at BIGINT,
	done_at BIGINT,
	done_by {{text}} NOT NULL,
	freelancer_id BIGINT CONSTRAINT notes_freelancer_fk REFERENCES freelancers (id),
	client_id BIGINT NOT NULL,
	legal_entity_id BIGINT NOT NULL,
	CONSTRAINT notes_trash CHECK ((state = 'DELETED') = (deleted_at IS NOT NULL))
);
CREATE INDEX notes_record_idx ON notes (entity, entity_id, id, deleted_at);
CREATE INDEX notes_entity_id_idx ON notes (entity_id, id, deleted_at);
CREATE INDEX notes_state_idx ON notes (state, id, deleted_at);
CREATE INDEX notes_assignee_idx ON notes (assignee_id, state, due_on, id);
CREATE INDEX notes_due_on_idx ON notes (due_on, id, deleted_at);
CREATE INDEX notes_created_idx ON notes (created, id, deleted_at);
CREATE INDEX notes_freelancer_idx ON notes (freelancer_id, id);
CREATE INDEX notes_deleted_at_idx ON notes (deleted_at) WHERE deleted_at IS NOT NULL;
{{contains "notes" "text_fold"}}

-- Whom a note has mentioned: each is told once.
CREATE TABLE note_mentions (
	note_id BIGINT NOT NULL CONSTRAINT note_mentions_note_fk REFERENCES notes (id),
	staff_id BIGINT NOT NULL,
	created BIGINT NOT NULL,
	CONSTRAINT note_mentions_pk PRIMARY KEY (note_id, staff_id)
);
