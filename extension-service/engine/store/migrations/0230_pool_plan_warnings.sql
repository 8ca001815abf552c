-- +goose Up
-- What somebody should know of a row of a plan that nothing stands against.
ALTER TABLE pool_plan_rows ADD COLUMN warning {{text}} NOT NULL DEFAULT '';
