package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// An amount of a file never becomes one of another currency.
func TestPoolImport_AnotherCurrency_NeedsBothAmounts(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool := p.newPool(t, "Core")
		ids := map[string]int64{}
		for _, name := range []string{"Both", "One", "Alone", "Same", "None"} {
			rates := `"currency":"EUR","hourRate":80,"dayRate":640`
			if name == "None" {
				rates = `"currency":"EUR"`
			}
			body := fmt.Sprintf(
				`{"firstName":"Ada","lastName":%q,"email":"%s@rates.example","linkedinHandle":"rates-%s",%s,"force":true}`, name,
				name, name, rates)
			ids[name] = int64(p.expect(t, "csm", "POST /api/freelancer", body, 201, "").json(t)["id"].(float64))
		}
		rows := []string{"email;firstName;lastName;linkedinHandle;hourRate;dayRate;currency"}
		for name, cells := range map[string]string{
			"Both": "900;7000;SEK", "One": "900;;SEK", "Alone": ";;SEK",
			"Same": "85;;EUR", "None": "900;;SEK",
		} {
			rows = append(rows, fmt.Sprintf("%s@rates.example;Ada;%s;rates-%s;%s", name, name, name, cells))
		}
		file := p.table(t, "rates.csv", []byte(strings.Join(rows, "\n")))
		body := fmt.Sprintf(
			`{"source":{"kind":"file","resourceId":%q},"policies":{"INVALID_ROW":"SKIP","NO_CONSENT":"INVITE","POSSIBLE_DUPLICATE":"SKIP"},"dryRun":false}`,
			file)
		run := p.expect(t, "content", fmt.Sprintf("PUT /api/pool/%d/import", pool), body, 202, "").json(t)
		p.imported(t, run["jobId"], "COMPLETED_WITH_CONFLICTS")
		for name, want := range map[string]string{
			"Both": "SEK 900 7000", "One": "EUR 80 640", "Alone": "EUR 80 640", "Same": "EUR 85 640", "None": "SEK 900 <nil>",
		} {
			one := p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", ids[name]), "", 200, "").json(t)
			if got := fmt.Sprint(one["currency"], " ", one["hourRate"], " ", one["dayRate"]); got != want {
				t.Errorf("%s has %s, want %s", name, got, want)
			}
		}
		text := string(p.expect(t, "content", fmt.Sprintf("GET /api/job/%v", run["jobId"]), "", 200, "").body)
		for _, reason := range []string{"pool.file.error.otherCurrency", "pool.file.error.currencyAlone"} {
			if !strings.Contains(text, reason) {
				t.Errorf("the job does not say %s: %s", reason, text)
			}
		}
	})
}
