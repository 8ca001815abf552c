-- +goose Up
-- A record is looked for by its id among all entities, in the index that begins with the entity.
DROP INDEX audit_record_idx;
