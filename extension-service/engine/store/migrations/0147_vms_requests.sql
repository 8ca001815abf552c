-- +goose Up
-- Which request has had a message made: whoever is told of an error by its id finds what went out or came in.
ALTER TABLE outbound_tasks ADD COLUMN request_id {{text}} NOT NULL DEFAULT '';
ALTER TABLE vms_messages ADD COLUMN request_id {{text}} NOT NULL DEFAULT '';
CREATE INDEX vms_messages_request_idx ON vms_messages (request_id) WHERE request_id <> '';
