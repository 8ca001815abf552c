-- +goose Up
CREATE TABLE mails (
	id {{id}},
	template {{text}} NOT NULL,
	recipient {{text}} NOT NULL,
	recipient_key {{text}} NOT NULL,
	locale {{text}} NOT NULL,
	client_id BIGINT NOT NULL,
	params {{text}} NOT NULL,
	entity {{text}} NOT NULL,
	entity_id BIGINT NOT NULL,
	state {{text}} NOT NULL CONSTRAINT mails_state_known CHECK (state IN ('QUEUED', 'SENT', 'FAILED', 'CANCELLED')),
	attempts BIGINT NOT NULL,
	error {{text}} NOT NULL,
	send_at BIGINT NOT NULL,
	due_at BIGINT NOT NULL,
	created BIGINT NOT NULL,
	sent_at BIGINT,
	link_kind {{text}} NOT NULL,
	link_subject {{text}} NOT NULL,
	link_valid BIGINT NOT NULL
);
CREATE INDEX mails_due_idx ON mails (due_at, id) WHERE state = 'QUEUED';
CREATE INDEX mails_entity_idx ON mails (entity, entity_id, id);
CREATE INDEX mails_recipient_idx ON mails (recipient_key, template, created);
CREATE INDEX mails_state_idx ON mails (state, id);
CREATE INDEX mails_created_idx ON mails (created);

CREATE TABLE mail_links (
	hash {{text}} NOT NULL PRIMARY KEY,
	mail_id BIGINT NOT NULL CONSTRAINT mail_links_mail_fk REFERENCES mails (id) ON DELETE CASCADE,
	expires BIGINT NOT NULL
);
CREATE INDEX mail_links_mail_idx ON mail_links (mail_id);
CREATE INDEX mail_links_expires_idx ON mail_links (expires);

CREATE TABLE mail_lease (
	id BIGINT NOT NULL PRIMARY KEY,
	holder {{text}} NOT NULL,
	until BIGINT NOT NULL
);
INSERT INTO mail_lease (id, holder, until) VALUES (1, '', 0);

CREATE TABLE settings (
	key {{text}} NOT NULL PRIMARY KEY,
	value {{text}} NOT NULL,
	version BIGINT NOT NULL,
	last_updated BIGINT NOT NULL
);

CREATE TABLE impersonations (
	id {{id}},
	code_hash {{text}} NOT NULL,
	code_until BIGINT NOT NULL,
	user_kind {{text}} NOT NULL CONSTRAINT impersonations_kind_known CHECK (user_kind IN ('freelancer', 'msp')),
	user_id BIGINT NOT NULL,
	admin_id BIGINT NOT NULL CONSTRAINT impersonations_admin_fk REFERENCES staff (id),
	reason {{text}} NOT NULL,
	requested BIGINT NOT NULL,
	started BIGINT,
	ends BIGINT,
	ip {{text}} NOT NULL,
	user_agent {{text}} NOT NULL,
	token_id {{text}} NOT NULL
);
CREATE UNIQUE INDEX impersonations_code_hash_unique ON impersonations (code_hash);
CREATE INDEX impersonations_user_idx ON impersonations (user_kind, user_id, id) WHERE started IS NOT NULL;
CREATE INDEX impersonations_waiting_idx ON impersonations (code_until) WHERE started IS NULL;

CREATE TABLE audit_subjects (
	id {{id}},
	entity {{text}} NOT NULL,
	entity_id BIGINT NOT NULL,
	secret {{text}} NOT NULL,
	created BIGINT NOT NULL
);
CREATE UNIQUE INDEX audit_subjects_entity_unique ON audit_subjects (entity, entity_id);

CREATE TABLE audit_values (
	audit_id BIGINT NOT NULL PRIMARY KEY,
	subject_id BIGINT NOT NULL,
	fields {{text}} NOT NULL,
	sealed {{text}} NOT NULL
);
CREATE INDEX audit_values_subject_idx ON audit_values (subject_id);
CREATE INDEX audit_batch_idx ON audit (batch_id, id) WHERE batch_id <> '';
