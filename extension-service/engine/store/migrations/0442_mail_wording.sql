-- +goose Up
-- expand: a mail that somebody has written has words of its own in place of those of its template. An older version of the service that
-- sends one takes the words of the template.
ALTER TABLE mails ADD COLUMN subject {{text}} NOT NULL DEFAULT '';
ALTER TABLE mails ADD COLUMN body {{text}} NOT NULL DEFAULT '';
