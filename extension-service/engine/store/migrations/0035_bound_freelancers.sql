-- +goose Up
-- Whom a scope leaves out is counted along this index alone: it holds everything that says so.
DROP INDEX freelancers_bound_client_idx;
CREATE INDEX freelancers_bound_client_idx ON freelancers (bound_client_id, user_status, id, deleted_at, bound_until, bound_legal_entity_id)
 WHERE bound_client_id IS NOT NULL;
