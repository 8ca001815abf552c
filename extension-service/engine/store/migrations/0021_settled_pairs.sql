-- +goose Up
-- A pair with a record that is gone needs no decision. Which ones that is true of is kept, since a record may come back.
ALTER TABLE freelancer_duplicates ADD COLUMN settled BIGINT NOT NULL DEFAULT 0;
UPDATE freelancer_duplicates
   SET state = 'NOT_DUPLICATE', settled = 1
 WHERE state = 'OPEN'
   AND EXISTS (SELECT 1
                 FROM freelancers f
                WHERE f.id IN (freelancer_duplicates.freelancer_a, freelancer_duplicates.freelancer_b)
                  AND f.user_status = 'DL');
