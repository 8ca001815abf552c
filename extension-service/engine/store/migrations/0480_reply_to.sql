-- +goose Up
-- expand: to whom the recipient of a mail answers, which is whoever has written it. An older version of the service that sends one
-- leaves answers to the sender of all mails.
ALTER TABLE mails ADD COLUMN reply_to {{text}} NOT NULL DEFAULT '';
