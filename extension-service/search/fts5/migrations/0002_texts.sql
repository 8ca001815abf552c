-- +goose Up
ALTER TABLE indexes ADD COLUMN complete INTEGER NOT NULL DEFAULT 0; -- 1 once the documents there were to begin with are written
