package transform

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain is the process of mappings too, as the product's own program is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == Command {
		if err := Serve(os.Stdin, os.Stdout, time.Now); err != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func newRunner(t *testing.T) *Runner {
	t.Helper()
	r := &Runner{Program: os.Args[0]}
	t.Cleanup(r.Close)
	return r
}

func run(t *testing.T, r *Runner, rules Rules, input string) Result {
	t.Helper()
	in, err := Object([]byte(input))
	if err != nil {
		t.Fatal(err)
	}
	out, err := r.Run(t.Context(), 1, rules, Message{
		Input: in, At: time.Date(2026, 3, 1, 23, 30, 0, 0, time.UTC),
		Files: map[string][]byte{"r1": {0xff, 0, 'a'}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRun_Rules_MakeAMessage(t *testing.T) {
	t.Parallel()
	rules := Rules{
		Lookups: map[string]map[string]any{"uom": {"Hr": "hr", "*": nil}},
		Rules: []Rule{
			{Target: "jobPostingId", JQ: ".project.vmsId", Required: true},
			{Target: "candidate.firstName", JQ: ".freelancer.firstName", MaxLength: 3},
			{Target: "candidate.phone", JQ: ".freelancer.phone", When: ".freelancer.phone != null"},
			{Target: "rate.amount", JQ: ".application.billRate"},
			{Target: "rate.uom", JQ: `.application.rateUnit | lookup("uom")`, Required: true},
			{Target: "from", JQ: `(.none // today) | strptime("%Y-%m-%d") | strftime("%m/%d/%Y")`},
			{Target: "attachments[0].name", JQ: `.application.handle + ".pdf"`},
			{Target: "attachments[0].content", JQ: `"r1" | resource | @base64`},
			{Target: "text", JQ: `"<p>a &amp; <b>b</b></p>" | stripHtml`},
			{Target: "note", JQ: ".none", Default: `"-"`},
		},
	}
	out := run(t, newRunner(t), rules,
		`{"project":{"vmsId":"JP-1"},"freelancer":{"firstName":"Zoë-Ann"},"application":{"billRate":96.50,"rateUnit":"Hr","handle":"A-1"}}`)
	want := `{"attachments":[{"content":"/wBh","name":"A-1.pdf"}],"candidate":{"firstName":"Zoë"},"from":"03/01/2026","jobPostingId":"JP-1",` +
		`"note":"-","rate":{"amount":96.50,"uom":"hr"},"text":"a & b"}`
	if got := string(out.Output); got != want || !out.OK {
		t.Errorf("ok %v\n%s, want\n%s\n%v", out.OK, got, want, out.Errors)
	}
	if !out.Trace[2].Skipped || len(out.Warnings) != 1 || out.Warnings[0].Code != Cut {
		t.Errorf("trace %+v, warnings %+v", out.Trace[2], out.Warnings)
	}
}

func TestRun_FailingRule_ReportsItsCode(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rule Rule
		want Code
	}{
		"no entry":        {Rule{JQ: `"Pr" | lookup("uom")`}, Lookup},
		"no table":        {Rule{JQ: `"Pr" | lookup("none")`}, Lookup},
		"two values":      {Rule{JQ: "1, 2"}, Multiple},
		"without end":     {Rule{JQ: "repeat(1)"}, Multiple},
		"too long":        {Rule{JQ: `"abcd"`, MaxLength: 3, MaxLengthError: true}, TooLong},
		"another failure": {Rule{JQ: `"a" + 1`}, Run},
		"no file":         {Rule{JQ: `"r2" | resource`}, Run},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.rule.Target = "a.b"
			out := run(t, newRunner(t), Rules{Lookups: map[string]map[string]any{"uom": {"Hr": "hr"}}, Rules: []Rule{c.rule}},
				"{}")
			if len(out.Errors) != 1 || out.Errors[0].Code != c.want || out.OK {
				t.Errorf("%+v, want %s", out.Errors, c.want)
			}
		})
	}
}

// wasteful are programs that use up more than they may.
var wasteful = map[string]string{
	"endless loop":    "last(repeat(1))",
	"endless walk":    "[recurse(if . < 1 then . else . end)] | length",
	"deep recursion":  "def f: 1 + f; f",
	"deep value":      "reduce range(5000000) as $i (null; [.])",
	"10 GB of output": `[range(10000) | "x" * 1000000]`,
	"9 MiB of output": `"x" * 9437184`,
	"one huge text":   `"x" * 10000000000 | length`,
	"growing text":    `last(foreach repeat(1) as $i ("x"; . + .))`,
	"growing number":  "reduce range(100) as $i (7; . * .)",
}

// What a program may use up ends with its process; the message after it finds another. Those of other connections go on
// meanwhile.
func TestRun_LimitExceeded_EndsOnlyThatProgram(t *testing.T) {
	t.Parallel()
	r := newRunner(t)
	good := Rule{Target: "good", JQ: ".a"}
	for name, text := range wasteful {
		run(t, r, Rules{Rules: []Rule{good}}, `{"a":1}`)
		others := runBeside(t, r, good)
		out := run(t, r, Rules{Rules: []Rule{good, {Target: "bad", JQ: text}}}, `{"a":1}`)
		if n := others(); n == 0 {
			t.Errorf("%s: no message of another connection has come through", name)
		}
		if len(out.Errors) != 1 || out.Errors[0].Rule != 1 || out.Errors[0].Code != Limit ||
			string(out.Output) != `{"good":1}` {
			t.Errorf("%s: %s %+v, want E_LIMIT for the second rule", name, out.Output, out.Errors)
		}
		if after := run(t, r, Rules{Rules: []Rule{good}}, `{"a":2}`); string(after.Output) != `{"good":2}` {
			t.Errorf("%s: the next message gives %s %+v", name, after.Output, after.Errors)
		}
	}
}

// runBeside has another connection run a rule, at least once and until it is asked how often it did. Its process stays
// the same.
func runBeside(t *testing.T, r *Runner, rule Rule) (count func() int) {
	t.Helper()
	const other = 2
	input := map[string]any{"a": 3}
	pass := func() string {
		out, err := r.Run(t.Context(), other, Rules{Rules: []Rule{rule}}, Message{Input: input})
		return fmt.Sprint(string(out.Output), err)
	}
	pass()
	r.mu.Lock()
	before := r.idle[other]
	r.mu.Unlock()
	stop, n := make(chan struct{}), make(chan int)
	go func() {
		done := 0
		for {
			if got := pass(); got != `{"good":3}<nil>` {
				t.Errorf("another connection gets %s", got)
			}
			done++
			select {
			case <-stop:
				n <- done
				return
			default:
			}
		}
	}()
	return func() int {
		close(stop)
		done := <-n
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.idle[other] != before {
			t.Error("the process of another connection has been replaced")
		}
		return done
	}
}

// A program that uses up too much is ended within a second of its own computing, however long it had to wait for that.
func TestRun_LimitExceeded_EndsWithinASecond(t *testing.T) {
	t.Parallel()
	if isRace {
		t.Skip("what looks for races takes many times as long")
	}
	for name, text := range wasteful {
		request, err := json.Marshal(job{Rules: Rules{Rules: []Rule{{Target: "bad", JQ: text}}}})
		if err != nil {
			t.Fatal(err)
		}
		p, err := start(os.Args[0])
		if err != nil {
			t.Fatal(err)
		}
		before, began := cpuOf(t, p), time.Now()
		_, _ = p.request(t.Context(), request, patience) // what becomes of it, the test above says
		took := time.Since(began)
		p.stop()
		computing := p.command.ProcessState.UserTime() + p.command.ProcessState.SystemTime() - before
		t.Logf("%s: ended after %s, of which it computed for %s", name, took.Round(time.Millisecond),
			computing.Round(time.Millisecond))
		if computing > time.Second {
			t.Errorf("%s: it computed for %s", name, computing)
		}
	}
}

// cpuOf is for how long a process has computed until now.
func cpuOf(t *testing.T, p *process) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(after)
	var user, system int64
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		t.Fatal(err)
	}
	return time.Duration(user+system) * time.Second / 100
}

// A process that was ended while it waited costs no message.
func TestRun_EndedProcess_IsReplaced(t *testing.T) {
	t.Parallel()
	r := newRunner(t)
	rules := Rules{Rules: []Rule{{Target: "good", JQ: ".a"}}}
	run(t, r, rules, `{"a":1}`)
	waiting := r.idle[1]
	waiting.kill()
	if _, err := waiting.command.Process.Wait(); err != nil {
		t.Fatal(err)
	}
	if out := run(t, r, rules, `{"a":2}`); string(out.Output) != `{"good":2}` {
		t.Errorf("%s %+v", out.Output, out.Errors)
	}
}

// A process that has served for long costs no message either when the machine leaves it no time: only what it computes
// for this message counts.
func TestRun_ProcessWithoutCPU_IsNotTimedOut(t *testing.T) {
	t.Parallel()
	r := newRunner(t)
	rules := Rules{Rules: []Rule{{Target: "good", JQ: ".a"}}}
	run(t, r, rules, `{"a":1}`)
	served := r.idle[1]
	for cpuOf(t, served) < Time {
		run(t, r, Rules{Rules: []Rule{{Target: "much", JQ: "[range(50000)] | length"}}}, `{}`)
	}
	if r.idle[1] != served {
		t.Fatal("another process has served")
	}
	signal := func(s syscall.Signal) {
		if err := served.command.Process.Signal(s); err != nil {
			t.Error(err)
		}
	}
	signal(syscall.SIGSTOP)
	goOn := time.AfterFunc(Time+Time/4, func() { signal(syscall.SIGCONT) })
	defer goOn.Stop()
	if out := run(t, r, rules, `{"a":2}`); string(out.Output) != `{"good":2}` {
		t.Errorf("%s %+v", out.Output, out.Errors)
	}
}

func TestRun_TimeLimit_IsBelowASecond(t *testing.T) {
	t.Parallel()
	if Time >= time.Second {
		t.Errorf("%s, want less than a second", Time)
	}
}

func TestRules_BeforeTheyRun_AreChecked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rule      Rule
		resources bool
		wrong     string
		position  int64
	}{
		"right": {rule: Rule{Target: "a", JQ: ".b | resource"}, resources: true},
		"inbound file": {
			rule: Rule{Target: "a", JQ: ".b | resource"}, wrong: "resource may not be used here",
			position: 5,
		},
		"syntax":       {rule: Rule{Target: "a", JQ: ".b | | .c"}, wrong: `unexpected token "|"`, position: 5},
		"unknown name": {rule: Rule{Target: "a", JQ: "nothing(1)"}, wrong: "function not defined: nothing/1"},
		"now":          {rule: Rule{Target: "a", JQ: "[now][0]"}, wrong: "now may not be used here", position: 1},
		"environment": {
			rule:  Rule{Target: "a", JQ: `if true then {a: $ENV.HOME} else null end`},
			wrong: "$ENV may not be used here", position: 17,
		},
		"hidden in when": {rule: Rule{Target: "a", JQ: ".b", When: "env | length > 0"}, wrong: "env may not be used here"},
		"module":         {rule: Rule{Target: "a", JQ: `import "x" as x; .`}, wrong: "there are no modules"},
		"target":         {rule: Rule{Target: "a..b", JQ: "."}, wrong: `target: "" is no name of a target`},
		"target of all": {
			rule:  Rule{Target: "a.__proto__.x", JQ: "."},
			wrong: `target: "__proto__" is no name of a target: objects of JavaScript inherit it`,
		},
		"target in a way": {rule: Rule{Target: "first.more", JQ: "."}, wrong: "target: another rule puts a value in its way"},
		"target refused":  {rule: Rule{Target: "secret", JQ: "."}, wrong: "no value may be set at secret"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rules := Rules{Rules: []Rule{{Target: "first", JQ: "1"}, c.rule}}
			wrong, _ := rules.Check(c.resources, func(target string) bool { return target != "secret" })
			got := ""
			for _, w := range wrong {
				got = w.Message
				if w.Rule != 1 || w.Position != nil && *w.Position != c.position {
					t.Errorf("%+v, want it at rule 1, %d", w, c.position)
				}
			}
			if got != c.wrong {
				t.Errorf("%q, want %q", got, c.wrong)
			}
		})
	}
}

func TestRules_ArithmeticOnAmounts_IsWarnedAbout(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		".application.billRate": 0, ".application.billRate * 2": 1, ".application | (.payRate + 1)": 1,
		".project.positions + 1": 0,
	} {
		_, warnings := Rules{Rules: []Rule{{Target: "a", JQ: text}}}.Check(true, nil)
		if len(warnings) != want {
			t.Errorf("%s: %+v, want %d", text, warnings, want)
		}
	}
}

func TestRules_UnreadInput_IsListed(t *testing.T) {
	t.Parallel()
	rules := Rules{Rules: []Rule{{Target: "a", JQ: ".freelancer | .name"}, {Target: "b", JQ: "[.list[] | .x]"}}}
	got := rules.Unused(map[string]any{
		"freelancer": map[string]any{"name": "n", "about": "a"}, "list": []any{1},
		"left": "l",
	})
	if want := []string{"left"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v: a whole freelancer was looked at", got, want)
	}
	if got := (Rules{}).Unused(map[string]any{"a": map[string]any{"b": 1}}); fmt.Sprint(got) != "[a.b]" {
		t.Errorf("%v", got)
	}
}

// A required value that is an empty text is missing, and a default stands in for it.
func TestRule_EmptyText_IsMissing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rule      Rule
		isMissing bool
	}{
		"null":             {Rule{JQ: "null", Required: true}, true},
		"empty":            {Rule{JQ: `""`, Required: true}, true},
		"of an expression": {Rule{JQ: `.a | ltrimstr("x")`, Required: true}, true},
		"no value":         {Rule{JQ: "empty", Required: true}, true},
		"cut to nothing":   {Rule{JQ: `"" + .b`, Required: true}, true},
		"empty default":    {Rule{JQ: "null", Default: `""`, Required: true}, true},
		"a default":        {Rule{JQ: `""`, Default: `"d"`, Required: true}, false},
		"zero":             {Rule{JQ: "0", Required: true}, false},
		"false":            {Rule{JQ: "false", Required: true}, false},
		"a blank":          {Rule{JQ: `" "`, Required: true}, false},
		"not required":     {Rule{JQ: `""`}, false},
	} {
		c.rule.Target = "a"
		out := run(t, newRunner(t), Rules{Rules: []Rule{c.rule}}, `{"a":"x","b":""}`)
		if (len(out.Missing) == 1) != c.isMissing || out.OK == c.isMissing {
			t.Errorf("%s: missing %v, ok %v", name, out.Missing, out.OK)
		}
	}
}

// Bytes that others have made are read as they were sent, or not at all.
func TestDecoded_BytesOfOthers_AreReadAsSentOrRefused(t *testing.T) {
	t.Parallel()
	for text, isRead := range map[string]bool{
		`{"a":"é"}`: true, "\xef\xbb\xbf{\"a\":1}": true, `{"a":"\ud83d\ude00"}`: true, `{"a":"\uD83D\uDE00 \u00e9"}`: true,
		`{"a":"\\ud83d"}`: true, `{"a":"\\\\ud83d"}`: true,
		`{"a":"\ud83d"}`: false, `{"a":"\ude00"}`: false, `{"a":"\ude00\ud83d"}`: false, `{"a":"\ud83d\\ude00"}`: false,
		`{"a":"\ud83dx\ude00"}`: false, `{"\udfff":1}`: false,
		`{"a":"\\\ud83d"}`: false, `{"a":"\ud83d\ud83d\ude00"}`: false,
		"{\"a\":\"\xe9\"}": false, "{\"a\":\"\xed\xa0\x80\"}": false, "{\"a\":\"\xc0\xaf\"}": false,
		"\xff\xfe{\x00}\x00": false, "{\"a\":1}\xff": false,
		`{"a":1,"a":2}`: false, `{"a":[{"b":1,"b":1}]}`: false, `{"a":1} x`: false, `{"a":1}{}`: false, "{\"a\":1}\n": true,
		`[1]`: false, "": false, "\xef\xbb\xbf": false,
	} {
		if _, err := Decoded([]byte(text)); (err == nil) != isRead {
			t.Errorf("%q: %v, want it read %v", text, err, isRead)
		}
	}
}
