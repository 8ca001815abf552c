package directustest_test

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// A new database has the shipped texts from the start, the very rows that the service would add: it finds nothing to
// do.
func TestStart_NewDatabase_HasTheShippedTextsAsTheServiceAddsThem(t *testing.T) {
	t.Parallel()
	shipped, err := directusschema.Texts()
	if err != nil {
		t.Fatal(err)
	}
	want := map[[2]string]string{}
	for locale, texts := range shipped {
		for key, text := range texts {
			want[[2]string{locale, key}] = fmt.Sprintf("%s TRANSLATED %x 1", text, sha256.Sum256([]byte(shipped["en"][key])))
		}
	}
	got := rowsOf(t, file(folder(t)))
	maps.DeleteFunc(got, func(at [2]string, _ string) bool { return strings.HasPrefix(at[1], "start.") })
	if !maps.Equal(got, want) {
		t.Errorf("%d texts differ from the %d that are shipped", len(got), len(want))
	}
}

// rowsOf are the texts with what else stands in their rows, by language and key.
func rowsOf(t *testing.T, name string) map[[2]string]string {
	t.Helper()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), `
		SELECT locale, messageKey, messageValue || ' ' || state || ' ' || ifnull(sourceHash, '') || ' ' || (dateUpdated > 0)
		  FROM d_translation_keys`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := map[[2]string]string{}
	for rows.Next() {
		var locale, key, rest string
		if err := rows.Scan(&locale, &key, &rest); err != nil {
			t.Fatal(err)
		}
		out[[2]string{locale, key}] = rest
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// A start that ends while it makes a new database leaves a mark, by which the next one knows that nothing of it is
// complete.
func TestStart_IncompleteDatabase_IsRenamedAndRecreated(t *testing.T) {
	stress.SkipInShort(t, "starts Directus")
	t.Parallel()
	s := folder(t, `DROP TABLE d_client_languages`)
	if err := os.WriteFile(filepath.Join(s.Dir, "creating"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	before := content(t, file(s))
	if err := s.Restart(); err != nil {
		t.Fatal(err)
	}
	defer s.Kill()
	unfinished, err := filepath.Glob(filepath.Join(s.Dir, "copies", "*.unfinished.db"))
	if err != nil || len(unfinished) != 1 || !bytes.Equal(content(t, unfinished[0]), before) {
		t.Errorf("set aside: %v %v", unfinished, err)
	}
	if status, body, err := s.Do(s.Token, http.MethodGet, "/items/d_client_languages", nil); err != nil ||
		status != http.StatusOK {
		t.Errorf("status %d: %s %v", status, body, err)
	}
	if got := values(t, file(s)); len(got) != 0 {
		t.Errorf("texts of the old one: %v", got)
	}
}
