package app_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// Two windows that set one thing at once learn of each other: each adds its own view to what the other has kept.
func TestPreference_TwoWindowsAtOnce_LoseNoChange(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		const at = "/api/preference/list.project"
		none := p.expect(t, "csm", "GET "+at, "", 200, `{"value":null}`).header.Get("ETag")
		first := p.call(t, "csm", "PUT", at, `{"value":["a"]}`, "If-Match", none)
		if first.status != 200 || first.header.Get("ETag") == none {
			t.Fatalf("%d %v", first.status, first.header)
		}
		for _, body := range []string{`{"value":["b"]}`, `{"value":null}`} {
			if late := p.call(t, "csm", "PUT", at, body, "If-Match", none); late.status != 409 ||
				!strings.Contains(string(late.body), `"current":["a"]`) {
				t.Errorf("%d %s", late.status, late.body)
			}
		}
		if again := p.expect(t, "csm", "GET "+at, "", 200,
			`{"value":["a"]}`); again.header.Get("ETag") != first.header.Get("ETag") {
			t.Errorf("%v, want %v", again.header, first.header)
		}
		for _, unguarded := range []string{"", "*"} {
			if got := p.call(t, "csm", "PUT", at, `{"value":["c"]}`, "If-Match", unguarded); got.status != 200 {
				t.Errorf("%q: %d %s", unguarded, got.status, got.body)
			}
		}
		p.token(t, "csm")
		var windows sync.WaitGroup
		for w := range 4 {
			windows.Go(func() {
				for added := false; !added; {
					now := p.call(t, "csm", "GET", at, "")
					body := strings.TrimSuffix(string(now.body), "]}") + fmt.Sprintf(`,"%d"]}`, w)
					added = p.call(t, "csm", "PUT", at, body, "If-Match", now.header.Get("ETag")).status == 200
				}
			})
		}
		windows.Wait()
		for w := range 4 {
			p.expect(t, "csm", "GET "+at, "", 200, fmt.Sprintf(`"%d"`, w))
		}
	})
}
