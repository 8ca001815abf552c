package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// A day rate more than half away from eight hours of the hour rate is a warning, never a refusal: on the record, in the
// list, and in the plan of an import.
func TestRates_HourAndDayDiffer_WarnsWithoutRefusing(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for rates, differ := range map[string]bool{
			`"hourRate":90,"dayRate":90`: true, `"hourRate":90,"dayRate":7200`: true, `"hourRate":90,"dayRate":720`: false,
			`"hourRate":90,"dayRate":360`: false, `"hourRate":90,"dayRate":359.99`: true,
			`"hourRate":90,"dayRate":1080.01`: true,
			`"hourRate":90`:                   false, `"dayRate":90`: false, `"hourRate":0,"dayRate":0`: false,
		} {
			want := fmt.Sprintf(`"ratesDiffer":%v`, differ)
			name := strings.NewReplacer(`"`, "", ":", "", ",", "").Replace(rates)
			body := fmt.Sprintf(
				`{"firstName":"Ada","lastName":"Rate","email":"%s@rates.example","currency":"EUR",%s,"force":true}`, name, rates)
			id := p.expect(t, "csm", "POST /api/freelancer", body, 201, want).json(t)["id"]
			p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", id), "", 200, want)
			p.expect(t, "csm", fmt.Sprint("GET /api/freelancer?id=", id), "", 200, want)
		}
	})
}

// What a row would make of somebody's rates is looked at, whether it says both of them or one.
func TestPoolImport_RatesOutOfProportion_AreAWarningOfThePlan(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool := p.newPool(t, "Core")
		has := `{"firstName":"Ada","lastName":"Has","email":"has@differ.example","linkedinHandle":"differ-has","currency":"EUR","hourRate":80,"dayRate":640}`
		p.expect(t, "csm", "POST /api/freelancer", has, 201, "")
		rows := strings.Join([]string{
			"email;firstName;lastName;linkedinHandle;hourRate;dayRate;currency",
			"has@differ.example;Ada;Has;differ-has;800;;EUR",
			"same@differ.example;Bo;Same;;90;90;EUR",
			"times@differ.example;Cy;Times;;90;7200;EUR",
			"fits@differ.example;Di;Fits;;90;720;EUR",
			"hour@differ.example;Ed;Hour;;90;;EUR",
		}, "\n")
		source := fmt.Sprintf(`{"source":{"kind":"file","resourceId":%q}`, p.table(t, "differ.csv", []byte(rows)))
		plan := p.expect(t, "content", importOf(pool), source+`,"dryRun":true}`, 200, `"warnings":{"RATES_DIFFER":3}`).json(t)
		page := fmt.Sprintf("GET /api/pool/import/plan/%v?warning=RATES_DIFFER", plan["planId"])
		warned := string(p.expect(t, "content", page, "", 200, `"totalResults":3`).body)
		for _, name := range []string{"Ada Has", "Bo Same", "Cy Times"} {
			if !strings.Contains(warned, name) {
				t.Errorf("%s is not warned of: %s", name, warned)
			}
		}
		run := p.expect(t, "content", importOf(pool), source+`,"policies":{"NO_CONSENT":"INVITE"},"dryRun":false}`, 202,
			"").json(t)
		done := p.imported(t, run["jobId"], "COMPLETED")
		if done["failed"] != 0.0 || done["skipped"] != 0.0 {
			t.Errorf("the warned rows are not carried out: %v", done)
		}
	})
}
