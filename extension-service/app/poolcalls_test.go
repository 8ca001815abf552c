package app_test

import (
	"fmt"
	"testing"
)

// What PUT says of a pool is what GET answers afterwards, each field of it; what it does not name stays.
func TestPoolUpdate_NamedFields_AreStoredAndOthersUnchanged(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		pool := p.newPool(t, "Core")
		at := fmt.Sprintf(" /api/pool/%d", pool)
		read := func() map[string]any { return p.expect(t, "content", "GET"+at, "", 200, "").json(t) }
		for field, value := range map[string]any{
			"vmsName": "Experts", "descriptionKey": "pool.sample.core", "visibility": "PUBLIC", "membershipTtlDays": 30.0,
			"externalId": "X-7",
		} {
			before := read()
			p.expect(t, "content", "PUT"+at, fmt.Sprintf(`{"id":%d,%q:%s}`, pool, field, jsonText(value)), 200, "")
			after := read()
			if fmt.Sprint(after[field]) != fmt.Sprint(value) || after["version"] != before["version"].(float64)+1 {
				t.Errorf("%s is %v at version %v, want %v", field, after[field], after["version"], value)
			}
			for other, was := range before {
				changes := other == field || other == "version" || other == "lastUpdated" || other == "lastUpdatedBy" ||
					field == "descriptionKey" && other == "description"
				if !changes && fmt.Sprint(after[other]) != fmt.Sprint(was) {
					t.Errorf("changing %s changed %s from %v to %v", field, other, was, after[other])
				}
			}
		}
		existing := p.newPool(t, "Taken")
		p.expect(t, "content", fmt.Sprintf("PUT /api/pool/%d", existing), `{"vmsName":" EXPERTS "}`, 409,
			`"code":"NAME_TAKEN"`)
		p.expect(t, "csm", "PUT"+at, `{"vmsName":"Others"}`, 403, "pool.update")
		if got := read()["vmsName"]; got != "Experts" {
			t.Errorf("a refused change left %v", got)
		}
	})
}

func jsonText(value any) string {
	if text, is := value.(string); is {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprint(value)
}

// A pool that nobody uses goes; one with members or projects is archived and stays readable.
func TestPoolDelete_UsedOrNot_IsArchivedOrDeleted(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		unused, used := p.newPool(t, "Unused"), p.newPool(t, "Used")
		p.join(t, used, p.consenting(t, "Ada"), "")
		remove := func(pool int) string { return fmt.Sprintf("DELETE /api/pool/%d", pool) }
		p.expect(t, "csm", remove(unused), `{"reason":"empty"}`, 403, "pool.delete")
		p.expect(t, "content", remove(unused), `{"reason":"empty"}`, 200, `"message":"pool.deleted"`)
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", unused), "", 404, "NOT_FOUND")
		p.expect(t, "content", remove(unused), `{"reason":"empty"}`, 404, "NOT_FOUND")
		p.expect(t, "content", remove(used), `{"reason":"no longer needed"}`, 200, "")
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", used), "", 200, `"status":"ARCHIVED"`)
		if again := p.newPool(t, "Unused"); again == unused {
			t.Error("a removed pool came back")
		}
	})
}
