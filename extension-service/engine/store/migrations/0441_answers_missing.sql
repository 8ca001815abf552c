-- +goose Up
-- expand: whether an open application lacks an answer that is needed stands in a column that triggers keep, so that lists are filtered
-- by it. It is asked the active questions of its client and of its legal entity, of two with one key that of the legal entity, and has
-- answered one when it has an answer to any version of it. Costs a change of a question one look at the open applications of its client.
{{define "missing" -}}
CASE WHEN {{.}}.status IN ('uc', 'a') AND {{.}}.deleted_at IS NULL AND EXISTS (
	SELECT 1
	  FROM questions q
	 WHERE q.client_id = {{.}}.client_id AND q.active = 1 AND q.flags LIKE '%"needAnswer":true%'
	   AND (q.legal_entity_id = {{.}}.legal_entity_id OR q.scope = 'client' AND NOT EXISTS (
		SELECT 1 FROM questions e
		 WHERE e.legal_entity_id = {{.}}.legal_entity_id AND e.client_id = q.client_id AND e.key = q.key AND e.active = 1))
	   AND NOT EXISTS (
		SELECT 1 FROM question_answers x JOIN questions o ON o.id = x.question_id
		 WHERE x.application_id = {{.}}.id AND o.key = q.key))
	THEN 1 ELSE 0 END
{{- end -}}
{{define "application" -}}
UPDATE applications SET answers_missing = {{template "missing" "applications"}}
	 WHERE id = {{.}}.application_id AND answers_missing <> {{template "missing" "applications"}};
{{- end -}}
{{define "client" -}}
UPDATE applications SET answers_missing = {{template "missing" "applications"}}
	 WHERE client_id = {{.}}.client_id AND status IN ('uc', 'a') AND deleted_at IS NULL AND answers_missing <> {{template "missing" "applications"}};
{{- end -}}
ALTER TABLE applications ADD COLUMN answers_missing BIGINT NOT NULL DEFAULT 0;
UPDATE applications SET answers_missing = 1
 WHERE status IN ('uc', 'a') AND deleted_at IS NULL AND {{template "missing" "applications"}} = 1;
CREATE INDEX applications_answers_missing_idx ON applications (answers_missing, id, client_id, deleted_at) WHERE answers_missing = 1;

{{if sqlite -}}
-- +goose StatementBegin
CREATE TRIGGER applications_answers_insert AFTER INSERT ON applications WHEN new.answers_missing <> {{template "missing" "new"}} BEGIN
	UPDATE applications SET answers_missing = {{template "missing" "new"}} WHERE id = new.id;
END;
CREATE TRIGGER applications_answers_update AFTER UPDATE OF status, client_id, legal_entity_id, deleted_at ON applications
WHEN new.answers_missing <> {{template "missing" "new"}} BEGIN
	UPDATE applications SET answers_missing = {{template "missing" "new"}} WHERE id = new.id;
END;
CREATE TRIGGER question_answers_missing_insert AFTER INSERT ON question_answers BEGIN
	{{template "application" "new"}}
END;
CREATE TRIGGER question_answers_missing_delete AFTER DELETE ON question_answers BEGIN
	{{template "application" "old"}}
END;
CREATE TRIGGER questions_missing_insert AFTER INSERT ON questions WHEN new.active = 1 BEGIN
	{{template "client" "new"}}
END;
CREATE TRIGGER questions_missing_update AFTER UPDATE OF active, flags, key ON questions
WHEN new.active <> old.active OR new.flags <> old.flags OR new.key <> old.key BEGIN
	{{template "client" "new"}}
END;
CREATE TRIGGER questions_missing_delete AFTER DELETE ON questions WHEN old.active = 1 BEGIN
	{{template "client" "old"}}
END;
-- +goose StatementEnd
{{- else -}}
-- Whoever changes a question of a client comes after those who change its applications at the same time, or before them.
-- +goose StatementBegin
CREATE FUNCTION applications_answers_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF new.status IN ('uc', 'a') THEN
		PERFORM pg_advisory_xact_lock_shared(hashtextextended('questions ' || new.client_id, 0));
	END IF;
	new.answers_missing := {{template "missing" "new"}};
	RETURN new;
END $$;
CREATE TRIGGER applications_answers_insert BEFORE INSERT ON applications
	FOR EACH ROW EXECUTE FUNCTION applications_answers_kept();
CREATE TRIGGER applications_answers_update BEFORE UPDATE OF status, client_id, legal_entity_id, deleted_at ON applications
	FOR EACH ROW EXECUTE FUNCTION applications_answers_kept();

CREATE FUNCTION question_answers_missing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		PERFORM pg_advisory_xact_lock_shared(hashtextextended('questions ' || a.client_id, 0)) FROM applications a WHERE a.id = old.application_id;
		{{template "application" "old"}}
	ELSE
		PERFORM pg_advisory_xact_lock_shared(hashtextextended('questions ' || a.client_id, 0)) FROM applications a WHERE a.id = new.application_id;
		{{template "application" "new"}}
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER question_answers_missing AFTER INSERT OR DELETE ON question_answers
	FOR EACH ROW EXECUTE FUNCTION question_answers_missing();

CREATE FUNCTION questions_missing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		PERFORM pg_advisory_xact_lock(hashtextextended('questions ' || old.client_id, 0));
		{{template "client" "old"}}
	ELSE
		PERFORM pg_advisory_xact_lock(hashtextextended('questions ' || new.client_id, 0));
		{{template "client" "new"}}
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER questions_missing_insert AFTER INSERT ON questions FOR EACH ROW
	WHEN (new.active = 1) EXECUTE FUNCTION questions_missing();
CREATE TRIGGER questions_missing_update AFTER UPDATE OF active, flags, key ON questions FOR EACH ROW
	WHEN ((new.active, new.flags, new.key) IS DISTINCT FROM (old.active, old.flags, old.key)) EXECUTE FUNCTION questions_missing();
CREATE TRIGGER questions_missing_delete AFTER DELETE ON questions FOR EACH ROW
	WHEN (old.active = 1) EXECUTE FUNCTION questions_missing();
-- +goose StatementEnd
{{- end}}
