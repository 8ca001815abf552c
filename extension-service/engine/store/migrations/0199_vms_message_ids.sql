-- +goose Up
-- The command palette opens a message by its id, whatever connection it belongs to.
CREATE INDEX vms_messages_message_id_idx ON vms_messages (message_id, id);
