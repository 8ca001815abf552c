-- +goose Up
-- What came in: why it waits, when it happened there, and what it is known by. The digest tells two messages without an id apart.
ALTER TABLE vms_messages ADD COLUMN reason {{text}} NOT NULL DEFAULT '' CONSTRAINT vms_messages_reason_known
	CHECK (reason IN ('', 'MAPPING', 'LOOKUP', 'UNMATCHED', 'RULES', 'STALE', 'DUPLICATE', 'BY_HAND', 'INTERNAL'));
ALTER TABLE vms_messages ADD COLUMN occurred_at BIGINT;
ALTER TABLE vms_messages ADD COLUMN match_key {{text}} NOT NULL DEFAULT '';
ALTER TABLE vms_messages ADD COLUMN lookup {{text}} NOT NULL DEFAULT '';
ALTER TABLE vms_messages ADD COLUMN unknown_value {{text}} NOT NULL DEFAULT '';
ALTER TABLE vms_messages ADD COLUMN digest {{text}} NOT NULL DEFAULT '';
CREATE INDEX vms_messages_direction_idx ON vms_messages (direction, id);
CREATE INDEX vms_messages_direction_created_idx ON vms_messages (direction, created, id);
CREATE INDEX vms_messages_direction_state_idx ON vms_messages (direction, state, id);
CREATE INDEX vms_messages_waiting_idx ON vms_messages (connection_id, id) WHERE state = 'RECEIVED';
CREATE INDEX vms_messages_held_idx ON vms_messages (connection_id, reason, match_key) WHERE state = 'QUARANTINED';
CREATE INDEX vms_messages_digest_idx ON vms_messages (connection_id, digest, created) WHERE digest <> '';

CREATE VIEW vms_inbox AS SELECT * FROM vms_messages WHERE direction = 'inbound';
CREATE VIEW vms_outbox AS SELECT * FROM vms_messages WHERE direction = 'outbound';

-- What a VMS has said last of each field of a record, and what the field was here once that was done.
CREATE TABLE vms_values (
	id {{id}},
	entity {{text}} NOT NULL,
	entity_id BIGINT NOT NULL,
	field {{text}} NOT NULL,
	said {{text}} NOT NULL,
	applied {{text}} NOT NULL,
	occurred_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX vms_values_entity_entity_id_field_unique ON vms_values (entity, entity_id, field);

CREATE TABLE vms_proposals (
	{{record}},
	connection_id BIGINT NOT NULL CONSTRAINT vms_proposals_connection_fk REFERENCES vms_connections (id),
	client_id BIGINT NOT NULL CONSTRAINT vms_proposals_client_fk REFERENCES clients (id),
	project_id BIGINT NOT NULL CONSTRAINT vms_proposals_project_fk REFERENCES projects (id),
	field {{text}} NOT NULL,
	proposed {{text}} NOT NULL,
	at BIGINT,
	message_id BIGINT NOT NULL,
	state {{text}} NOT NULL CONSTRAINT vms_proposals_state_known CHECK (state IN ('OPEN', 'ACCEPTED', 'KEPT', 'SUPERSEDED'))
);
CREATE INDEX vms_proposals_project_idx ON vms_proposals (project_id, id);
CREATE INDEX vms_proposals_client_idx ON vms_proposals (client_id, id);
CREATE INDEX vms_proposals_connection_idx ON vms_proposals (connection_id, id);
CREATE INDEX vms_proposals_state_idx ON vms_proposals (state, id);
CREATE INDEX applications_external_idx ON applications (client_id, external_id, id) WHERE external_id <> '';
