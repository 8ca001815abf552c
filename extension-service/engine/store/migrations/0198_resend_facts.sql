-- +goose Up
-- Which of the applications that could not be delivered may be sent again as things are: those of the guards of A11 that rows can answer.
-- What the mapping would say is not among them.
CREATE VIEW application_resend_facts AS
SELECT a.id AS application_id,
       CASE WHEN p.status = 'ACTIVE'
             AND a.freelancer_status = 'AC'
             AND NOT EXISTS (
                 SELECT 1
                   FROM applications o
                  WHERE o.project_id = a.project_id
                    AND o.freelancer_id = a.freelancer_id
                    AND o.status IN ('sp', 's2c', 'h')
                    AND o.deleted_at IS NULL
             ) THEN 'true' ELSE 'false' END AS can_resend
  FROM applications a
  JOIN projects p ON p.id = a.project_id
 WHERE a.status = 'sf'
   AND a.deleted_at IS NULL;
