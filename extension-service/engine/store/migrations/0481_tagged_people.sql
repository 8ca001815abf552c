-- +goose Up
-- expand: people are found by the tags that they have in pools. Each tag of a membership is found by itself, and together with the
-- client and the legal entity of the pool, for callers who see no other pools. Memberships that are there already are linked by the
-- next start, which makes all such forms anew.
ALTER TABLE pool_members ADD COLUMN tags_keys {{text}} NOT NULL DEFAULT '[]';
CREATE TABLE pool_member_tags (
	search_key {{text}} NOT NULL,
	member_id BIGINT NOT NULL CONSTRAINT pool_member_tags_fk REFERENCES pool_members (id) ON DELETE CASCADE,
	CONSTRAINT pool_member_tags_pk PRIMARY KEY (search_key, member_id)
){{if sqlite}} WITHOUT ROWID{{end}};
CREATE INDEX pool_member_tags_own_idx ON pool_member_tags (member_id, search_key);
CREATE VIEW pool_tag_facts AS
SELECT m.freelancer_id, l.search_key
  FROM pool_member_tags l
  JOIN pool_members m ON m.id = l.member_id
 WHERE m.status = 'ACTIVE';
{{if sqlite}}
-- +goose StatementBegin
CREATE TRIGGER pool_member_tags_insert AFTER INSERT ON pool_members WHEN new.tags_keys <> '[]' BEGIN
	INSERT INTO pool_member_tags (search_key, member_id)
	SELECT k.value || w.suffix, new.id
	  FROM json_each(new.tags_keys) k,
	       (SELECT '' AS suffix
	        UNION ALL SELECT char(31) || 'c' || new.client_id
	        UNION ALL SELECT char(31) || 'e' || coalesce(new.legal_entity_id, 0)) w;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER pool_member_tags_update AFTER UPDATE OF tags_keys, client_id, legal_entity_id ON pool_members
WHEN new.tags_keys <> old.tags_keys OR new.client_id <> old.client_id OR new.legal_entity_id IS NOT old.legal_entity_id BEGIN
	DELETE FROM pool_member_tags WHERE member_id = old.id;
	INSERT INTO pool_member_tags (search_key, member_id)
	SELECT k.value || w.suffix, new.id
	  FROM json_each(new.tags_keys) k,
	       (SELECT '' AS suffix
	        UNION ALL SELECT char(31) || 'c' || new.client_id
	        UNION ALL SELECT char(31) || 'e' || coalesce(new.legal_entity_id, 0)) w;
END;
-- +goose StatementEnd
{{else}}
-- +goose StatementBegin
CREATE FUNCTION pool_member_tags_linked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF old.tags_keys = new.tags_keys AND old.client_id = new.client_id
		   AND old.legal_entity_id IS NOT DISTINCT FROM new.legal_entity_id THEN
			RETURN NULL;
		END IF;
		DELETE FROM pool_member_tags WHERE member_id = old.id;
	END IF;
	INSERT INTO pool_member_tags (search_key, member_id)
	SELECT k.value || w.suffix, new.id
	  FROM json_array_elements_text(new.tags_keys::json) k(value),
	       (VALUES (''), (chr(31) || 'c' || new.client_id), (chr(31) || 'e' || coalesce(new.legal_entity_id, 0))) w(suffix);
	RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER pool_member_tags_kept AFTER INSERT OR UPDATE OF tags_keys, client_id, legal_entity_id ON pool_members
	FOR EACH ROW EXECUTE FUNCTION pool_member_tags_linked();
{{end}}
UPDATE text_forms
   SET version = 0
 WHERE EXISTS (SELECT 1 FROM pool_members WHERE tags NOT IN ('', '[]'));
