-- +goose Up
CREATE TABLE projects (
	{{record "handle"}},
	deleted_by {{text}} NOT NULL,
	vms_id {{text}} NOT NULL,
	title {{text}} NOT NULL,
	title_fold {{text}} NOT NULL,
	client_id BIGINT NOT NULL CONSTRAINT projects_client_fk REFERENCES clients (id),
	legal_entity_id BIGINT CONSTRAINT projects_legal_entity_fk REFERENCES legal_entities (id),
	status {{text}} NOT NULL CONSTRAINT projects_status_known CHECK (status IN ('ACTIVE', 'PAUSED', 'CLOSED', 'DELETED')),
	status_reason {{text}} NOT NULL,
	status_comment {{text}} NOT NULL,
	status_changed_at BIGINT,
	status_changed_by {{text}} NOT NULL,
	closed_at BIGINT,
	description {{text}} NOT NULL,
	public_description {{text}} NOT NULL,
	public_visible BIGINT NOT NULL,
	xml_visible BIGINT NOT NULL,
	assignment_period_start {{text}} NOT NULL,
	assignment_period_end {{text}} NOT NULL,
	application_deadline {{text}} NOT NULL,
	hours_per_week BIGINT,
	remote_share_pct BIGINT,
	site_name {{text}} NOT NULL,
	site_address {{text}} NOT NULL,
	site_address2 {{text}} NOT NULL,
	site_city {{text}} NOT NULL,
	site_postal_code {{text}} NOT NULL,
	site_country {{text}} NOT NULL,
	site_coordinates {{text}},
	positions BIGINT NOT NULL,
	positions_filled BIGINT NOT NULL,
	rate_unit {{text}} NOT NULL,
	currency {{text}} NOT NULL,
	rate_min BIGINT,
	rate_max BIGINT,
	fixed_budget BIGINT,
	pay_rate_formula {{text}} NOT NULL,
	bill_rate_formula {{text}} NOT NULL,
	skills {{text}} NOT NULL,
	languages {{text}} NOT NULL,
	pool_ids {{text}} NOT NULL,
	msps {{text}} NOT NULL,
	contact_name {{text}} NOT NULL,
	contact_email {{text}} NOT NULL,
	source {{text}} NOT NULL CONSTRAINT projects_source_known CHECK (source IN ('MANUAL', 'VMS')),
	vms_connection_id BIGINT,
	vms_status_raw {{text}} NOT NULL,
	vms_ended BIGINT NOT NULL,
	vms_last_inbound_at BIGINT,
	attachments {{text}} NOT NULL,
	auto_close_when_filled BIGINT,
	CONSTRAINT projects_positions_enough CHECK (positions >= 1 AND positions_filled BETWEEN 0 AND positions),
	CONSTRAINT projects_deleted_once CHECK ((status = 'DELETED') = (deleted_at IS NOT NULL))
);
CREATE UNIQUE INDEX projects_handle_unique ON projects (handle);
CREATE UNIQUE INDEX projects_vms_connection_id_vms_id_unique ON projects (vms_connection_id, vms_id) WHERE vms_connection_id IS NOT NULL AND vms_id <> '';
-- deleted_at makes each index hold everything that a page far from the start must look at to skip rows.
CREATE INDEX projects_id_idx ON projects (id, deleted_at);
CREATE INDEX projects_client_status_idx ON projects (client_id, status, id, deleted_at);
CREATE INDEX projects_client_idx ON projects (client_id, id, deleted_at);
CREATE INDEX projects_status_idx ON projects (status, id, deleted_at);
CREATE INDEX projects_legal_entity_idx ON projects (legal_entity_id, id);
CREATE INDEX projects_trash_idx ON projects (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX projects_vms_idx ON projects (vms_id) WHERE vms_id <> '';
CREATE INDEX projects_title_idx ON projects (title_fold, id, deleted_at);
CREATE INDEX projects_client_title_idx ON projects (client_id, title_fold, id, deleted_at);
CREATE INDEX projects_client_last_updated_idx ON projects (client_id, last_updated, id, deleted_at);
CREATE INDEX projects_created_idx ON projects (created, id, deleted_at);
CREATE INDEX projects_last_updated_idx ON projects (last_updated, id, deleted_at);
CREATE INDEX projects_start_idx ON projects (assignment_period_start, id, deleted_at);
CREATE INDEX projects_end_idx ON projects (assignment_period_end, id, deleted_at);
{{counter "projects" "client_id" "status"}}
{{if postgres}}{{contains "projects" "title_fold"}}
{{end}}
CREATE TABLE project_pools (
	project_id BIGINT NOT NULL CONSTRAINT project_pools_project_fk REFERENCES projects (id),
	pool_id BIGINT NOT NULL,
	PRIMARY KEY (project_id, pool_id)
);
CREATE INDEX project_pools_pool_idx ON project_pools (pool_id, project_id);
