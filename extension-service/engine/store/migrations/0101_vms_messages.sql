-- +goose Up
-- Who delivers for a connection, and when it may be called next; neither is anybody's to see or to set.
ALTER TABLE vms_connections ADD COLUMN lease_holder {{text}} NOT NULL DEFAULT '';
ALTER TABLE vms_connections ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE vms_connections ADD COLUMN next_call BIGINT NOT NULL DEFAULT 0;

CREATE TABLE vms_messages (
	{{record}},
	message_id {{text}} NOT NULL,
	connection_id BIGINT NOT NULL CONSTRAINT vms_messages_connection_fk REFERENCES vms_connections (id),
	client_id BIGINT NOT NULL CONSTRAINT vms_messages_client_fk REFERENCES clients (id),
	direction {{text}} NOT NULL CONSTRAINT vms_messages_direction_known CHECK (direction IN ('inbound', 'outbound')),
	entity {{text}} NOT NULL CONSTRAINT vms_messages_entity_known CHECK (entity IN ('JOB', 'JOB_STATUS', 'APPLICATION_STATUS', 'APPLICATION', 'APPLICATION_WITHDRAW')),
	entity_id BIGINT NOT NULL,
	state {{text}} NOT NULL CONSTRAINT vms_messages_state_known CHECK (state IN ('RECEIVED', 'QUEUED', 'PROCESSED', 'RETRY', 'QUARANTINED', 'FAILED', 'IGNORED')),
	failure {{text}} NOT NULL CONSTRAINT vms_messages_failure_known CHECK (failure IN ('', 'VMS_VALIDATION', 'VMS_DUPLICATE', 'VMS_AUTH', 'VMS_UNAVAILABLE', 'MAPPING')),
	detail {{text}} NOT NULL,
	tries BIGINT NOT NULL,
	next_try_at BIGINT,
	mapping_number BIGINT NOT NULL,
	earlier_id BIGINT
);
CREATE UNIQUE INDEX vms_messages_connection_id_direction_message_id_unique ON vms_messages (connection_id, direction, message_id);
CREATE INDEX vms_messages_connection_idx ON vms_messages (connection_id, id);
CREATE INDEX vms_messages_client_idx ON vms_messages (client_id, id);
CREATE INDEX vms_messages_entity_idx ON vms_messages (entity_id, entity, id);
CREATE INDEX vms_messages_state_idx ON vms_messages (state, id);
CREATE INDEX vms_messages_created_idx ON vms_messages (created, id);

-- What went over the wire. Bodies are encrypted by the service.
CREATE TABLE vms_exchanges (
	id {{id}},
	message_id BIGINT NOT NULL CONSTRAINT vms_exchanges_message_fk REFERENCES vms_messages (id) ON DELETE CASCADE,
	number BIGINT NOT NULL,
	at BIGINT NOT NULL,
	request {{text}} NOT NULL,
	headers {{text}} NOT NULL,
	body {{text}} NOT NULL,
	status BIGINT NOT NULL,
	answer {{text}} NOT NULL,
	duration_ms BIGINT NOT NULL,
	mapping_number BIGINT NOT NULL,
	outcome {{text}} NOT NULL
);
CREATE UNIQUE INDEX vms_exchanges_message_id_number_unique ON vms_exchanges (message_id, number);
