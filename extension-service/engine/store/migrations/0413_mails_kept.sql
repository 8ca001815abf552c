-- +goose Up
-- expand: whether a mail that counts as sent is only kept as a file, since there was no server of mails. An older version of
-- the service calls it sent.
ALTER TABLE mails ADD COLUMN kept_file BIGINT NOT NULL DEFAULT 0;
