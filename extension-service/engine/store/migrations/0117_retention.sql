-- +goose Up
-- Projects of which nothing may be removed: somebody was hired for them, or is under a legal hold.
CREATE VIEW held_projects AS
SELECT project_id
  FROM applications
 WHERE hired_at IS NOT NULL
UNION ALL
SELECT a.project_id
  FROM applications a
  JOIN freelancers f ON f.id = a.freelancer_id
 WHERE f.legal_hold = 1;

-- When something was last done about a freelancer at a client.
CREATE VIEW application_activity AS
SELECT freelancer_id, client_id, last_updated
  FROM applications;

CREATE VIEW client_retention AS
SELECT id, retention_days
  FROM clients;
