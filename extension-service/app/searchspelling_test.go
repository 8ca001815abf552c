package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// A person is found in the index by a phone number and an address however they are written. Numbers are in no document:
// who may not read them cannot ask for them.
func TestIndexQuery_PhoneAndEmailInAnySpelling_FindThePerson(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		person := func(first, email, phone string) int64 {
			body := fmt.Sprintf(
				`{"firstName":%q,"lastName":"Haddad","email":%q,"mobileNumber":%q,"currency":"EUR","force":true}`, first, email,
				phone)
			return int64(p.expect(t, "csm", "POST /api/freelancer", body, 201, "").json(t)["id"].(float64))
		}
		noor := person("Noor", "müller@bücher.example", "+4989123456")
		person("Ida", "mueller@buecher.example", "+4989123457")
		p.publishIndex(t)
		found := func(field, text string, isExact bool) string {
			value := `\"` + text + `\"`
			if !isExact {
				value = "*" + text + "*"
			}
			return string(p.expect(t, "all", "POST /api/search/freelancer/query", `{"query":"`+field+":"+value+`"}`, 200,
				`"totalResults":1`).body)
		}
		is := fmt.Sprintf(`"id":%d,`, noor)
		for _, spelling := range []string{
			"+4989123456", "+49 (0)89 123-456", "tel:+49-89-123456", "004989123456", "0049 89 123456", "＋４９ ８９ １２３４５６",
			"089 123456", "+49\u00a089\u2011123456",
		} {
			if got := found("mobileNumber", spelling, true); !strings.Contains(got, is) || strings.Contains(got, "89123456") {
				t.Errorf("%s finds %s", spelling, got)
			}
		}
		for _, spelling := range []string{"müller@bücher.example", "MÜLLER@BÜCHER.example", "müller@xn--bcher-kva.example"} {
			if got := found("email", spelling, true); !strings.Contains(got, is) {
				t.Errorf("%s finds %s", spelling, got)
			}
		}
		if got := found("email", "@bücher", false); !strings.Contains(got, is) {
			t.Errorf("a part of the address finds %s", got)
		}
		query := "POST /api/search/freelancer/query"
		p.expect(t, "all", query, `{"query":"mobileNumber:\"+49 89 999999\""}`, 200, `"totalResults":0`)
		p.expect(t, "all", query, `{"query":"mobileNumber:\"+4989123456\" AND firstName:\"Ida\""}`, 200, `"totalResults":0`)
		p.expect(t, "all", query, fmt.Sprintf(`{"query":"id:%d AND mobileNumber:\"+4989123456\""}`, noor+1), 200,
			`"totalResults":0`)
		p.expect(t, "all", query, fmt.Sprintf(`{"query":"id:%d AND mobileNumber:\"+4989123456\""}`, noor), 200,
			`"totalResults":1`)
		p.expect(t, "all", query, `{"query":"mobileNumber:\"somebody\""}`, 422, `"validation.phone"`)
		p.expect(t, "all", query, `{"query":"mobileNumber:*891234*"}`, 422, `"index.query.part"`)
		p.expect(t, "tech", query, `{"query":"mobileNumber:\"+4989123456\""}`, 422, `"UNKNOWN_FIELD"`)
		p.expect(t, "all", "GET /api/search/freelancer/mapping", "", 200, `{"name":"mobileNumber","type":"keyword"`)
		if text := string(p.expect(t, "tech", "GET /api/search/freelancer/mapping", "", 200,
			`"email"`).body); strings.Contains(text, "mobileNumber") {
			t.Errorf("told of a field that cannot be asked for: %s", text)
		}
	})
}
