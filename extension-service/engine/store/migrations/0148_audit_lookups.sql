-- +goose Up
-- What the audit log is looked through by: a time, an action, a source, a record, and the parts of the product that act by
-- themselves.
CREATE INDEX audit_at_idx ON audit (at, id);
CREATE INDEX audit_action_idx ON audit (action, id);
CREATE INDEX audit_source_idx ON audit (source, id);
CREATE INDEX audit_record_idx ON audit (entity_id, id);
CREATE INDEX audit_product_idx ON audit (actor_kind, actor_name, id) WHERE actor_kind IN ('system', 'vms');

-- The first entry of every batch, by which a batch is named.
CREATE TABLE audit_batches (
	batch_id {{text}} NOT NULL CONSTRAINT audit_batches_pk PRIMARY KEY,
	entry_id BIGINT NOT NULL
);
INSERT INTO audit_batches (batch_id, entry_id) SELECT batch_id, min(id) FROM audit WHERE batch_id <> '' GROUP BY batch_id;
CREATE INDEX audit_batches_entry_idx ON audit_batches (entry_id);
{{if sqlite}}
-- +goose StatementBegin
CREATE TRIGGER audit_batches_insert AFTER INSERT ON audit WHEN new.batch_id <> '' BEGIN
	INSERT INTO audit_batches (batch_id, entry_id) VALUES (new.batch_id, new.id) ON CONFLICT (batch_id) DO NOTHING;
END;
-- +goose StatementEnd
{{else}}
-- +goose StatementBegin
CREATE FUNCTION audit_batches_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO audit_batches (batch_id, entry_id) VALUES (new.batch_id, new.id) ON CONFLICT (batch_id) DO NOTHING;
	RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER audit_batches_insert AFTER INSERT ON audit FOR EACH ROW WHEN (new.batch_id <> '') EXECUTE FUNCTION audit_batches_kept();
{{end}}
