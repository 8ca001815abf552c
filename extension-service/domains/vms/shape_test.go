package vms

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// reader takes messages in, each time as many as are new.
type reader struct {
	t *testing.T
	*shape
	now time.Time
}

func newReader(t *testing.T) *reader {
	t.Helper()
	return &reader{t, &shape{Paths: map[string]*path{}}, time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC)}
}

// reads looks at messages together and says which alarms that raises.
func (r *reader) reads(messages ...string) string {
	r.t.Helper()
	var all []examined
	for _, text := range messages {
		m := examined{came: r.now}
		if err := json.Unmarshal([]byte(text), &m.message); err != nil {
			r.t.Fatal(err)
		}
		all = append(all, m)
		r.now = r.now.Add(time.Minute)
	}
	return strings.Join(r.observeAll(all), " ")
}

// alarmText is the alarm of a path in words.
func (r *reader) alarmText(at string) string {
	p := r.Paths[at]
	if p == nil || p.Alarm == nil {
		return ""
	}
	word := map[bool]string{true: "vanished", false: "changed"}[p.Alarm.Vanished]
	return fmt.Sprintf("%s %v %s", word, p.Alarm.Types, p.Alarm.Since.Format("15:04"))
}

func repeat(n int, message string) []string { return slices.Repeat([]string{message}, n) }

// What a connection has been sending is missed at once, and what it sent only now and then is not.
func TestShape_PathVanishedOrChangedType_RaisesAnAlarm(t *testing.T) {
	t.Parallel()
	const usual = `{"job":"J","rate":{"max":80},"tags":[{"name":"a","code":"c"}],"note":null}`
	for name, c := range map[string]struct {
		before []string // one by one
		now    []string // together
		at     string
		want   string // the alarm in words
	}{
		"gone": {repeat(20, usual), []string{`{"rate":{"max":80}}`}, "job", "vanished [] 08:20"},
		"gone from the middle on": {
			repeat(20, usual),
			append(repeat(3, usual), repeat(2, `{"rate":{"max":80}}`)...), "job", "vanished [] 08:23",
		},
		"null now": {repeat(20, usual), []string{`{"job":null}`}, "job", "vanished [null] 08:20"},
		"gone in an object": {
			repeat(20, usual),
			[]string{`{"job":"J","rate":{}}`},
			"rate.max",
			"vanished [] 08:20",
		},
		"the object is gone, not all in it": {repeat(20, usual), []string{`{"job":"J"}`}, "rate.max", ""},
		"gone from elements": {
			repeat(20, usual),
			[]string{`{"tags":[{"name":"a"},{"name":"b"}]}`},
			"tags[].code", "vanished [] 08:20",
		},
		"an empty list":                   {repeat(20, usual), []string{`{"job":"J","tags":[]}`}, "tags[].code", ""},
		"it comes again in the same look": {repeat(20, usual), []string{`{"rate":{"max":80}}`, usual}, "job", ""},
		"another type":                    {repeat(20, usual), []string{`{"job":7}`}, "job", "changed [number] 08:20"},
		"another type inside": {
			repeat(20, usual),
			[]string{`{"rate":{"max":"80"}}`},
			"rate.max",
			"changed [string] 08:20",
		},
		"an object now": {
			repeat(20, usual),
			[]string{`{"job":{"id":"J"}}`},
			"job",
			"changed [object] 08:20",
		},
		"elements of another type": {
			repeat(20, usual),
			[]string{`{"tags":["a"]}`},
			"tags[]",
			"changed [string] 08:20",
		},
		"never a value":      {repeat(30, usual), []string{`{"job":"J"}`}, "note", ""},
		"a value after null": {repeat(30, usual), []string{`{"job":"J","note":"n"}`}, "note", ""},
		"too few to know":    {repeat(19, usual), []string{`{}`}, "job", ""},
		"sometimes there": {
			slices.Concat(repeat(30, usual), repeat(1, `{}`), repeat(30, usual)),
			[]string{`{}`},
			"job", "",
		},
		"missing once, long ago": {
			slices.Concat(repeat(5, usual), repeat(1, `{}`), repeat(200, usual)),
			[]string{`{}`},
			"job", "vanished [] 11:26",
		},
		"not in the first one": {slices.Concat(repeat(1, `{}`), repeat(30, usual)), []string{`{}`}, "job", ""},
		"only in some of the elements": {
			repeat(30, `{"tags":[{"a":1},{"a":1,"b":1}]}`),
			[]string{`{"tags":[{"a":1}]}`},
			"tags[].b", "",
		},
		"two types from the beginning": {slices.Concat(repeat(1, `{"a":1}`), repeat(1, `{"a":"1"}`),
			repeat(30, `{"a":1}`)), []string{`{"a":"2"}`}, "a", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newReader(t)
			for _, text := range c.before {
				r.reads(text)
			}
			r.reads(c.now...)
			if got := r.alarmText(c.at); got != c.want {
				t.Errorf("%s: %q, want %q", c.at, got, c.want)
			}
		})
	}
}

// An alarm is raised once, stands while all stays as it is now, and ends when somebody accepts it, or once all is as it
// was.
func TestShape_Alarm_EndsWhenAcceptedOrRestored(t *testing.T) {
	t.Parallel()
	const usual, changed, gone = `{"a":1,"b":2}`, `{"a":"1","b":2}`, `{"b":2}`
	for name, c := range map[string]struct{ bad, again string }{"another type": {changed, "a"}, "gone": {gone, ""}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newReader(t)
			r.reads(repeat(20, usual)...)
			for i, want := range []string{"a", "", ""} {
				if got := r.reads(c.bad); got != want || r.alarmText("a") == "" {
					t.Errorf("look %d raises %q and %q stands, want %q", i, got, r.alarmText("a"), want)
				}
			}
			r.reads(repeat(19, usual)...)
			r.reads(c.bad)
			r.reads(repeat(19, usual)...)
			if r.alarmText("a") == "" {
				t.Error("it ends before 20 messages in a row are as before")
			}
			if r.reads(usual); r.alarmText("a") != "" {
				t.Errorf("%s stands", r.alarmText("a"))
			}
			if got := r.reads(c.bad); got != c.again { // what was missing before is missed less soon
				t.Errorf("another time it raises %q, want %q", got, c.again)
			}
		})
	}
	r := newReader(t)
	r.reads(repeat(20, usual)...)
	r.reads(changed)
	if !r.accept("a") || r.accept("a") || r.accept("b") || r.accept("none") || r.reads(changed, usual) != "" {
		t.Errorf("accepted, but %s", r.alarmText("a"))
	}
	r.reads(repeat(20, usual)...)
	r.reads(gone)
	if !r.accept("a") || r.Paths["a"] != nil || r.reads(gone) != "" {
		t.Errorf("accepted, but %v", r.Paths["a"])
	}
}

// What is kept is bounded, and names that are keys of a table, or somebody's address, are not told apart.
func TestShape_ManyPaths_IsBoundedAndContainsNoKeys(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	r.reads(`{"by":{"ada@talent.example":{"n":1},"17":{"n":2}},"Cost Center":"x","a.b":1,"` + strings.Repeat("k",
		65) + `":1}`)
	var got []string
	for at := range r.Paths {
		got = append(got, at)
	}
	slices.Sort(got)
	if want := []string{"*", `["Cost Center"]`, `["a.b"]`, "by", "by.*", "by.*.n"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	var many []string
	for i := range 2 * mostPaths {
		many = append(many, fmt.Sprintf(`"f%d":1`, i))
	}
	deep := strings.Repeat(`{"name":`, 60) + "1" + strings.Repeat("}", 60)
	r.reads(deep, "{"+strings.Join(many, ",")+"}")
	for at := range r.Paths {
		if len(at) > longestPath {
			t.Errorf("%d bytes: %s", len(at), at)
		}
	}
	if len(r.Paths) != mostPaths || !r.More {
		t.Errorf("%d paths, more %v", len(r.Paths), r.More)
	}
}
