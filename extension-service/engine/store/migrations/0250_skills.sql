-- +goose Up
-- The catalogue of skills: what each is called, and which other names mean the same.
CREATE TABLE skill_terms (
	{{record}},
	name {{text}} NOT NULL,
	name_fold {{text}} NOT NULL,
	category {{text}} NOT NULL CONSTRAINT skill_terms_category_known CHECK (category IN ('IT', 'ENGINEERING', 'HEALTH', 'FINANCE', 'BUSINESS', 'OTHER')),
	aliases {{text}} NOT NULL,
	aliases_keys {{text}} NOT NULL
);
CREATE INDEX skill_terms_name_idx ON skill_terms (name_fold, id, deleted_at);
CREATE INDEX skill_terms_category_idx ON skill_terms (category, id, deleted_at);
CREATE INDEX skill_terms_created_idx ON skill_terms (created, id, deleted_at);
CREATE INDEX skill_terms_last_updated_idx ON skill_terms (last_updated, id, deleted_at);
{{contains "skill_terms" "name_fold"}}
-- Every name and alias, folded, is of one term. A name that another term has already is left out: whoever saves the term looks.
CREATE TABLE skill_names (
	name {{text}} NOT NULL CONSTRAINT skill_names_pk PRIMARY KEY,
	skill_term_id BIGINT NOT NULL CONSTRAINT skill_names_term_fk REFERENCES skill_terms (id) ON DELETE CASCADE
);
CREATE INDEX skill_names_term_idx ON skill_names (skill_term_id, name);
{{if sqlite -}}
-- +goose StatementBegin
CREATE TRIGGER skill_names_insert AFTER INSERT ON skill_terms BEGIN
	INSERT INTO skill_names (name, skill_term_id)
	SELECT n.name, new.id
	  FROM (SELECT new.name_fold AS name UNION SELECT k.value FROM json_each(new.aliases_keys) k) n
	 WHERE NOT EXISTS (SELECT 1 FROM skill_names o WHERE o.name = n.name);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER skill_names_update AFTER UPDATE OF name_fold, aliases_keys ON skill_terms BEGIN
	DELETE FROM skill_names WHERE skill_term_id = old.id;
	INSERT INTO skill_names (name, skill_term_id)
	SELECT n.name, new.id
	  FROM (SELECT new.name_fold AS name UNION SELECT k.value FROM json_each(new.aliases_keys) k) n
	 WHERE NOT EXISTS (SELECT 1 FROM skill_names o WHERE o.name = n.name);
END;
-- +goose StatementEnd
{{- else -}}
-- +goose StatementBegin
CREATE FUNCTION skill_names_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM skill_names WHERE skill_term_id = new.id;
	INSERT INTO skill_names (name, skill_term_id)
	SELECT n.name, new.id
	  FROM (SELECT new.name_fold AS name UNION SELECT k.value FROM json_array_elements_text(new.aliases_keys::json) k(value)) n
	    ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER skill_names_kept AFTER INSERT OR UPDATE OF name_fold, aliases_keys ON skill_terms FOR EACH ROW EXECUTE FUNCTION skill_names_kept();
{{- end}}
