-- +goose Up
-- Who of the staff did what the product then went on with by itself. It is noted rather than found by the request, whose id
-- anybody may choose.
ALTER TABLE audit ADD COLUMN cause_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE audit ADD COLUMN cause_name {{text}} NOT NULL DEFAULT '';
