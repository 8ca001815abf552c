-- +goose Up
-- Whom an upload is about, from its creation on and whatever names it: what goes when the person is forgotten.
CREATE TABLE resource_subjects (
	resource_id {{text}} NOT NULL CONSTRAINT resource_subjects_resource_fk REFERENCES resources (id) ON DELETE CASCADE,
	entity {{text}} NOT NULL,
	entity_id BIGINT NOT NULL,
	made BIGINT NOT NULL,
	PRIMARY KEY (resource_id, entity, entity_id)
);
CREATE INDEX resource_subjects_entity_idx ON resource_subjects (entity, entity_id);
INSERT INTO resource_subjects (resource_id, entity, entity_id, made)
SELECT u.resource_id, 'freelancer', a.freelancer_id, max(CASE WHEN a.pdf_resource_id = u.resource_id THEN 1 ELSE 0 END)
  FROM resource_uses u
  JOIN applications a ON a.id = u.entity_id
 WHERE u.entity = 'application'
 GROUP BY u.resource_id, a.freelancer_id;
