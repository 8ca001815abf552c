-- +goose Up
-- SQLite looks for a part of a text in postings of its own, in place of trigrams, words and a list of words. What is there
-- already waits for them, and is looked through row by row until the service has written them, some twenty seconds a million.
{{if sqlite}}{{withoutWords "clients" "name_fold"}}{{contains "clients" "name_fold"}}
{{withoutWords "legal_entities" "name_fold"}}{{contains "legal_entities" "name_fold"}}
{{withoutWords "projects" "title_fold"}}{{contains "projects" "title_fold"}}
{{withoutWords "applications" "project_title_fold"}}{{contains "applications" "project_title_fold"}}
{{withoutWords "applications" "freelancer_name_fold"}}{{contains "applications" "freelancer_name_fold"}}
{{withoutWords "freelancers" "name_fold"}}{{contains "freelancers" "name_fold"}}
{{withoutWords "freelancers" "email_fold"}}{{contains "freelancers" "email_fold"}}
{{withoutWords "msps" "name_fold"}}{{contains "msps" "name_fold"}}
{{withoutWords "msps" "email_fold"}}{{contains "msps" "email_fold"}}
{{withoutWords "projects" "vms_id_fold"}}{{contains "projects" "vms_id_fold"}}
{{end}}