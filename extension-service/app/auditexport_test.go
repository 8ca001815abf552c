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
		{"all", "labels", "Talent rate: 77.25", "| talentRate: "},
		{"tech", "names", `"talentRate"`, "77.25"},
		{"tech", "labels", "Talent rate", "77.25"},
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

// Whoever may not read the values of a field is told so before looking for one.
func TestAuditFields_ValuesThatTheCallerMayNotRead_AreMarked(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	id := p.newApplication(t, p.newProject(t, "Java developer"), "Noor")
	p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%d", id), `{"talentRate":77.25}`, 200, `"talentRate"`)
	p.expect(t, "all", "GET /api/audit?field=application.talentRate&newValue=77.250", "", 200, `"totalResults":1`)
	p.expect(t, "all", "GET /api/audit/field", "", 200, `{"entity":"application","field":"talentRate","readable":true}`)
	p.expect(t, "tech", "GET /api/audit/field", "", 200, `{"entity":"application","field":"talentRate","readable":false}`)
	// one that nobody has changed, such as a saved search may name
	p.expect(t, "tech", "GET /api/audit/field?also=freelancer.taxId", "", 200,
		`{"entity":"freelancer","field":"taxId","readable":false}`)
	p.expect(t, "tech", "GET /api/audit?field=application.talentRate&newValue=77.25", "", 422, "validation.unreadableField")
}
