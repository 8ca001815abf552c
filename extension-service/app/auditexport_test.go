package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// A file of the log shows the values before and after as the list does: to whoever may read them, in words, and to
// nobody else.
func TestAuditExport_ChangedValues_AreThoseThatTheListShowsItsReader(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	at := fmt.Sprintf("PUT /api/projectApplication/%d",
		p.newApplication(t, p.newProject(t, "Java developer"), "Noor"))
	p.expect(t, "csm", at, `{"talentRate":77.25}`, 200, `"talentRate"`)
	file := func(who, format string) string {
		t.Helper()
		rows := p.exported(t, who, "audit", fmt.Sprintf(
			`{"format":"csv","headings":%q,"filters":{"entity":["application"],"action":"update"},"columns":["changed","before","after","actor"]}`,
			format))
		return strings.Join(rows[len(rows)-1], " | ")
	}
	for _, c := range []struct{ who, format, want, never string }{
		{"all", "names", `"talentRate":77.25}`, ""},
		{"all", "labels", "talentRate: 77.25", ""},
		{"tech", "names", `"talentRate"`, "77.25"},
		{"tech", "labels", "talentRate", "77.25"},
	} {
		got := file(c.who, c.format)
		if !strings.Contains(got, c.want) || c.never != "" && strings.Contains(got, c.never) {
			t.Errorf("%s, %s: %s", c.who, c.format, got)
		}
		if c.format == "labels" && !strings.HasSuffix(got, "Clara Sommer") {
			t.Errorf("whoever acted is not named by words: %s", got)
		}
	}
}
