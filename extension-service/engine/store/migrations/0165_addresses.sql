-- +goose Up
-- Addresses are compared by a form of their own, which both engines hold alike: lower() of SQLite knows only plain letters. The
-- service makes it of each address at its next start (store.DB.Refold), as it does with what is searched.
ALTER TABLE freelancers ADD COLUMN email_key {{text}} NOT NULL DEFAULT '';
UPDATE freelancers SET email_key = lower(email);
DROP INDEX freelancers_email_unique;
CREATE UNIQUE INDEX freelancers_email_key_unique ON freelancers (email_key) WHERE user_status <> 'DL';
ALTER TABLE msps ADD COLUMN email_key {{text}} NOT NULL DEFAULT '';
UPDATE msps SET email_key = lower(email);
DROP INDEX msps_email_unique;
CREATE UNIQUE INDEX msps_email_key_unique ON msps (email_key) WHERE user_status <> 'DL';

-- By which version of the forms of texts the columns are made that hold them.
CREATE TABLE text_forms (version BIGINT NOT NULL);
INSERT INTO text_forms (version) VALUES (1);
