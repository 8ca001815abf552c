package app_test

import (
	"fmt"
	"testing"
)

// The job that compares texts says, while there is no Directus, that it could not, and the texts stay; a trial run asks
// nobody.
func TestTextSync_WithoutDirectus_FailsAndChangesNothing(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		before := p.Messages()
		for body, want := range map[string]string{
			`{"name":"translation.sync","dryRun":true}`: "SUCCEEDED",
			`{"name":"translation.sync"}`:               "FAILED",
		} {
			if run := p.ran(t, body); fmt.Sprint(run["state"]) != want {
				t.Errorf("%s: %v", body, run)
			}
		}
		if after := p.Messages(); after != before || after == "" {
			t.Errorf("the texts were at %q and are at %q", before, after)
		}
	})
}
