-- +goose Up
-- Who an account is at the provider it signs in by. One account has one identity, and the other way round.
CREATE TABLE staff_identities (
	staff_id BIGINT NOT NULL CONSTRAINT staff_identities_pk PRIMARY KEY
		CONSTRAINT staff_identities_staff_fk REFERENCES staff (id),
	issuer {{text}} NOT NULL,
	subject {{text}} NOT NULL,
	linked BIGINT NOT NULL,
	CONSTRAINT staff_identities_issuer_subject_unique UNIQUE (issuer, subject)
);

-- What counts once: tokens of the provider and the nonces of ours that they carry, until they have run out by themselves.
CREATE TABLE staff_spent (
	id {{text}} NOT NULL CONSTRAINT staff_spent_pk PRIMARY KEY,
	until BIGINT NOT NULL
);
CREATE INDEX staff_spent_until_idx ON staff_spent (until);

-- How a session was begun, and the session of the provider that it ends with.
ALTER TABLE staff_sessions ADD COLUMN login {{text}} NOT NULL DEFAULT 'PWD';
ALTER TABLE staff_sessions ADD COLUMN methods {{text}} NOT NULL DEFAULT 'pwd';
ALTER TABLE staff_sessions ADD COLUMN issuer_session {{text}} NOT NULL DEFAULT '';
