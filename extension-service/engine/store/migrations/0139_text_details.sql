-- +goose Up
-- What a text said to translators, and how long texts of its key may be: a text that is put back has both again.
ALTER TABLE text_changes ADD COLUMN before_details {{text}} NOT NULL DEFAULT '';
ALTER TABLE text_changes ADD COLUMN after_details {{text}} NOT NULL DEFAULT '';
