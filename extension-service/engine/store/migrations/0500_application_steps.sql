-- +goose Up
-- expand: the list of applications by when they were confirmed, sent and hired, in that order and counted without their rows, also of
-- those made since a day; those of an MSP in the order of ids. Costs an entry more of what is confirmed.
DROP INDEX applications_sent_at_idx;
DROP INDEX applications_hired_at_idx;
CREATE INDEX applications_confirmed_at_idx
	ON applications (confirmed_at, id, client_id, legal_entity_id, msp_id, created) WHERE confirmed_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX applications_sent_at_idx
	ON applications (sent_at, id, client_id, legal_entity_id, msp_id, created) WHERE sent_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX applications_hired_at_idx
	ON applications (hired_at, id, client_id, legal_entity_id, msp_id, created) WHERE hired_at IS NOT NULL AND deleted_at IS NULL;
