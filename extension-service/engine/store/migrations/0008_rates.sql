-- +goose Up
CREATE TABLE rate_versions (
	id {{id}},
	scope {{text}} NOT NULL CONSTRAINT rate_versions_scope_known CHECK (scope IN ('system', 'client', 'legalentity', 'project')),
	record_id BIGINT NOT NULL,
	version BIGINT NOT NULL,
	pay_rate_formula {{text}} NOT NULL,
	bill_rate_formula {{text}} NOT NULL,
	note {{text}} NOT NULL,
	created BIGINT NOT NULL,
	created_by {{text}} NOT NULL
);
CREATE UNIQUE INDEX rate_versions_record_unique ON rate_versions (scope, record_id, version);
CREATE INDEX projects_formulas_idx ON projects (client_id, id) WHERE pay_rate_formula <> '' OR bill_rate_formula <> '';

INSERT INTO rate_versions (scope, record_id, version, pay_rate_formula, bill_rate_formula, note, created, created_by)
SELECT 'client', id, 1, pay_rate_formula, bill_rate_formula, '', last_updated, last_updated_by
  FROM clients
 WHERE pay_rate_formula <> '' OR bill_rate_formula <> '';
INSERT INTO rate_versions (scope, record_id, version, pay_rate_formula, bill_rate_formula, note, created, created_by)
SELECT 'legalentity', id, 1, pay_rate_formula, bill_rate_formula, '', last_updated, last_updated_by
  FROM legal_entities
 WHERE pay_rate_formula <> '' OR bill_rate_formula <> '';
INSERT INTO rate_versions (scope, record_id, version, pay_rate_formula, bill_rate_formula, note, created, created_by)
SELECT 'project', id, 1, pay_rate_formula, bill_rate_formula, '', last_updated, last_updated_by
  FROM projects
 WHERE pay_rate_formula <> '' OR bill_rate_formula <> '';
