-- +goose Up
ALTER TABLE applications ADD COLUMN msp_status {{text}} NOT NULL DEFAULT '';
ALTER TABLE applications ADD COLUMN withdraw_reason {{text}} NOT NULL DEFAULT '';

-- Every filter of the search form has an index that also holds what a page far from the start looks at.
DROP INDEX applications_project_idx;
DROP INDEX applications_freelancer_idx;
CREATE INDEX applications_project_status_idx ON applications (project_id, status, id, deleted_at);
CREATE INDEX applications_project_idx ON applications (project_id, id, deleted_at);
CREATE INDEX applications_freelancer_idx ON applications (freelancer_id, id, deleted_at);
CREATE INDEX applications_client_idx ON applications (client_id, id, deleted_at);
CREATE INDEX applications_legal_entity_idx ON applications (legal_entity_id, id);
CREATE INDEX applications_msp_idx ON applications (msp_id, status) WHERE msp_id IS NOT NULL;
CREATE INDEX applications_status_changed_idx ON applications (status_changed_at, id, deleted_at);
CREATE INDEX applications_created_idx ON applications (created, id, deleted_at);
CREATE INDEX applications_status_since_idx ON applications (status, status_changed_at, id, deleted_at);
CREATE INDEX applications_name_idx ON applications (freelancer_name_fold, id, deleted_at);
CREATE INDEX applications_title_idx ON applications (project_title_fold, id, deleted_at);

CREATE TABLE application_attempts (
	id {{id}},
	application_id BIGINT NOT NULL CONSTRAINT application_attempts_application_fk REFERENCES applications (id) ON DELETE CASCADE,
	round BIGINT NOT NULL,
	attempt BIGINT NOT NULL,
	at BIGINT NOT NULL,
	channel {{text}} NOT NULL CONSTRAINT application_attempts_channel_known CHECK (channel IN ('VMS', 'MANUAL')),
	outcome {{text}} NOT NULL CONSTRAINT application_attempts_outcome_known CHECK (outcome IN ('ACCEPTED', 'FAILED')),
	class {{text}} NOT NULL,
	code {{text}} NOT NULL,
	message {{text}} NOT NULL,
	external_id {{text}} NOT NULL,
	duration_ms BIGINT NOT NULL
);
CREATE UNIQUE INDEX application_attempts_application_id_round_attempt_unique ON application_attempts (application_id, round, attempt);

-- What the outbound queue has to do; one row per application, round and kind.
CREATE TABLE outbound_tasks (
	id {{id}},
	application_id BIGINT NOT NULL CONSTRAINT outbound_tasks_application_fk REFERENCES applications (id) ON DELETE CASCADE,
	round BIGINT NOT NULL,
	kind {{text}} NOT NULL CONSTRAINT outbound_tasks_kind_known CHECK (kind IN ('APPLICATION', 'APPLICATION_WITHDRAW')),
	state {{text}} NOT NULL CONSTRAINT outbound_tasks_state_known CHECK (state IN ('QUEUED', 'DONE', 'FAILED', 'CANCELLED')),
	due BIGINT NOT NULL,
	created BIGINT NOT NULL
);
CREATE UNIQUE INDEX outbound_tasks_application_id_round_kind_unique ON outbound_tasks (application_id, round, kind);
CREATE INDEX outbound_tasks_due_idx ON outbound_tasks (due, id) WHERE state = 'QUEUED';
