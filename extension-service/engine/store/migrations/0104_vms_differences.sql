-- +goose Up
-- Fields of applications that a VMS says something else of.
CREATE TABLE vms_differences (
	{{record}},
	connection_id BIGINT NOT NULL CONSTRAINT vms_differences_connection_fk REFERENCES vms_connections (id),
	client_id BIGINT NOT NULL CONSTRAINT vms_differences_client_fk REFERENCES clients (id),
	application_id BIGINT NOT NULL CONSTRAINT vms_differences_application_fk REFERENCES applications (id) ON DELETE CASCADE,
	field {{text}} NOT NULL,
	ours {{text}} NOT NULL,
	theirs {{text}} NOT NULL,
	state {{text}} NOT NULL CONSTRAINT vms_differences_state_known CHECK (state IN ('OPEN', 'TAKEN', 'SENT', 'ACCEPTED', 'SETTLED'))
);
CREATE INDEX vms_differences_application_idx ON vms_differences (application_id, id);
CREATE INDEX vms_differences_client_idx ON vms_differences (client_id, id);
CREATE INDEX vms_differences_connection_idx ON vms_differences (connection_id, id);
CREATE INDEX vms_differences_state_idx ON vms_differences (state, id);
