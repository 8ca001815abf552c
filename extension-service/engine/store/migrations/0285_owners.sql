-- +goose Up
-- Who of the staff answers for a project, a client or an MSP. Two indexes of each answer what is somebody's as owner or as deputy; a write
-- changes them where it changes one of the two, or puts the record into the trash.
ALTER TABLE projects ADD COLUMN owner_id BIGINT;
ALTER TABLE projects ADD COLUMN deputy_id BIGINT;
CREATE INDEX projects_owner_idx ON projects (owner_id, id, deleted_at);
CREATE INDEX projects_deputy_idx ON projects (deputy_id, id, deleted_at);
ALTER TABLE clients ADD COLUMN owner_id BIGINT;
ALTER TABLE clients ADD COLUMN deputy_id BIGINT;
CREATE INDEX clients_owner_idx ON clients (owner_id, id, deleted_at);
CREATE INDEX clients_deputy_idx ON clients (deputy_id, id, deleted_at);
ALTER TABLE msps ADD COLUMN owner_id BIGINT;
ALTER TABLE msps ADD COLUMN deputy_id BIGINT;
CREATE INDEX msps_owner_idx ON msps (owner_id, id, deleted_at);
CREATE INDEX msps_deputy_idx ON msps (deputy_id, id, deleted_at);
