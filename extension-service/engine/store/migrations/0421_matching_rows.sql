-- +goose Up
-- expand: rows of files that are brought in find people by their address, and projects by their number in the VMS, in an index of all
-- rows. That of addresses held some rows only, which a comparison with given values does not tell: every hundred rows of a file read
-- all people once.
CREATE INDEX freelancers_email_key_idx ON freelancers (email_key, id);
CREATE INDEX projects_vms_id_fold_idx ON projects (vms_id_fold, id);
