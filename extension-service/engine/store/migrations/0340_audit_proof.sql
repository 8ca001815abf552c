-- +goose Up
-- expand: the audit log is chained by hashes outside of its writes, and how the chain stands is signed ("Audit and history"). A segment
-- has the hashes of successive entries (leaves; empty once those were pruned), and its own hash covers that of the one before.
CREATE TABLE audit_segments (
	position BIGINT NOT NULL CONSTRAINT audit_segments_pk PRIMARY KEY,
	first_id BIGINT NOT NULL,
	last_id BIGINT NOT NULL,
	last_at BIGINT NOT NULL,
	entries BIGINT NOT NULL,
	leaves {{text}} NOT NULL,
	digest {{text}} NOT NULL,
	hash {{text}} NOT NULL
);

-- What was signed: how the chain stood at an instant, and up to where it was pruned. sent is when it left the database.
CREATE TABLE audit_statements (
	id {{id}},
	kind {{text}} NOT NULL,
	at {{text}} NOT NULL,
	position BIGINT NOT NULL,
	last_id BIGINT NOT NULL,
	hash {{text}} NOT NULL,
	signature {{text}} NOT NULL,
	sent BIGINT
);

-- The key that signs, encrypted as the other secrets are.
CREATE TABLE audit_key (
	id BIGINT NOT NULL CONSTRAINT audit_key_pk PRIMARY KEY CONSTRAINT audit_key_one CHECK (id = 1),
	public {{text}} NOT NULL,
	seed {{text}} NOT NULL
);

-- Encrypted values stand as the entries do that they belong to.
-- +goose StatementBegin
{{if sqlite}}
CREATE TRIGGER audit_values_no_update BEFORE UPDATE ON audit_values BEGIN
	SELECT RAISE(ABORT, 'audit is append-only');
END;
CREATE TRIGGER audit_values_no_delete BEFORE DELETE ON audit_values BEGIN
	SELECT RAISE(ABORT, 'audit is append-only');
END;
{{else}}
CREATE TRIGGER audit_values_append_only BEFORE UPDATE OR DELETE ON audit_values FOR EACH ROW EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_values_no_truncate BEFORE TRUNCATE ON audit_values FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
{{end}}
-- +goose StatementEnd
