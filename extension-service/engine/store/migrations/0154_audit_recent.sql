-- +goose Up
{{if sqlite}}
-- Entries are written into a table that has no indexes, and put into the one that has them many at once: audit is both. A column
-- that one of them gets the other one gets as well.
DROP VIEW audit_facts;
ALTER TABLE audit RENAME TO audit_indexed;

CREATE TABLE audit_recent (
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
	batch_id {{text}} NOT NULL,
	cause_id BIGINT NOT NULL DEFAULT 0,
	cause_name {{text}} NOT NULL DEFAULT ''
);
INSERT INTO sqlite_sequence (name, seq) SELECT 'audit_recent', coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'audit_indexed'), 0);

CREATE VIEW audit AS SELECT * FROM audit_indexed UNION ALL SELECT * FROM audit_recent;

CREATE VIEW audit_facts AS
SELECT id, entity, entity_id
  FROM audit;

-- An entry leaves the table only once it stands among the indexed ones just as it is.
-- +goose StatementBegin
CREATE TRIGGER audit_recent_no_update BEFORE UPDATE ON audit_recent BEGIN
	SELECT RAISE(ABORT, 'audit is append-only');
END;
CREATE TRIGGER audit_recent_no_replace BEFORE INSERT ON audit_recent WHEN EXISTS (SELECT 1 FROM audit WHERE id = new.id) BEGIN
	SELECT RAISE(ABORT, 'audit is append-only');
END;
CREATE TRIGGER audit_recent_no_delete BEFORE DELETE ON audit_recent
	WHEN NOT EXISTS (
		SELECT 1
		  FROM audit_indexed
		 WHERE id = old.id
		   AND (at, actor_kind, actor_id, actor_name, on_behalf_of, action, entity, entity_id, version, client_id, legal_entity_id, changed,
		        before, after, reason, comment, unguarded, request_id, ip, user_agent, source, batch_id, cause_id, cause_name)
		    IS (old.at, old.actor_kind, old.actor_id, old.actor_name, old.on_behalf_of, old.action, old.entity, old.entity_id, old.version, old.client_id, old.legal_entity_id, old.changed,
		        old.before, old.after, old.reason, old.comment, old.unguarded, old.request_id, old.ip, old.user_agent, old.source, old.batch_id, old.cause_id, old.cause_name)
	) BEGIN
	SELECT RAISE(ABORT, 'audit is append-only');
END;
CREATE TRIGGER audit_recent_batches_insert AFTER INSERT ON audit_recent WHEN new.batch_id <> '' BEGIN
	INSERT INTO audit_batches (batch_id, entry_id) VALUES (new.batch_id, new.id) ON CONFLICT (batch_id) DO NOTHING;
END;
-- +goose StatementEnd
{{end}}
