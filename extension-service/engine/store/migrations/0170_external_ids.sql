-- +goose Up
-- A system may have several ids for somebody whose records were merged.
{{if sqlite -}}
DROP INDEX freelancer_external_ids_idx;
ALTER TABLE freelancer_external_ids RENAME TO freelancer_external_ids_old;
CREATE TABLE freelancer_external_ids (
	freelancer_id BIGINT NOT NULL CONSTRAINT freelancer_external_ids_freelancer_fk REFERENCES freelancers (id),
	system {{text}} NOT NULL,
	external_id {{text}} NOT NULL,
	PRIMARY KEY (freelancer_id, system, external_id)
);
INSERT INTO freelancer_external_ids (freelancer_id, system, external_id)
SELECT freelancer_id, system, external_id
  FROM freelancer_external_ids_old;
DROP TABLE freelancer_external_ids_old;
CREATE INDEX freelancer_external_ids_idx ON freelancer_external_ids (system, external_id, freelancer_id);
{{- else -}}
ALTER TABLE freelancer_external_ids DROP CONSTRAINT freelancer_external_ids_pkey;
ALTER TABLE freelancer_external_ids ADD PRIMARY KEY (freelancer_id, system, external_id);
{{- end}}
