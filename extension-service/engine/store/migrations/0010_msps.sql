-- +goose Up
CREATE TABLE msps (
	{{record "handle"}},
	name {{text}} NOT NULL,
	name_fold {{text}} NOT NULL,
	legal_name {{text}} NOT NULL,
	email {{text}} NOT NULL,
	email_fold {{text}} NOT NULL,
	email_verified_at BIGINT,
	phone {{text}} NOT NULL,
	website {{text}} NOT NULL,
	contact_first_name {{text}} NOT NULL,
	contact_last_name {{text}} NOT NULL,
	address {{text}} NOT NULL,
	vat_id {{text}} NOT NULL,
	logo_resource_id {{text}} NOT NULL,
	locale {{text}} NOT NULL,
	user_status {{text}} NOT NULL CONSTRAINT msps_user_status_known CHECK (user_status IN ('AC', 'DE', 'UV', 'DL')),
	tier BIGINT NOT NULL CONSTRAINT msps_tier_known CHECK (tier BETWEEN 1 AND 3),
	fee_pct BIGINT,
	nda_signed_at {{text}} NOT NULL,
	contract_valid_until {{text}} NOT NULL,
	CONSTRAINT msps_deleted_once CHECK ((user_status = 'DL') = (deleted_at IS NOT NULL))
);
CREATE UNIQUE INDEX msps_handle_unique ON msps (handle);
CREATE UNIQUE INDEX msps_email_unique ON msps (lower(email)) WHERE user_status <> 'DL';
CREATE INDEX msps_status_idx ON msps (user_status, id, deleted_at);
CREATE INDEX msps_name_idx ON msps (name_fold, id, deleted_at);
{{if postgres}}{{contains "msps" "name_fold"}}
{{contains "msps" "email_fold"}}
{{end}}
CREATE TABLE msp_legal_entities (
	msp_id BIGINT NOT NULL CONSTRAINT msp_legal_entities_msp_fk REFERENCES msps (id),
	legal_entity_id BIGINT NOT NULL CONSTRAINT msp_legal_entities_legal_entity_fk REFERENCES legal_entities (id),
	client_id BIGINT NOT NULL CONSTRAINT msp_legal_entities_client_fk REFERENCES clients (id),
	since BIGINT NOT NULL,
	PRIMARY KEY (msp_id, legal_entity_id)
);
CREATE INDEX msp_legal_entities_legal_entity_idx ON msp_legal_entities (legal_entity_id, msp_id);
CREATE INDEX msp_legal_entities_client_idx ON msp_legal_entities (client_id, msp_id);

CREATE TABLE msp_users (
	id {{id}},
	msp_id BIGINT NOT NULL CONSTRAINT msp_users_msp_fk REFERENCES msps (id),
	name {{text}} NOT NULL,
	email {{text}} NOT NULL,
	status {{text}} NOT NULL CONSTRAINT msp_users_status_known CHECK (status IN ('AC', 'DE', 'UV', 'DL')),
	created BIGINT NOT NULL
);
CREATE INDEX msp_users_msp_idx ON msp_users (msp_id, id);

-- legal_entity_id is 0 in a grant for a whole client, so that the constraint sees it.
CREATE TABLE msp_grants (
	id {{id}},
	msp_id BIGINT NOT NULL CONSTRAINT msp_grants_msp_fk REFERENCES msps (id),
	permission {{text}} NOT NULL,
	client_id BIGINT NOT NULL CONSTRAINT msp_grants_client_fk REFERENCES clients (id),
	legal_entity_id BIGINT NOT NULL,
	since BIGINT NOT NULL,
	granted_by {{text}} NOT NULL
);
CREATE UNIQUE INDEX msp_grants_msp_id_client_id_legal_entity_id_permission_unique ON msp_grants (msp_id, client_id, legal_entity_id, permission);

CREATE TABLE project_msps (
	project_id BIGINT NOT NULL CONSTRAINT project_msps_project_fk REFERENCES projects (id),
	msp_id BIGINT NOT NULL CONSTRAINT project_msps_msp_fk REFERENCES msps (id),
	tier BIGINT NOT NULL CONSTRAINT project_msps_tier_known CHECK (tier BETWEEN 1 AND 3),
	release_at BIGINT,
	PRIMARY KEY (project_id, msp_id)
);
CREATE INDEX project_msps_msp_idx ON project_msps (msp_id, project_id);
