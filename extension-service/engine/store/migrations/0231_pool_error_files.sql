-- +goose Up
-- The file with the faulty rows of an import, and until when it is kept, in milliseconds.
ALTER TABLE pool_imports ADD COLUMN error_file {{text}} NOT NULL DEFAULT '';
ALTER TABLE pool_imports ADD COLUMN error_until BIGINT NOT NULL DEFAULT 0;
CREATE INDEX pool_imports_error_file_idx ON pool_imports (error_until) WHERE error_file <> '';
