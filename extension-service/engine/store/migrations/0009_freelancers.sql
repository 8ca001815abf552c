-- +goose Up
CREATE TABLE freelancers (
	{{record "handle"}},
	deleted_by {{text}} NOT NULL,
	name {{text}} NOT NULL,
	name_fold {{text}} NOT NULL,
	salutation {{text}} NOT NULL,
	gender {{text}} NOT NULL,
	academic_title {{text}} NOT NULL,
	first_name {{text}} NOT NULL,
	first_name_fold {{text}} NOT NULL,
	last_name {{text}} NOT NULL,
	last_name_fold {{text}} NOT NULL,
	email {{text}} NOT NULL,
	email_fold {{text}} NOT NULL,
	pending_email {{text}} NOT NULL,
	email_verified_at BIGINT,
	mobile_number {{text}} NOT NULL,
	home_address {{text}} NOT NULL,
	linkedin_handle {{text}} NOT NULL,
	description {{text}} NOT NULL,
	day_rate BIGINT,
	hour_rate BIGINT,
	currency {{text}} NOT NULL,
	security_info {{text}} NOT NULL,
	skills {{text}} NOT NULL,
	languages {{text}} NOT NULL,
	availability_from {{text}} NOT NULL,
	availability_pct BIGINT,
	user_status {{text}} NOT NULL CONSTRAINT freelancers_user_status_known CHECK (user_status IN ('AC', 'DE', 'UV', 'DL')),
	status_reason {{text}} NOT NULL,
	status_comment {{text}} NOT NULL,
	status_changed_at BIGINT,
	status_changed_by {{text}} NOT NULL,
	login_kind {{text}} NOT NULL,
	locale {{text}} NOT NULL,
	last_login_at BIGINT,
	failed_logins BIGINT NOT NULL,
	msp_id BIGINT,
	msp_name {{text}} NOT NULL,
	bound_client_id BIGINT CONSTRAINT freelancers_bound_client_fk REFERENCES clients (id),
	bound_legal_entity_id BIGINT CONSTRAINT freelancers_bound_legal_entity_fk REFERENCES legal_entities (id),
	bound_until {{text}} NOT NULL,
	consent {{text}} NOT NULL,
	legal_hold BIGINT NOT NULL,
	legal_hold_reason {{text}} NOT NULL,
	external_ids {{text}} NOT NULL,
	anonymised_at BIGINT,
	CONSTRAINT freelancers_deleted_once CHECK ((user_status = 'DL') = (deleted_at IS NOT NULL))
);
CREATE UNIQUE INDEX freelancers_handle_unique ON freelancers (handle);
CREATE UNIQUE INDEX freelancers_email_unique ON freelancers (lower(email)) WHERE user_status <> 'DL';
-- deleted_at makes each index hold everything that a page far from the start must look at to skip rows.
CREATE INDEX freelancers_id_idx ON freelancers (id, deleted_at);
CREATE INDEX freelancers_user_status_idx ON freelancers (user_status, id, deleted_at);
CREATE INDEX freelancers_bound_client_idx ON freelancers (bound_client_id, user_status, id, deleted_at) WHERE bound_client_id IS NOT NULL;
CREATE INDEX freelancers_bound_legal_entity_idx ON freelancers (bound_legal_entity_id, id) WHERE bound_legal_entity_id IS NOT NULL;
CREATE INDEX freelancers_trash_idx ON freelancers (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX freelancers_name_idx ON freelancers (name_fold, id, deleted_at);
CREATE INDEX freelancers_last_name_idx ON freelancers (last_name_fold, id, deleted_at);
CREATE INDEX freelancers_email_idx ON freelancers (email_fold, id, deleted_at);
CREATE INDEX freelancers_created_idx ON freelancers (created, id, deleted_at);
CREATE INDEX freelancers_last_updated_idx ON freelancers (last_updated, id, deleted_at);
CREATE INDEX freelancers_last_login_idx ON freelancers (last_login_at, id, deleted_at);
CREATE INDEX freelancers_msp_idx ON freelancers (msp_id, id) WHERE msp_id IS NOT NULL;
-- The rules by which two records may be of the same person, each answered by an index.
CREATE INDEX freelancers_mobile_idx ON freelancers (mobile_number, last_name_fold) WHERE mobile_number <> '';
CREATE INDEX freelancers_linkedin_idx ON freelancers (lower(linkedin_handle)) WHERE linkedin_handle <> '';
{{if sqlite}}CREATE INDEX freelancers_email_local_idx ON freelancers (substr(email_fold, 1, instr(email_fold, '@') - 1), id);
{{else}}CREATE INDEX freelancers_email_local_idx ON freelancers (split_part(email_fold, '@', 1), id);
{{end}}{{counter "freelancers" "user_status"}}
{{if postgres}}{{contains "freelancers" "name_fold"}}
{{contains "freelancers" "email_fold"}}
{{end}}
CREATE TABLE freelancer_external_ids (
	freelancer_id BIGINT NOT NULL CONSTRAINT freelancer_external_ids_freelancer_fk REFERENCES freelancers (id),
	system {{text}} NOT NULL,
	external_id {{text}} NOT NULL,
	PRIMARY KEY (freelancer_id, system)
);
CREATE INDEX freelancer_external_ids_idx ON freelancer_external_ids (system, external_id, freelancer_id);

CREATE TABLE bound_clients (
	{{record}},
	freelancer_id BIGINT NOT NULL CONSTRAINT bound_clients_freelancer_fk REFERENCES freelancers (id),
	scope {{text}} NOT NULL CONSTRAINT bound_clients_scope_known CHECK (scope IN ('client', 'legalentity')),
	client_id BIGINT NOT NULL CONSTRAINT bound_clients_client_fk REFERENCES clients (id),
	legal_entity_id BIGINT CONSTRAINT bound_clients_legal_entity_fk REFERENCES legal_entities (id),
	source {{text}} NOT NULL CONSTRAINT bound_clients_source_known CHECK (source IN ('VMS', 'IMPORT', 'STAFF', 'SELF')),
	bound_since {{text}} NOT NULL,
	bound_until {{text}} NOT NULL,
	note {{text}} NOT NULL,
	open BIGINT NOT NULL,
	CONSTRAINT bound_clients_entity_named CHECK ((scope = 'legalentity') = (legal_entity_id IS NOT NULL))
);
CREATE UNIQUE INDEX bound_clients_freelancer_id_unique ON bound_clients (freelancer_id) WHERE open = 1;
CREATE INDEX bound_clients_freelancer_idx ON bound_clients (freelancer_id, id);
CREATE INDEX bound_clients_client_idx ON bound_clients (client_id, id);
CREATE INDEX bound_clients_legal_entity_idx ON bound_clients (legal_entity_id, id) WHERE legal_entity_id IS NOT NULL;

CREATE TABLE freelancer_duplicates (
	{{record}},
	freelancer_a BIGINT NOT NULL CONSTRAINT freelancer_duplicates_a_fk REFERENCES freelancers (id),
	freelancer_b BIGINT NOT NULL CONSTRAINT freelancer_duplicates_b_fk REFERENCES freelancers (id),
	score BIGINT NOT NULL,
	rules {{text}} NOT NULL,
	state {{text}} NOT NULL CONSTRAINT freelancer_duplicates_state_known CHECK (state IN ('OPEN', 'NOT_DUPLICATE', 'MERGED')),
	CONSTRAINT freelancer_duplicates_in_order CHECK (freelancer_a < freelancer_b)
);
CREATE UNIQUE INDEX freelancer_duplicates_freelancer_a_freelancer_b_unique ON freelancer_duplicates (freelancer_a, freelancer_b);
CREATE INDEX freelancer_duplicates_b_idx ON freelancer_duplicates (freelancer_b, id);
CREATE INDEX freelancer_duplicates_state_idx ON freelancer_duplicates (state, id);

CREATE TABLE erasure_requests (
	{{record}},
	freelancer_id BIGINT NOT NULL CONSTRAINT erasure_requests_freelancer_fk REFERENCES freelancers (id),
	freelancer_handle {{text}} NOT NULL,
	state {{text}} NOT NULL CONSTRAINT erasure_requests_state_known CHECK (state IN ('RECEIVED', 'IDENTITY_CHECK', 'IN_PROGRESS', 'DONE', 'REFUSED')),
	reason {{text}} NOT NULL,
	legal_basis_note {{text}} NOT NULL,
	refusal {{text}} NOT NULL,
	due_at BIGINT,
	done_at BIGINT,
	job_id {{text}} NOT NULL
);
CREATE UNIQUE INDEX erasure_requests_freelancer_id_unique ON erasure_requests (freelancer_id) WHERE state NOT IN ('DONE', 'REFUSED');
CREATE INDEX erasure_requests_state_idx ON erasure_requests (state, due_at, id);
