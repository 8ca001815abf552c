-- +goose Up
-- The last messages of one kind, which a mapping is read on before it goes live.
CREATE INDEX vms_messages_connection_entity_idx ON vms_messages (connection_id, entity, id);
