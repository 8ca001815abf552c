-- +goose Up
-- expand: when the database's own tools have taken a copy of the product, as whoever took it has reported. All copies of the
-- service read it, and each of them may be thrown away with its folder.
CREATE TABLE backup_reports (
	id {{id}},
	taken BIGINT NOT NULL
);
