-- +goose Up
-- The paths of a connection's messages with the types of their values, for each entity a JSON document without any value; up to
-- which message they have been looked at, and whether some of them are not as they were.
ALTER TABLE vms_connections ADD COLUMN shape_read BIGINT NOT NULL DEFAULT 0;
ALTER TABLE vms_connections ADD COLUMN shape_changed BIGINT NOT NULL DEFAULT 0;

CREATE TABLE vms_shapes (
	connection_id BIGINT NOT NULL CONSTRAINT vms_shapes_connection_fk REFERENCES vms_connections (id),
	entity {{text}} NOT NULL CONSTRAINT vms_shapes_entity_known CHECK (entity IN ('JOB', 'JOB_STATUS', 'APPLICATION_STATUS')),
	document {{text}} NOT NULL,
	CONSTRAINT vms_shapes_pk PRIMARY KEY (connection_id, entity)
);

-- Of what is stored already the last messages are enough to learn from.
UPDATE vms_connections
   SET shape_read = coalesce((SELECT max(m.id) - 1000
                                FROM vms_messages m
                               WHERE m.connection_id = vms_connections.id
                                 AND m.direction = 'inbound'), 0);
