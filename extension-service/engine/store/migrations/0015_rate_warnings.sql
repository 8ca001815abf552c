-- +goose Up
-- The condition is that of the formula warnings, word for word: the planner goes by it.
CREATE INDEX applications_warned_idx ON applications (client_id, legal_entity_id, project_id, id)
	WHERE status IN ('uc', 'a') AND deleted_at IS NULL AND rate_override = 0 AND rate_breakdown LIKE '%"warnings":[{%';
