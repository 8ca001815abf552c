package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// A photo is shown to those who may read the person, and goes with the person.
func TestPhoto_OfAPerson_IsPrivateAndErasedWithThePerson(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		id := p.named(t, "Runa")
		at := fmt.Sprintf("/api/freelancer/%d", id)
		document := p.uploaded(t, "csm", "cv.pdf", []byte(minimalPDF))
		p.expect(t, "csm", "PUT "+at, `{"photoResourceId":"`+document+`"}`, 415, `"photoResourceId":["error.mime"]`)
		photo := p.uploaded(t, "csm", "runa.png", pngOf(t, picture(96, 96)))
		p.expect(t, "csm", "PUT "+at, `{"photoResourceId":"`+photo+`"}`, 200, photo)
		image := "/api/image/" + photo + "?w=96&h=96"
		for who, want := range map[string]int{"csm": 200, "content": 404, "": 404} {
			if got := p.call(t, who, "GET", image, ""); got.status != want {
				t.Errorf("%q sees it: %d, want %d", who, got.status, want)
			} else if control := got.header.Get("Cache-Control"); want == 200 && strings.Contains(control, "public") {
				t.Errorf("anybody may keep it: %s", control)
			}
		}
		r := p.expect(t, "csm", "POST "+at+"/erase", `{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`, 202,
			`"IN_PROGRESS"`).json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		p.expect(t, "csm", "GET "+at, "", 200, `"photoResourceId":""`)
		if got := p.call(t, "all", "GET", "/api/resource/"+photo+"/meta", ""); got.status != 404 {
			t.Errorf("the file is still there: %d", got.status)
		}
	})
}
