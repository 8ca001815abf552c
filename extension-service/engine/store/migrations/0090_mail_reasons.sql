-- +goose Up
-- Why a mail will not be sent, and how often its row has changed.
ALTER TABLE mails ADD COLUMN reason {{text}} NOT NULL DEFAULT '';
ALTER TABLE mails ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
