package app_test

import (
	"fmt"
	"testing"
)

// Bytes that two readers could read as different texts are held back with their reason; a byte-order mark is no such
// thing.
func TestInbound_BodyThatIsNotIntact_IsQuarantined(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		bodies := []string{
			"{\"job\":\"JP-1\",\"title\":\"Schwei\xdfer\"}", `{"job":"JP-1","title":"\ud83d"}`, "\xff\xfe{\x00}\x00",
			"{\"job\":\"JP-1\",\"title\":\"\xed\xa0\x80\"}",
			`"{\"job\":\"JP-1\",\"title\":\"\\ud83d\"}"`, `{"job":"JP-1","title":"a","title":"b"}`, `job=JP-1&title=a`,
		}
		ids := []int{}
		for i, body := range bodies {
			ids = append(ids, v.push("JOB", fmt.Sprint("b", i), body))
		}
		intact := v.push("JOB", "w", "\xef\xbb\xbf{\"job\":\"JP-2\",\"title\":\"Schweißer 😀\"}")
		v.processAll()
		for i, id := range ids {
			v.expectState(id, `"state":"QUARANTINED"`, `"reason":"MAPPING"`)
			if t.Failed() {
				t.Fatalf("%q", bodies[i])
			}
		}
		v.expectState(intact, `"state":"PROCESSED"`)
		p.expect(t, "csm", "GET "+v.project("JP-2"), "", 200, `"title":"Schweißer 😀"`)
	})
}

// A message whose bytes cannot be read is shown with its reason in words, stays as it came when it is read anew, is
// handed out byte for byte, and ends once somebody says why it needs no effect; the corrected one that the VMS sends
// afterwards is done.
func TestInbound_BodyThatIsNotUTF8_IsHandledToItsEnd(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		at := `"at":"2026-11-02T10:00:00Z"`
		id := v.push("JOB", "b1", "{\"job\":\"JP-1\",\"title\":\"Schwei\xdfer\","+at+"}")
		v.processAll()
		v.expectState(id, `"state":"QUARANTINED"`, `"reason":"MAPPING"`, `"detail":"not valid UTF-8"`)
		p.expect(t, "csm", "GET /api/project?vmsId=JP-1", "", 200, `"totalResults":0`)
		replay := fmt.Sprintf("POST /api/vms/message/%d/replay", id)
		p.expect(t, "tech", replay, "{}", 200, `"state":"RECEIVED"`)
		v.processAll()
		v.expectState(id, `"state":"QUARANTINED"`, `"reason":"MAPPING"`)
		url := p.expect(t, "tech", fmt.Sprintf("POST /api/vms/message/%d/download", id), "", 200,
			"/api/download/").json(t)["url"].(string)
		p.expect(t, "", "GET "+url, "", 200, `"messageId": "b1"`)
		ignore := fmt.Sprintf("POST /api/vms/message/%d/ignore", id)
		p.expect(t, "tech", ignore, "{}", 422, `"reason":["validation.required"]`)
		p.expect(t, "tech", ignore, `{"reason":"Latin-1; they send it again"}`, 200, `"state":"IGNORED"`)
		p.expect(t, "tech", replay, "{}", 409, "TRANSITION_NOT_ALLOWED")
		v.expectState(id, `"detail":"Latin-1; they send it again"`)
		again := v.push("JOB", "b2", "{\"job\":\"JP-1\",\"title\":\"Schweißer\","+at+"}")
		v.processAll()
		v.expectState(again, `"state":"PROCESSED"`)
		p.expect(t, "csm", "GET "+v.project("JP-1"), "", 200, `"title":"Schweißer"`)
		v.expectState(id, `"state":"IGNORED"`)
	})
}
