package transform

import (
	"fmt"
	"strings"
	"testing"
)

// 2026 in Berlin: the clocks skip from 02:00 to 03:00 on 29 March, and show 02:00 to 03:00 twice on 25 October.
func TestFromZone_LocalTimes_AreInstantsAlsoWhenTheClocksChange(t *testing.T) {
	t.Parallel()
	runner := newRunner(t)
	for name, tc := range map[string]struct{ at, zone, want string }{
		"in winter":                            {"28.03.2026 02:30", "Europe/Berlin", "2026-03-28T01:30:00Z"},
		"in summer":                            {"30.03.2026 02:30", "Europe/Berlin", "2026-03-30T00:30:00Z"},
		"skipped, as if nothing was changed":   {"29.03.2026 02:30", "Europe/Berlin", "2026-03-29T01:30:00Z"},
		"before what is skipped":               {"29.03.2026 01:59", "Europe/Berlin", "2026-03-29T00:59:00Z"},
		"after what is skipped":                {"29.03.2026 03:00", "Europe/Berlin", "2026-03-29T01:00:00Z"},
		"shown twice, the first":               {"25.10.2026 02:30", "Europe/Berlin", "2026-10-25T00:30:00Z"},
		"after what is shown twice":            {"25.10.2026 03:00", "Europe/Berlin", "2026-10-25T02:00:00Z"},
		"behind UTC, skipped":                  {"08.03.2026 02:30", "America/New_York", "2026-03-08T07:30:00Z"},
		"behind UTC, shown twice":              {"01.11.2026 01:30", "America/New_York", "2026-11-01T05:30:00Z"},
		"changed by half an hour, shown twice": {"05.04.2026 01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00Z"},
		"without a change of the clocks":       {"29.03.2026 02:30", "UTC", "2026-03-29T02:30:00Z"},
	} {
		jq := fmt.Sprintf(`.in.at | strptime("%%d.%%m.%%Y %%H:%%M") | fromZone(%q)`, tc.zone)
		out := run(t, runner, Rules{Rules: []Rule{{Target: "at", JQ: jq}}}, fmt.Sprintf(`{"in":{"at":%q}}`, tc.at))
		if got := string(out.Output); got != fmt.Sprintf(`{"at":%q}`, tc.want) {
			t.Errorf("%s: %s in %s is %s %v, want %s", name, tc.at, tc.zone, got, out.Errors, tc.want)
		}
	}
}

func TestZones_OtherForms_AreReadOrRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	runner := newRunner(t)
	for jq, want := range map[string]string{
		`"2026-03-29T02:30" | fromZone("Europe/Berlin")`:              "2026-03-29T01:30:00Z",
		`"2026-07-01 08:00:15" | fromZone("Europe/Berlin")`:           "2026-07-01T06:00:15Z",
		`"2026-03-29T01:30:00Z" | toZone("Europe/Berlin")`:            "2026-03-29T03:30:00+02:00",
		`"2026-10-25T00:30:00Z" | toZone("Europe/Berlin") | .[11:16]`: "02:30",
		`"2026-03-29" | fromZone("Europe/Berlin")`:                    "is no local time",
		`"2026-03-29T02:30" | fromZone("Europe/Bern")`:                `no time zone "Europe/Bern"`,
		`"2026-03-29T02:30" | fromZone("Local")`:                      `no time zone "Local"`,
		`[2026, 2] | fromZone("Europe/Berlin")`:                       "a time has 6 numbers, not 2",
		`["a", 2, 29, 2, 30, 0] | fromZone("Europe/Berlin")`:          "a is no part of a time",
		`"29.03.2026" | toZone("Europe/Berlin")`:                      "is no instant",
	} {
		out := run(t, runner, Rules{Rules: []Rule{{Target: "at", JQ: jq}}}, `{"in":{}}`)
		if got := fmt.Sprintf("%s %+v", out.Output, out.Errors); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", jq, got, want)
		}
	}
}
