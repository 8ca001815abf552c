package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Whoever sets the end of a membership names a day of the client: it lasts until that day is over there, and lists,
// however they are asked, count it under that day.
func TestMembership_End_IsThatOfADayAtItsClient(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		for i, client := range []struct{ zone, end string }{
			{"Pacific/Auckland", "2099-01-31T10:59:59.999Z"},
			{"America/Los_Angeles", "2099-02-01T07:59:59.999Z"},
			{"Europe/Berlin", "2099-01-31T22:59:59.999Z"},
		} {
			p.expect(t, "config", "PUT /api/client/1", fmt.Sprintf(`{"timeZone":%q}`, client.zone), 200, "")
			pool := p.newPool(t, client.zone)
			member := p.join(t, pool, p.consenting(t, fmt.Sprintf("Zoe%c", 'a'+i)), "")
			at := fmt.Sprintf("/api/poolMember/%d", member)
			p.endsWithADay(t, client.zone, p.expect(t, "content", "GET "+at, "", 200, "").json(t))
			expiry := fmt.Sprintf(`"expiresAt":%q`, client.end)
			p.expect(t, "content", "POST "+at+"/extend", `{"expiresAt":"2099-01-31"}`, 200, expiry)
			for day, n := range map[string]int{"2099-01-30": 0, "2099-01-31": 1} {
				p.expect(t, "content", fmt.Sprintf("GET /api/poolMember?poolId=%d&endsBy=%s", pool, day), "", 200,
					fmt.Sprintf(`"totalResults":%d`, n))
			}
			p.expect(t, "content", "GET "+at, "", 200, `"lastDay":"2099-01-31"`)
			file := p.table(t, "zone.csv", []byte("email,firstName,lastName,expiresAt\n"+strings.ToLower(client.zone[:4])+
				"@zone.example,File,Person,31.01.2099\n"))
			plan := p.expect(t, "content", importOf(pool), fromFile(file, "", ""), 200, "").json(t)
			run := p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, plan["planId"]), 202, "").json(t)
			p.imported(t, run["jobId"], "COMPLETED")
			p.expect(t, "content", fmt.Sprintf("GET /api/poolMember?poolId=%d&endsBy=2099-01-31&status=INVITED", pool), "", 200,
				expiry)
		}
	})
}

// endsWithADay fails unless a membership ends with the last instant of the day in a zone that it names.
func (p *product) endsWithADay(t *testing.T, zone string, member map[string]any) {
	t.Helper()
	in, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	joined, failed := time.Parse(time.RFC3339, fmt.Sprint(member["joinedAt"]))
	end, bad := time.Parse(time.RFC3339, fmt.Sprint(member["expiresAt"]))
	if failed != nil || bad != nil {
		t.Fatalf("%v %v", failed, bad)
	}
	day := joined.In(in).AddDate(0, 0, 730).Format(time.DateOnly)
	if got := end.In(in).Format("2006-01-02 15:04:05.000"); got != day+" 23:59:59.999" || member["lastDay"] != day {
		t.Errorf("in %s a membership from %v ends at %s with the day %v, want the end of %s", zone, member["joinedAt"], got,
			member["lastDay"], day)
	}
}
