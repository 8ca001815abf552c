-- +goose Up
-- What people are found by: skills, languages with levels, places, and what they have consented to with its end. Those who are there
-- already are linked by the next start, which makes all such forms anew.
{{links "freelancer_skills" "freelancers" "freelancer_id" "skills_keys"}}
{{links "freelancer_languages" "freelancers" "freelancer_id" "languages_keys"}}
{{links "freelancer_places" "freelancers" "freelancer_id" "home_address_keys"}}
{{links "freelancer_consents" "freelancers" "freelancer_id" "consent_keys"}}
{{links "project_skills" "projects" "project_id" "skills_keys"}}
UPDATE text_forms
   SET version = 0
 WHERE EXISTS (SELECT 1 FROM freelancers)
    OR EXISTS (SELECT 1 FROM projects);
CREATE INDEX freelancers_hour_rate_idx ON freelancers (currency, hour_rate, id, deleted_at);
CREATE INDEX freelancers_day_rate_idx ON freelancers (currency, day_rate, id, deleted_at);
-- To which clients somebody was ever sent, or is about to be.
CREATE INDEX applications_sent_idx ON applications (client_id, freelancer_id) WHERE sent_at IS NOT NULL OR status = 'sp';
CREATE VIEW application_sent_facts AS
SELECT freelancer_id, client_id
  FROM applications
 WHERE sent_at IS NOT NULL OR status = 'sp';
