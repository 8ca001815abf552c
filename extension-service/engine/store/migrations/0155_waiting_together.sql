-- +goose Up
-- Each write of a record was noted for each of its indexes of texts, in three trees. Now it is noted once, in one line.
{{waitTogether "clients" "name_fold"}}
{{waitTogether "legal_entities" "name_fold"}}
{{waitTogether "projects" "title_fold" "vms_id_fold"}}
{{waitTogether "applications" "project_title_fold" "freelancer_name_fold"}}
{{waitTogether "freelancers" "name_fold" "email_fold"}}
{{waitTogether "msps" "name_fold" "email_fold"}}
{{waitTogether "questions" "key_fold"}}
{{waitTogether "pool_categories" "key_fold"}}
{{waitTogether "pools" "vms_name_fold"}}
{{waitTogether "pool_members" "freelancer_name_fold"}}
{{waitTogether "vms_connections" "name_fold"}}

-- Those with the same part of an address before the @ stand together among the addresses, too.
DROP INDEX freelancers_local_last_name_idx;
DROP INDEX freelancers_local_first_name_idx;
DROP INDEX freelancers_email_idx;
CREATE INDEX freelancers_email_idx ON freelancers (email_fold, id, deleted_at, first_name_fold, last_name_fold);
