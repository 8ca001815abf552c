-- +goose Up
-- Whom a new freelancer may be: by the part of the address before the @, and where many share that, by a name too.
DROP INDEX freelancers_email_local_idx;
{{if sqlite}}CREATE INDEX freelancers_local_last_name_idx ON freelancers (substr(email_fold, 1, instr(email_fold, '@') - 1), last_name_fold);
CREATE INDEX freelancers_local_first_name_idx ON freelancers (substr(email_fold, 1, instr(email_fold, '@') - 1), first_name_fold);
{{else}}CREATE INDEX freelancers_local_last_name_idx ON freelancers (split_part(email_fold, '@', 1), last_name_fold);
CREATE INDEX freelancers_local_first_name_idx ON freelancers (split_part(email_fold, '@', 1), first_name_fold);
{{end}}