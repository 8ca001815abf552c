-- +goose Up
CREATE TABLE staff (
	id {{id}},
	version BIGINT NOT NULL,
	email {{text}} NOT NULL,
	email_key {{text}} NOT NULL,
	account {{text}} NOT NULL,
	first_name {{text}} NOT NULL,
	last_name {{text}} NOT NULL,
	name_fold {{text}} NOT NULL,
	roles {{text}} NOT NULL,
	client_ids {{text}} NOT NULL,
	legal_entity_ids {{text}} NOT NULL,
	status {{text}} NOT NULL CONSTRAINT staff_status_known CHECK (status IN ('UV', 'AC', 'DE', 'DL')),
	login_kind {{text}} NOT NULL CONSTRAINT staff_login_kind_known CHECK (login_kind IN ('PWD', 'AUTH0')),
	locale {{text}} NOT NULL,
	dark_theme BIGINT NOT NULL,
	password_hash {{text}} NOT NULL,
	password_changed_at BIGINT NOT NULL,
	one_time_hash {{text}} NOT NULL,
	one_time_until BIGINT NOT NULL,
	one_time_used BIGINT NOT NULL,
	last_login_at BIGINT NOT NULL,
	created BIGINT NOT NULL,
	last_updated BIGINT NOT NULL,
	deleted_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX staff_email_key_unique ON staff (email_key) WHERE status <> 'DL';
CREATE INDEX staff_email_idx ON staff (email_key);

CREATE TABLE staff_passwords (
	id {{id}},
	staff_id BIGINT NOT NULL CONSTRAINT staff_passwords_staff_fk REFERENCES staff (id),
	hash {{text}} NOT NULL,
	replaced BIGINT NOT NULL
);
CREATE INDEX staff_passwords_staff_idx ON staff_passwords (staff_id, id);

CREATE TABLE staff_password_calls (
	id {{id}},
	staff_id BIGINT NOT NULL CONSTRAINT staff_password_calls_staff_fk REFERENCES staff (id),
	at BIGINT NOT NULL
);
CREATE INDEX staff_password_calls_staff_idx ON staff_password_calls (staff_id, at);

CREATE TABLE staff_sessions (
	sid {{text}} NOT NULL PRIMARY KEY,
	staff_id BIGINT NOT NULL CONSTRAINT staff_sessions_staff_fk REFERENCES staff (id),
	started BIGINT NOT NULL,
	last_seen BIGINT NOT NULL,
	ip {{text}} NOT NULL,
	user_agent {{text}} NOT NULL,
	generation BIGINT NOT NULL,
	idle_until BIGINT NOT NULL,
	expires BIGINT NOT NULL,
	revoked BIGINT NOT NULL,
	reason {{text}} NOT NULL
);
CREATE INDEX staff_sessions_staff_idx ON staff_sessions (staff_id, revoked);
CREATE INDEX staff_sessions_revoked_idx ON staff_sessions (revoked);
CREATE INDEX staff_sessions_idle_idx ON staff_sessions (idle_until);

CREATE TABLE staff_refresh_tokens (
	hash {{text}} NOT NULL PRIMARY KEY,
	sid {{text}} NOT NULL CONSTRAINT staff_refresh_tokens_session_fk REFERENCES staff_sessions (sid) ON DELETE CASCADE,
	generation BIGINT NOT NULL,
	idle_until BIGINT NOT NULL,
	rotated BIGINT NOT NULL,
	successor {{text}} NOT NULL
);
CREATE INDEX staff_refresh_tokens_session_idx ON staff_refresh_tokens (sid, generation);
CREATE INDEX staff_refresh_tokens_sealed_idx ON staff_refresh_tokens (rotated) WHERE successor <> '';

CREATE TABLE staff_logins (
	id {{id}},
	staff_id BIGINT NOT NULL CONSTRAINT staff_logins_staff_fk REFERENCES staff (id),
	at BIGINT NOT NULL,
	ip {{text}} NOT NULL,
	network {{text}} NOT NULL,
	user_agent {{text}} NOT NULL,
	login {{text}} NOT NULL,
	outcome {{text}} NOT NULL
);
CREATE INDEX staff_logins_staff_idx ON staff_logins (staff_id, id);
CREATE INDEX staff_logins_network_idx ON staff_logins (staff_id, network, at);
CREATE INDEX staff_logins_at_idx ON staff_logins (at);

CREATE TABLE staff_failures (
	id {{id}},
	account {{text}} NOT NULL,
	network {{text}} NOT NULL,
	at BIGINT NOT NULL,
	counted BIGINT NOT NULL
);
CREATE INDEX staff_failures_account_idx ON staff_failures (account, at);
CREATE INDEX staff_failures_network_idx ON staff_failures (network, at);
CREATE INDEX staff_failures_at_idx ON staff_failures (at);

CREATE TABLE staff_blocks (
	id {{id}},
	kind {{text}} NOT NULL,
	account {{text}} NOT NULL,
	network {{text}} NOT NULL,
	started BIGINT NOT NULL,
	until BIGINT NOT NULL
);
CREATE INDEX staff_blocks_account_idx ON staff_blocks (account, until);
CREATE INDEX staff_blocks_network_idx ON staff_blocks (network, until);
CREATE INDEX staff_blocks_until_idx ON staff_blocks (until);

CREATE TABLE staff_gate (
	id BIGINT NOT NULL PRIMARY KEY,
	passed BIGINT NOT NULL
);
INSERT INTO staff_gate (id, passed) VALUES (1, 0);

CREATE TABLE staff_signing_keys (
	kid {{text}} NOT NULL PRIMARY KEY,
	seed {{text}} NOT NULL,
	follows {{text}} NOT NULL CONSTRAINT staff_signing_keys_follows_unique UNIQUE,
	created BIGINT NOT NULL,
	retired BIGINT NOT NULL
);
