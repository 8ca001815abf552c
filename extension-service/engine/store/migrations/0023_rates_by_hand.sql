-- +goose Up
-- A rate that was set by hand carries the mark of it.
UPDATE applications
   SET rate_override = 1
 WHERE rate_override = 0
   AND rate_breakdown LIKE '%"byHand":[%';

-- Who only set a rate by hand has not said why it may lie outside of the limits. The condition is that of the formula warnings,
-- word for word: the planner goes by it.
DROP INDEX applications_warned_idx;
CREATE INDEX applications_warned_idx ON applications (client_id, legal_entity_id, project_id, id)
	WHERE status IN ('uc', 'a') AND deleted_at IS NULL AND (rate_override = 0 OR rate_override_reason = '') AND rate_breakdown LIKE '%"warnings":[{%';
