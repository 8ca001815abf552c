package app_test

import "testing"

func TestAnAccountTheLogDoesNotTellOfWasChangedSometime(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		got := p.call(t, "config", "PUT", "/api/admin/2", `{"firstName":"Else"}`, "If-Match", `"9"`)
		details, _ := got.json(t)["details"].(map[string]any)
		if at, _ := details["changedAt"].(string); got.status != 409 || at < "2000" {
			t.Errorf("%d, changed at %q", got.status, at)
		}
	})
}
