-- +goose Up
-- expand: changes that take effect at a later time: a call of the service each.
CREATE TABLE planned_changes (
	id {{id}},
	state {{text}} NOT NULL CONSTRAINT planned_changes_state_known CHECK (state IN ('PLANNED', 'WAITING', 'DONE', 'CANCELLED')),
	method {{text}} NOT NULL,
	path {{text}} NOT NULL,
	body {{text}} NOT NULL,
	base {{text}} NOT NULL,
	entity {{text}} NOT NULL,
	record_id BIGINT NOT NULL,
	title {{text}} NOT NULL,
	lines {{text}} NOT NULL,
	effective BIGINT NOT NULL,
	note {{text}} NOT NULL,
	by_id BIGINT NOT NULL,
	by_name {{text}} NOT NULL,
	created BIGINT NOT NULL,
	ended BIGINT,
	problem {{text}} NOT NULL,
	ended_by {{text}} NOT NULL
);
CREATE INDEX planned_changes_due_idx ON planned_changes (effective, id) WHERE state = 'PLANNED';
CREATE INDEX planned_changes_entity_idx ON planned_changes (entity, record_id, effective);
CREATE INDEX planned_changes_effective_idx ON planned_changes (effective, id);
