-- +goose Up
CREATE TABLE audit (
	id {{id}},
	at BIGINT NOT NULL,
	actor_kind {{text}} NOT NULL,
	actor_id BIGINT NOT NULL,
	actor_name {{text}} NOT NULL,
	on_behalf_of BIGINT,
	action {{text}} NOT NULL,
	entity {{text}} NOT NULL,
	entity_id BIGINT NOT NULL,
	version BIGINT NOT NULL,
	client_id BIGINT NOT NULL,
	legal_entity_id BIGINT NOT NULL,
	changed {{text}} NOT NULL,
	before {{text}} NOT NULL,
	after {{text}} NOT NULL,
	reason {{text}} NOT NULL,
	comment {{text}} NOT NULL,
	unguarded BIGINT NOT NULL,
	request_id {{text}} NOT NULL,
	ip {{text}} NOT NULL,
	user_agent {{text}} NOT NULL,
	source {{text}} NOT NULL,
	batch_id {{text}} NOT NULL
);
CREATE INDEX audit_entity_idx ON audit (entity, entity_id, id);
CREATE INDEX audit_request_idx ON audit (request_id);
CREATE INDEX audit_actor_idx ON audit (actor_id, id);
{{audited "audit"}}

CREATE TABLE outbox (
	id {{id}},
	topic {{text}} NOT NULL,
	entity {{text}} NOT NULL,
	entity_id BIGINT NOT NULL,
	version BIGINT NOT NULL,
	payload {{text}} NOT NULL,
	created BIGINT NOT NULL
);
CREATE INDEX outbox_topic_idx ON outbox (topic, id);

CREATE TABLE idempotency (
	user_id BIGINT NOT NULL,
	request {{text}} NOT NULL,
	key {{text}} NOT NULL,
	body_hash {{text}} NOT NULL,
	status BIGINT NOT NULL,
	record_id BIGINT NOT NULL,
	created BIGINT NOT NULL,
	PRIMARY KEY (user_id, request, key)
);

CREATE TABLE preferences (
	staff_id BIGINT NOT NULL,
	key {{text}} NOT NULL,
	value {{text}} NOT NULL,
	PRIMARY KEY (staff_id, key)
);
