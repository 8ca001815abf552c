package app_test

import (
	"fmt"
	"testing"
)

// What a freelancer repeats of the MSP follows it, and is no change of the freelancer.
func TestMSP_Renamed_FreelancersShowTheNewName(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		msp := p.expect(t, "csm", "POST /api/msp", `{"name":"Kranich","email":"office@kranich.example"}`, 201, "").json(t)
		body := fmt.Sprintf(`{"firstName":"Ada","lastName":"Öberg","email":"ada@kranich.example","mspId":%v}`, msp["id"])
		made := p.expect(t, "csm", "POST /api/freelancer", body, 201, `"mspName":"Kranich"`).json(t)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/msp/%v", msp["id"]), `{"name":"Reiher"}`, 200, "")
		at := fmt.Sprintf("/api/freelancer/%v", made["id"])
		p.expect(t, "csm", "GET "+at, "", 200, `"mspName":"Reiher"`)
		p.expect(t, "csm", "GET "+at, "", 200, fmt.Sprintf(`"version":%v`, made["version"]))
		p.expect(t, "csm", "PUT "+at, `{"mspId":null}`, 200, `"mspName":""`)
	})
}
