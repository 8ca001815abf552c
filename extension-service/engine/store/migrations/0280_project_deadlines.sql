-- +goose Up
-- A calendar of projects asks for the deadlines of a period, in their order.
CREATE INDEX projects_application_deadline_idx ON projects (application_deadline, id, deleted_at);
