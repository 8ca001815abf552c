-- +goose Up
-- The second factor of an account: the secret in use, and one that is being set up. Both are encrypted under the seal.
CREATE TABLE staff_totp (
	staff_id BIGINT NOT NULL CONSTRAINT staff_totp_pk PRIMARY KEY
		CONSTRAINT staff_totp_staff_fk REFERENCES staff (id),
	secret {{text}} NOT NULL,
	pending {{text}} NOT NULL,
	last_step BIGINT NOT NULL,
	since BIGINT NOT NULL
);

CREATE TABLE staff_recovery_codes (
	hash {{text}} NOT NULL CONSTRAINT staff_recovery_codes_pk PRIMARY KEY,
	staff_id BIGINT NOT NULL CONSTRAINT staff_recovery_codes_staff_fk REFERENCES staff (id)
);
CREATE INDEX staff_recovery_codes_staff_idx ON staff_recovery_codes (staff_id);

-- What a right password is answered with where a code is asked for too.
CREATE TABLE staff_challenges (
	hash {{text}} NOT NULL CONSTRAINT staff_challenges_pk PRIMARY KEY,
	staff_id BIGINT NOT NULL CONSTRAINT staff_challenges_staff_fk REFERENCES staff (id),
	until BIGINT NOT NULL,
	tries BIGINT NOT NULL
);
CREATE INDEX staff_challenges_until_idx ON staff_challenges (until);

-- The key that secrets of people are encrypted under; with SIGNING_SECRET it is encrypted itself.
CREATE TABLE staff_seals (
	kid {{text}} NOT NULL CONSTRAINT staff_seals_pk PRIMARY KEY,
	seed {{text}} NOT NULL
);

-- When the person last proved to be there, and whether a second factor has to be set up before anything else.
ALTER TABLE staff_sessions ADD COLUMN proved BIGINT NOT NULL DEFAULT 0;
ALTER TABLE staff_sessions ADD COLUMN factor_due BIGINT NOT NULL DEFAULT 0;
