-- +goose Up
CREATE TABLE applications (
	{{record "handle"}},
	project_id BIGINT NOT NULL CONSTRAINT applications_project_fk REFERENCES projects (id),
	project_title {{text}} NOT NULL,
	project_title_fold {{text}} NOT NULL,
	project_handle {{text}} NOT NULL,
	vms_id {{text}} NOT NULL,
	client_id BIGINT NOT NULL CONSTRAINT applications_client_fk REFERENCES clients (id),
	legal_entity_id BIGINT CONSTRAINT applications_legal_entity_fk REFERENCES legal_entities (id),
	freelancer_id BIGINT NOT NULL,
	freelancer_name {{text}} NOT NULL,
	freelancer_name_fold {{text}} NOT NULL,
	freelancer_status {{text}} NOT NULL,
	provider_kind {{text}} NOT NULL CONSTRAINT applications_provider_kind_known CHECK (provider_kind IN ('msp', 'freelancer')),
	msp_id BIGINT,
	msp_name {{text}} NOT NULL,
	status {{text}} NOT NULL CONSTRAINT applications_status_known CHECK (status IN ('uc', 'a', 'sp', 'sf', 's2c', 'h', 'rm', 'rv', 'w')),
	status_reason {{text}} NOT NULL,
	status_comment {{text}} NOT NULL,
	status_changed_at BIGINT,
	status_changed_by {{text}} NOT NULL,
	status_batch_id {{text}} NOT NULL,
	talent_rate BIGINT,
	pay_rate BIGINT,
	bill_rate BIGINT,
	rate_unit {{text}} NOT NULL,
	currency {{text}} NOT NULL,
	rate_override BIGINT NOT NULL,
	rate_override_reason {{text}} NOT NULL,
	rate_breakdown {{text}} NOT NULL,
	formula_version_id BIGINT,
	availability_from {{text}} NOT NULL,
	availability_to {{text}} NOT NULL,
	hours_per_week BIGINT,
	message {{text}} NOT NULL,
	answers {{text}} NOT NULL,
	cv_resource_id {{text}} NOT NULL,
	attachments {{text}} NOT NULL,
	pdf_resource_id {{text}} NOT NULL,
	invited_at BIGINT,
	invited_by {{text}} NOT NULL,
	invitation_expires_at BIGINT,
	confirmed_at BIGINT,
	consent_to_share_at BIGINT,
	channel {{text}} NOT NULL,
	external_id {{text}} NOT NULL,
	send_round BIGINT NOT NULL,
	send_attempts BIGINT NOT NULL,
	next_attempt_at BIGINT,
	send_lease_until BIGINT,
	send_hold BIGINT NOT NULL,
	withdraw_after_send BIGINT NOT NULL,
	sent_at BIGINT,
	last_send_error {{text}},
	outbound_snapshot_id BIGINT,
	hired_at BIGINT,
	withdrawn_at BIGINT,
	duplicate_of_id BIGINT
);
CREATE UNIQUE INDEX applications_handle_unique ON applications (handle);
CREATE UNIQUE INDEX applications_project_id_freelancer_id_unique ON applications (project_id, freelancer_id) WHERE status IN ('sp', 's2c', 'h') AND deleted_at IS NULL;
CREATE INDEX applications_id_idx ON applications (id, deleted_at);
CREATE INDEX applications_project_idx ON applications (project_id, status, id);
CREATE INDEX applications_client_status_idx ON applications (client_id, status, id, deleted_at);
CREATE INDEX applications_status_idx ON applications (status, id, deleted_at);
CREATE INDEX applications_freelancer_idx ON applications (freelancer_id, id);
CREATE INDEX applications_batch_idx ON applications (status_batch_id) WHERE status_batch_id <> '';
{{counter "applications" "client_id" "status"}}
{{tally "project_application_count" "applications" "project_id" "status"}}
{{if postgres}}{{contains "applications" "project_title_fold"}}
{{contains "applications" "freelancer_name_fold"}}
{{end}}
CREATE TABLE invitations (
	{{record}},
	project_id BIGINT NOT NULL CONSTRAINT invitations_project_fk REFERENCES projects (id),
	client_id BIGINT NOT NULL CONSTRAINT invitations_client_fk REFERENCES clients (id),
	legal_entity_id BIGINT CONSTRAINT invitations_legal_entity_fk REFERENCES legal_entities (id),
	freelancer_id BIGINT NOT NULL,
	msp_id BIGINT,
	state {{text}} NOT NULL CONSTRAINT invitations_state_known CHECK (state IN ('SENT', 'OPENED', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'REVOKED')),
	sent_at BIGINT,
	opened_at BIGINT,
	answered_at BIGINT,
	expires_at BIGINT,
	sent_by {{text}} NOT NULL,
	channel {{text}} NOT NULL CONSTRAINT invitations_channel_known CHECK (channel IN ('EMAIL', 'PORTAL')),
	application_id BIGINT CONSTRAINT invitations_application_fk REFERENCES applications (id)
);
CREATE INDEX invitations_project_idx ON invitations (project_id, state);
CREATE INDEX invitations_freelancer_idx ON invitations (freelancer_id, id);
