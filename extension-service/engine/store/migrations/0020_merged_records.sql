-- +goose Up
-- Whose record a merged one has become part of. The reason of a deleted record says it in words, which people type too.
ALTER TABLE freelancers ADD COLUMN merged_into_id BIGINT CONSTRAINT freelancers_merged_into_fk REFERENCES freelancers (id);
CREATE INDEX freelancers_merged_into_idx ON freelancers (merged_into_id, id) WHERE merged_into_id IS NOT NULL;

-- Of what was merged before, only that is sure whose status was last changed by a merge: its reason is the machine's.
UPDATE freelancers
   SET merged_into_id = (SELECT h.id FROM freelancers h WHERE h.handle = substr(freelancers.status_reason, 8))
 WHERE user_status = 'DL'
   AND substr(status_reason, 1, 7) = 'MERGED '
   AND 'merge' = (
       SELECT a.action
         FROM audit a
        WHERE a.entity = 'freelancer'
          AND a.entity_id = freelancers.id
          AND ',' || a.changed || ',' LIKE '%,userStatus,%'
        ORDER BY a.id DESC
        LIMIT 1);
