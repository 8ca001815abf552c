package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/platform/role"
)

// Content managers are told once a week in which of their languages texts need attention.
func TestTextReport_Weekly_NamesLanguagesNeedingAttention(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]func(testing.TB) string{"sqlite": furnished.SQLite, "postgres": furnished.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "content"), 0o700); err != nil {
				t.Fatal(err)
			}
			texts := `{"rows":[{"id":1,"locale":"fr","messageKey":"menu.mails","messageValue":"Courriels"}],"clients":[{"id":1,"name":"Acme","languages":[{"iso":"en"},{"iso":"nl"}]}]}`
			if err := os.WriteFile(filepath.Join(dir, "content", "messages.json"), []byte(texts), 0o600); err != nil {
				t.Fatal(err)
			}
			p := openProduct(t, settingsIn(dir, url(t)))
			p.jobs(t)
			for _, tc := range []struct {
				dry   bool
				mails string
			}{{true, `"totalResults":0`}, {false, `"translation.digest"`}} {
				run := p.ran(t, fmt.Sprintf(`{"name":"translation.coverageReport","dryRun":%t}`, tc.dry))
				if summary, _ := run["summary"].(map[string]any); run["state"] != "SUCCEEDED" || summary["missing"] == nil {
					t.Errorf("%v %v %v", run["state"], summary, run["error"])
				}
				p.expect(t, "tech", "GET /api/mail?entity=admin", "", 200, tc.mails)
			}
			var params string
			if _, err := p.DB.Row(t.Context(), []any{&params},
				"SELECT params FROM mails WHERE template = 'translation.digest' LIMIT 1"); err != nil ||
				!strings.Contains(params, "Acme, nl: ") || !strings.Contains(params, "Texts of the product, fr: ") {
				t.Errorf("%s %v", params, err)
			}
		})
	}
}

// A text that was removed can be put back for a month.
func TestPurge_RemovedTexts_AreRetainedForAMonth(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		some := map[string]any{"messageValue": "Bonjour", "state": "TRANSLATED"}
		for _, tc := range []struct {
			key     string
			entries []content.Entry
			days    int
			left    int64
		}{
			{"gone.long", []content.Entry{{Action: "create", After: some}, {Action: "delete", Before: some}}, 31, 0},
			{"gone.lately", []content.Entry{{Action: "create", After: some}, {Action: "delete", Before: some}}, 29, 2},
			{"come.back", []content.Entry{{Action: "delete", Before: some}, {Action: "create", After: some}}, 31, 2},
		} {
			for i := range tc.entries {
				tc.entries[i].Key, tc.entries[i].Locale = tc.key, "fr"
			}
			at := time.Now().AddDate(0, 0, -tc.days)
			history := &content.History{DB: p.DB, Now: func() time.Time { return at }}
			if err := history.Record(role.AsSystem(t.Context(), "test"), tc.entries); err != nil {
				t.Fatal(err)
			}
			if run := p.ran(t, `{"name":"retention.purgeDeleted"}`); run["state"] != "SUCCEEDED" {
				t.Errorf("%v %v", run["state"], run["error"])
			}
			var n int64
			if _, err := p.DB.Row(t.Context(), []any{&n}, "SELECT count(*) FROM text_changes WHERE message_key = $1",
				tc.key); err != nil || n != tc.left {
				t.Errorf("%s: %d steps left, want %d: %v", tc.key, n, tc.left, err)
			}
		}
	})
}
