package app_test

import (
	"bytes"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/internal/test/clamdtest"
)

// What the scanner finds something in is refused with the name of that, and the log says who sent it; while the scanner
// is away nothing is taken, and everything else goes on.
func TestScanner_FindingOrUnavailable_RefusesTheUpload(t *testing.T) {
	t.Parallel()
	settings := ownFolder(t)
	daemon := clamdtest.New(t, func(content []byte) string {
		if bytes.Contains(content, []byte("EICAR")) {
			return "stream: Eicar-Test-Signature FOUND\x00"
		}
		return "stream: OK\x00"
	})
	settings.ScannerURL = daemon.Address
	p := openProduct(t, settings)
	p.uploaded(t, "csm", "list.csv", []byte("a,b\n1,2\n"))
	got := p.upload(t, "csm", "other.csv", []byte("a,b\nEICAR,2\n"))
	if got.status != 422 || !strings.Contains(string(got.body), `"found":"Eicar-Test-Signature"`) {
		t.Errorf("%d %s", got.status, got.body)
	}
	p.expect(t, "tech", "GET /api/audit?action=malware&requestId="+got.header.Get("X-Request-Id"), "", 200,
		`"found":"Eicar-Test-Signature"`)
	p.expect(t, "tech", "GET /api/audit?action=malware", "", 200, `"name":"Clara Sommer"`)
	daemon.Close()
	if got := p.upload(t, "csm", "third.csv", []byte("a,b\n1,2\n")); got.status != 503 ||
		!strings.Contains(string(got.body), `"resource":["error.notScanned"]`) {
		t.Errorf("%d %s", got.status, got.body)
	}
	p.newProject(t, "Boat builder")
}
