-- +goose Up
-- A file that people are brought into a pool from, as JSON: how it is read and what its columns are taken for. It is cleared, as
-- are the cells of its rows, once nothing needs them any more.
ALTER TABLE pool_imports ADD COLUMN source {{text}} NOT NULL DEFAULT '';
-- What becomes of somebody unless they are left out.
ALTER TABLE pool_plan_rows ADD COLUMN accepted {{text}} NOT NULL DEFAULT 'ADD';
-- Of a row of a file: where it stands, its cells, who it may be about, and what is wrong with it.
ALTER TABLE pool_plan_rows ADD COLUMN line BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pool_plan_rows ADD COLUMN cells {{text}} NOT NULL DEFAULT '';
ALTER TABLE pool_plan_rows ADD COLUMN found {{text}} NOT NULL DEFAULT '';
ALTER TABLE pool_plan_rows ADD COLUMN wrong {{text}} NOT NULL DEFAULT '';
-- What the columns of a client's files were taken for the last time.
CREATE TABLE pool_import_columns (
	client_id BIGINT NOT NULL PRIMARY KEY CONSTRAINT pool_import_columns_client_fk REFERENCES clients (id) ON DELETE CASCADE,
	columns {{text}} NOT NULL
);
-- What became of the rows of jobs; to the owners of their plans.
CREATE VIEW job_outcome_facts AS
SELECT job_id, n, outcome
  FROM job_rows;
