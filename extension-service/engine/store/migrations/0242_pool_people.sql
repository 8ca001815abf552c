-- +goose Up
-- The people of a pool, and of the pools of a client, are found in the order of their ids without reading the memberships.
DROP INDEX pool_members_person_idx;
CREATE INDEX pool_members_person_idx ON pool_members (pool_id, freelancer_id, status, deleted_at, id);
CREATE INDEX pool_members_client_idx ON pool_members (client_id, freelancer_id) WHERE status = 'ACTIVE';

-- How many people are in each pool, by the status of the membership: nobody is in one twice, and who is deleted is in none.
CREATE VIEW pool_member_totals AS
SELECT pool_id, n
  FROM pool_members_count
 WHERE live = 1;

CREATE VIEW pool_active_totals AS
SELECT pool_id, n
  FROM pool_members_count
 WHERE live = 1
   AND status = 'ACTIVE';

CREATE VIEW pool_invited_totals AS
SELECT pool_id, n
  FROM pool_members_count
 WHERE live = 1
   AND status = 'INVITED';

CREATE VIEW pool_expired_totals AS
SELECT pool_id, n
  FROM pool_members_count
 WHERE live = 1
   AND status = 'EXPIRED';
