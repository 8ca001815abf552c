-- +goose Up
-- expand: PostgreSQL finds parts of texts in narrow copies of the large tables: it has to read every row that its index of texts
-- offers, to be sure, and a whole row costs ten times as much. The indexes of texts of the tables themselves stay for conditions
-- that the copies cannot answer, and for the release before.
{{searchCopy "freelancers" "user_status" "bound_client_id" "bound_legal_entity_id" "bound_until" "name_fold" "email_fold" "deleted_at"}}
{{searchCopy "projects" "status" "client_id" "legal_entity_id" "title_fold" "deleted_at"}}
{{searchCopy "applications" "status" "client_id" "legal_entity_id" "project_id" "freelancer_id" "project_title_fold" "freelancer_name_fold" "deleted_at"}}
