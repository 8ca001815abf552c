-- +goose Up
-- expand: passkeys of accounts beside codes of an app ("Second factor"). The private half never leaves its authenticator. Ids, keys and
-- handles are base64url; the handle is what authenticators know the account by, the same for all passkeys of one.
CREATE TABLE staff_passkeys (
	id {{id}},
	staff_id BIGINT NOT NULL CONSTRAINT staff_passkeys_staff_fk REFERENCES staff (id),
	credential_id {{text}} NOT NULL CONSTRAINT staff_passkeys_credential_unique UNIQUE,
	public_key {{text}} NOT NULL,
	handle {{text}} NOT NULL,
	name {{text}} NOT NULL,
	counter BIGINT NOT NULL,
	transports {{text}} NOT NULL,
	backup_eligible BIGINT NOT NULL,
	backed_up BIGINT NOT NULL,
	created BIGINT NOT NULL,
	last_used BIGINT NOT NULL
);
CREATE INDEX staff_passkeys_staff_idx ON staff_passkeys (staff_id, id);

-- Challenges that a passkey has yet to answer, by their hash: of a session that adds one (sid, and the handle it is made for), or of an
-- address where somebody signs in by a passkey alone. Each counts once.
CREATE TABLE staff_passkey_challenges (
	hash {{text}} NOT NULL CONSTRAINT staff_passkey_challenges_pk PRIMARY KEY,
	sid {{text}} NOT NULL,
	handle {{text}} NOT NULL,
	network {{text}} NOT NULL,
	until BIGINT NOT NULL
);
CREATE INDEX staff_passkey_challenges_until_idx ON staff_passkey_challenges (until);
CREATE INDEX staff_passkey_challenges_network_idx ON staff_passkey_challenges (network, until);
