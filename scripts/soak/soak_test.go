package main

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFindings_CallThatFailed_FailsTheRunAndIsNamed(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		answers []answer
		within  time.Duration
		want    string // in the error
	}{
		"all is well":         {[]answer{{status: 200}, {status: 304}}, 0, ""},
		"fast enough":         {[]answer{{status: 200}}, time.Second, ""},
		"too slow":            {[]answer{{status: 200}}, time.Microsecond, "took longer"},
		"an answer of errors": {[]answer{{status: 200}, {status: 503, body: []byte("away")}}, 0, "1 of 2 calls"},
		"no complete answer":  {[]answer{{err: errors.New("reset")}}, 0, "1 of 1 calls"},
		"nothing":             {nil, 0, "nothing was called"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &findings{latencies: map[string][]time.Duration{}, errors: map[string]int{}}
			for _, a := range tc.answers {
				f.add("GET /x", time.Millisecond, a)
			}
			err := f.failure(tc.within)
			if (err != nil) != (tc.want != "") || err != nil && !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v", err)
			}
			var out strings.Builder
			f.print(&out)
			if len(f.errors) > 0 && !strings.Contains(out.String(), "1 times: GET /x") {
				t.Errorf("printed is %s", out.String())
			}
		})
	}
}

func TestShare_OfLatencies_IsThatPercentile(t *testing.T) {
	t.Parallel()
	latencies := make([]time.Duration, 200)
	for i := range latencies {
		latencies[i] = time.Duration(i)
	}
	if a, b, c := share(latencies, 50), share(latencies, 99), share(latencies[:1], 99); a != 100 || b != 198 || c != 0 {
		t.Errorf("%d, %d, %d", a, b, c)
	}
}

func TestAddress_OfACall_ContainsOneOfItsIDs(t *testing.T) {
	t.Parallel()
	if got := (call{path: "/api/project/{id}/history", ids: []string{"7"}}).address(); got != "/api/project/7/history" {
		t.Error(got)
	}
}

// Records above the first million are asked for under the ids that they have.
func TestIDsOfAList_LargeNumbersAndTexts_AreUnchanged(t *testing.T) {
	t.Parallel()
	got := idsIn([]byte(`{"results":[{"id":1002602},{"id":"run_7"},{"id":null},{}]}`))
	if want := []string{"1002602", "run_7"}; !slices.Equal(got, want) {
		t.Errorf("ids are %q, want %q", got, want)
	}
}
