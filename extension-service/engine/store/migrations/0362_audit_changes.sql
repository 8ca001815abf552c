-- +goose Up
-- expand: which entries of the audit log changed which field, and from which value to which ("Audit and history"). change_key is a
-- hash of the entity, the field and perhaps one value, so that a value that is looked for costs one look into an index.
CREATE TABLE audit_changes (
	change_key BIGINT NOT NULL,
	entry_id BIGINT NOT NULL,
	CONSTRAINT audit_changes_pk PRIMARY KEY (change_key, entry_id)
){{if sqlite}} WITHOUT ROWID{{end}};

-- The fields that any entry changed, by which one looks for them.
CREATE TABLE audit_fields (
	entity {{text}} NOT NULL,
	field {{text}} NOT NULL,
	CONSTRAINT audit_fields_pk PRIMARY KEY (entity, field)
);

-- Up to which entry changes have been indexed.
CREATE TABLE audit_changes_done (
	id BIGINT NOT NULL CONSTRAINT audit_changes_done_pk PRIMARY KEY CONSTRAINT audit_changes_done_one CHECK (id = 1),
	entry_id BIGINT NOT NULL
);
INSERT INTO audit_changes_done (id, entry_id) VALUES (1, 0);
