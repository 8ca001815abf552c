-- +goose Up
-- expand: each transaction that changes a search copy leaves a row, so that every copy of the service sees with one read whether what
-- it has found there before is still all there is.
{{searchCopyChanges "freelancers" "projects" "applications"}}
