-- +goose Up
-- The secrets are encrypted by the service and stand in no struct, so that nothing answers them.
CREATE TABLE vms_connections (
	{{record}},
	name {{text}} NOT NULL,
	name_fold {{text}} NOT NULL,
	client_id BIGINT NOT NULL CONSTRAINT vms_connections_client_fk REFERENCES clients (id),
	kind {{text}} NOT NULL CONSTRAINT vms_connections_kind_known CHECK (kind IN ('GENERIC_REST')),
	base_url {{text}} NOT NULL,
	auth {{text}} NOT NULL CONSTRAINT vms_connections_auth_known CHECK (auth IN ('NONE', 'BASIC', 'BEARER', 'HEADER')),
	auth_name {{text}} NOT NULL,
	secret {{text}} NOT NULL DEFAULT '',
	inbound {{text}} NOT NULL CONSTRAINT vms_connections_inbound_known CHECK (inbound IN ('SIGNATURE', 'BASIC')),
	inbound_secret {{text}} NOT NULL DEFAULT '',
	capabilities {{text}} NOT NULL,
	rate_per_minute BIGINT NOT NULL,
	active BIGINT NOT NULL,
	failures BIGINT NOT NULL,
	paused_until BIGINT
);
CREATE UNIQUE INDEX vms_connections_client_id_name_unique ON vms_connections (client_id, name);
{{contains "vms_connections" "name_fold"}}

CREATE TABLE vms_mappings (
	{{record}},
	connection_id BIGINT NOT NULL CONSTRAINT vms_mappings_connection_fk REFERENCES vms_connections (id),
	client_id BIGINT NOT NULL CONSTRAINT vms_mappings_client_fk REFERENCES clients (id),
	direction {{text}} NOT NULL CONSTRAINT vms_mappings_direction_known CHECK (direction IN ('inbound', 'outbound')),
	entity {{text}} NOT NULL CONSTRAINT vms_mappings_entity_known CHECK (entity IN ('JOB', 'JOB_STATUS', 'APPLICATION_STATUS', 'APPLICATION', 'APPLICATION_WITHDRAW')),
	number BIGINT NOT NULL,
	state {{text}} NOT NULL CONSTRAINT vms_mappings_state_known CHECK (state IN ('DRAFT', 'LIVE', 'RETIRED')),
	lookups {{text}} NOT NULL,
	rules {{text}} NOT NULL,
	tests {{text}} NOT NULL,
	note {{text}} NOT NULL
);
CREATE UNIQUE INDEX vms_mappings_connection_id_entity_number_unique ON vms_mappings (connection_id, entity, number);
CREATE UNIQUE INDEX vms_mappings_live_unique ON vms_mappings (connection_id, entity) WHERE state = 'LIVE';
CREATE INDEX vms_mappings_client_idx ON vms_mappings (client_id, id);
