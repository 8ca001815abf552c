-- +goose Up
-- expand: how far applications come, read without their rows: those of a period by when they were made, and what was sent and hired in
-- the last weeks. Costs one entry more of a new application, and one for each of its three instants. A condition that always holds keeps
-- the lists from going by the first, which has no order of ids.
CREATE INDEX applications_funnel_idx
	ON applications (created, client_id, legal_entity_id, msp_id, confirmed_at, sent_at, hired_at) WHERE deleted_at IS NULL AND created > 0;
CREATE INDEX applications_sent_at_idx
	ON applications (sent_at, client_id, legal_entity_id, msp_id) WHERE sent_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX applications_hired_at_idx
	ON applications (hired_at, client_id, legal_entity_id, msp_id) WHERE hired_at IS NOT NULL AND deleted_at IS NULL;
