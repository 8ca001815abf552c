-- +goose Up
CREATE TABLE pool_categories (
	{{record}},
	key {{text}} NOT NULL,
	key_fold {{text}} NOT NULL,
	name_key {{text}} NOT NULL,
	client_id BIGINT CONSTRAINT pool_categories_client_fk REFERENCES clients (id),
	sort_order BIGINT NOT NULL,
	active BIGINT NOT NULL
);
CREATE UNIQUE INDEX pool_categories_key_unique ON pool_categories (coalesce(client_id, 0), key);
{{contains "pool_categories" "key_fold"}}
CREATE TABLE pools (
	{{record "handle"}},
	client_id BIGINT NOT NULL CONSTRAINT pools_client_fk REFERENCES clients (id),
	legal_entity_id BIGINT CONSTRAINT pools_legal_entity_fk REFERENCES legal_entities (id),
	vms_name {{text}} NOT NULL,
	vms_name_fold {{text}} NOT NULL,
	vms_aliases {{text}} NOT NULL,
	description_key {{text}} NOT NULL,
	category_id BIGINT CONSTRAINT pools_category_fk REFERENCES pool_categories (id),
	visibility {{text}} NOT NULL CONSTRAINT pools_visibility_known CHECK (visibility IN ('PUBLIC', 'INVITE_ONLY', 'PRIVATE')),
	membership_ttl_days BIGINT,
	msp_ids {{text}} NOT NULL,
	status {{text}} NOT NULL CONSTRAINT pools_status_known CHECK (status IN ('ACTIVE', 'ARCHIVED', 'MERGED')),
	merged_into_id BIGINT CONSTRAINT pools_merged_into_fk REFERENCES pools (id),
	external_id {{text}} NOT NULL,
	image_id {{text}} NOT NULL
);
CREATE UNIQUE INDEX pools_handle_unique ON pools (handle);
CREATE INDEX pools_client_idx ON pools (client_id, status, id, deleted_at);
CREATE INDEX pools_legal_entity_idx ON pools (legal_entity_id, id) WHERE legal_entity_id IS NOT NULL;
CREATE INDEX pools_category_idx ON pools (category_id, id) WHERE category_id IS NOT NULL;
CREATE INDEX pools_name_idx ON pools (vms_name_fold, id, deleted_at);
{{contains "pools" "vms_name_fold"}}
-- By which names a client knows its pools in use: their own and those of pools that have become part of them.
CREATE TABLE pool_names (
	client_id BIGINT NOT NULL,
	name {{text}} NOT NULL,
	pool_id BIGINT NOT NULL CONSTRAINT pool_names_pool_fk REFERENCES pools (id) ON DELETE CASCADE,
	CONSTRAINT pool_names_client_id_name_unique PRIMARY KEY (client_id, name)
);
CREATE INDEX pool_names_pool_idx ON pool_names (pool_id);

CREATE TABLE pool_members (
	{{record}},
	pool_id BIGINT NOT NULL CONSTRAINT pool_members_pool_fk REFERENCES pools (id),
	client_id BIGINT NOT NULL CONSTRAINT pool_members_client_fk REFERENCES clients (id),
	legal_entity_id BIGINT CONSTRAINT pool_members_legal_entity_fk REFERENCES legal_entities (id),
	freelancer_id BIGINT NOT NULL CONSTRAINT pool_members_freelancer_fk REFERENCES freelancers (id),
	freelancer_name {{text}} NOT NULL,
	freelancer_name_fold {{text}} NOT NULL,
	status {{text}} NOT NULL CONSTRAINT pool_members_status_known CHECK (status IN ('ACTIVE', 'INVITED', 'EXPIRED', 'REMOVED')),
	source {{text}} NOT NULL CONSTRAINT pool_members_source_known CHECK (source IN ('SELF', 'INVITE', 'IMPORT', 'MERGE', 'VMS', 'STAFF')),
	source_pool_ids {{text}} NOT NULL,
	invited_at BIGINT,
	joined_at BIGINT,
	expires_at BIGINT,
	rating BIGINT CONSTRAINT pool_members_rating_range CHECK (rating BETWEEN 1 AND 5),
	rated_at BIGINT,
	tags {{text}} NOT NULL,
	note {{text}} NOT NULL,
	removal {{text}} NOT NULL,
	status_before {{text}} NOT NULL,
	CONSTRAINT pool_members_removed_once CHECK ((status = 'REMOVED') = (deleted_at IS NOT NULL))
);
CREATE UNIQUE INDEX pool_members_pool_id_freelancer_id_unique ON pool_members (pool_id, freelancer_id) WHERE status <> 'REMOVED';
CREATE INDEX pool_members_pool_idx ON pool_members (pool_id, status, id, deleted_at);
CREATE INDEX pool_members_person_idx ON pool_members (pool_id, freelancer_id, id);
CREATE INDEX pool_members_freelancer_idx ON pool_members (freelancer_id, id);
CREATE INDEX pool_members_expires_idx ON pool_members (expires_at, id, deleted_at);
CREATE INDEX pool_members_name_idx ON pool_members (pool_id, freelancer_name_fold, id, deleted_at);
{{counter "pool_members" "pool_id" "status"}}
{{contains "pool_members" "freelancer_name_fold"}}
-- Who is in the pools of a client; to the owners of other records.
CREATE VIEW pool_member_facts AS
SELECT freelancer_id, pool_id
  FROM pool_members
 WHERE deleted_at IS NULL;

CREATE VIEW pool_active_facts AS
SELECT freelancer_id, pool_id
  FROM pool_members
 WHERE status = 'ACTIVE';

CREATE VIEW pool_invited_facts AS
SELECT freelancer_id, pool_id
  FROM pool_members
 WHERE status = 'INVITED';

CREATE VIEW pool_expired_facts AS
SELECT freelancer_id, pool_id
  FROM pool_members
 WHERE status = 'EXPIRED';

CREATE VIEW pool_removed_facts AS
SELECT freelancer_id, pool_id
  FROM pool_members
 WHERE status = 'REMOVED';

CREATE VIEW pool_client_facts AS
SELECT freelancer_id, client_id
  FROM pool_members
 WHERE status = 'ACTIVE';

CREATE VIEW pool_project_facts AS
SELECT l.pool_id, p.id AS project_id
  FROM project_pools l
  JOIN projects p ON p.id = l.project_id
 WHERE p.deleted_at IS NULL;

-- Whether somebody is bound, which decides who sees their memberships.
CREATE VIEW freelancer_bindings AS
SELECT id, bound_client_id, bound_legal_entity_id, bound_until
  FROM freelancers
 WHERE bound_client_id IS NOT NULL;
