package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

const mostMemory = 200 << 10 // kilobytes of its own, while people are brought into pools

var listReads = stress.Size(20, 100) // lists of projects before and between

// A file of 50,000 rows and a merge of two pools of 100,000 members each are planned and carried out in bounded memory,
// while somebody turns the pages of the list of projects. What they take is told; the time depends on what else the
// machine does.
//
//nolint:tparallel // both databases are measured, one after the other
func TestProveImports_LargeFilesAndMerges_StayWithinBoundedMemory(t *testing.T) {
	t.Parallel()
	stress.SkipInShort(t, "starts processes")
	for name, at := range map[string]func(t *testing.T) programPlace{
		"sqlite": newPlace,
		"postgres": func(t *testing.T) programPlace {
			t.Helper()
			return programPlace{dir: filepath.Join(t.TempDir(), "data"), url: pgtest.PostgresURL(t)}
		},
	} {
		t.Run(name, func(t *testing.T) { provesLargeImports(t, at(t)) })
	}
}

func provesLargeImports(t *testing.T, at programPlace) {
	t.Helper()
	rows, members := stress.Size(1100, 50_000), stress.Size(1100, 100_000)
	at.withService(t, func(s *app.Service) error { return s.FillAccounts(t.Context()) })
	run := at.start(t)
	who := run.signIn(t)
	for _, step := range []struct{ path, body string }{
		{"/api/client", `{"name":"Norrsken Bank","code":"NB","currency":"EUR"}`},
		{"/napi/create/project", `{"dataObj":{"title":"Night shift","clientId":1}}`},
		{"/api/pool", `{"clientId":1,"vmsName":"Target"}`},
		{"/api/pool", `{"clientId":1,"vmsName":"Alpha"}`},
		{"/api/pool", `{"clientId":1,"vmsName":"File"}`},
		{"/api/freelancer", `{"firstName":"Base","lastName":"Line","email":"base@members.example","sendVerification":false}`},
		{"/api/pool/2/member", `{"freelancerId":1,"status":"INVITED"}`},
	} {
		if got, err := who.send(t.Context(), request{method: "POST", path: step.path, body: step.body}); err != nil ||
			got.status != 201 && got.status != 200 {
			t.Fatalf("%s: %v %d %s", step.path, err, got.status, got.body)
		}
	}
	run.awaitCalm(t) // an index that is not built yet would be built of all those who come now
	run.Kill()
	at.withService(t, func(s *app.Service) error { return multiplyMembers(t.Context(), s, members) })

	run = at.start(t)
	who = run.signIn(t)
	end := who.measured(t, run, measured{
		fmt.Sprintf("import of %d rows", rows), 3,
		`{"kind":"file","resourceId":"` + who.table(t, people(0, rows, 25)) + `"},"dryRun":true`,
	})
	if end["added"] != float64(rows-rows/25) || end["skipped"] != float64(rows/25) || end["errorFileResourceId"] == "" {
		t.Errorf("the import ended with %v", end)
	}
	end = who.measured(t, run, measured{
		fmt.Sprintf("merge of two pools of %d members", members), 1,
		`{"kind":"pool","poolIds":[2]},"mode":"MERGE","dryRun":true`,
	})
	if end["processed"] != float64(members) || end["updated"] != float64(members/2) || end["added"] != float64(members/2) {
		t.Errorf("the merge ended with %v", end)
	}
}

// measured is an import whose plan and run are measured.
type measured struct {
	what   string
	pool   int
	source string
}

// measured plans an import once the program has nothing else to do, carries it out, and says what each has taken.
func (c *client) measured(t *testing.T, run *program, what measured) map[string]any {
	t.Helper()
	run.awaitCalm(t)
	quiet := c.pages(t, func(n int) bool { return n < listReads })
	m := measure(t, run)
	job := c.requestImport(t, what.pool, `{"source":`+what.source+`}`, 200, 202)
	plan := c.awaitEnd(t, job, "PLANNED")["planId"]
	m.report(t, "plan of the "+what.what)
	m = measure(t, run)
	c.requestImport(t, what.pool, fmt.Sprintf(`{"planId":%q}`, plan), 202)
	ended := make(chan map[string]any, 1)
	go func() { ended <- c.awaitEnd(t, job, "COMPLETED", "COMPLETED_WITH_CONFLICTS") }()
	var end map[string]any
	busy := c.pages(t, func(int) bool {
		select {
		case end = <-ended:
			return false
		default:
			return true
		}
	})
	m.report(t, what.what)
	for when, took := range map[string][]time.Duration{"meanwhile": busy, "before": quiet} {
		t.Logf("%s: of %d lists of projects %s, half within %s, 95 of 100 within %s, 99 within %s", what.what, len(took),
			when, percentile(took, 50), percentile(took, 95), percentile(took, 99))
	}
	return end
}

// pages asks for a list of projects again and again, and says how long each took.
func (c *client) pages(t *testing.T, goOn func(n int) bool) (took []time.Duration) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for ; goOn(len(took)); <-tick.C {
		began := time.Now()
		got, err := c.send(t.Context(), request{
			method: "POST", path: "/api/dbSearch/project",
			body: fmt.Sprintf(`{"offset":%d}`, 10*(len(took)%100)),
		})
		if err != nil || got.status != 200 {
			t.Fatalf("list: %v %d %s", err, got.status, got.body)
		}
		took = append(took, time.Since(began))
	}
	return took
}

// percentile is what so many of a hundred have kept within.
func percentile(took []time.Duration, ofHundred int) time.Duration {
	if len(took) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(took))
	return sorted[(len(sorted)-1)*ofHundred/100].Round(time.Microsecond)
}

// awaitCalm waits until a program has hardly computed for a second: its indexes are built.
func (p *program) awaitCalm(t *testing.T) {
	t.Helper()
	const calm = 50 * time.Millisecond
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for had, n := cpuOf(t, p), 0; n < int(patience/time.Second); n++ {
		<-tick.C
		now := cpuOf(t, p)
		if now-had < calm {
			return
		}
		had = now
	}
}

// multiplyMembers fills pools 1 and 2 with so many members each, half of them in both.
func multiplyMembers(ctx context.Context, s *app.Service, n int) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		people := map[string]string{
			"id": "f.id + n.i", "handle": "'F-' || (1000000 + n.i)", "name": "'Member ' || n.i", "name_fold": "'member ' || n.i",
			"last_name": "'' || n.i", "last_name_fold": "'' || n.i",
			"email": "'m' || n.i || '@members.example'", "email_fold": "'m' || n.i || '@members.example'",
			"email_key": "'m' || n.i || '@members.example'",
		}
		if err := multiply(ctx, s, "freelancers", people, 1, n+n/2); err != nil {
			return err
		}
		for pool, from := range map[int]int{1: 0, 2: n / 2} {
			v := map[string]string{
				"id": fmt.Sprintf("%d + n.i", pool*1_000_000), "pool_id": strconv.Itoa(pool),
				"freelancer_id":        fmt.Sprintf("1 + %d + n.i", from),
				"freelancer_name":      fmt.Sprintf("'Member ' || (%d + n.i)", from),
				"freelancer_name_fold": fmt.Sprintf("'member ' || (%d + n.i)", from),
			}
			if err := multiply(ctx, s, "pool_members", v, 1, n); err != nil {
				return err
			}
		}
		if err := multiply(ctx, s, "projects", map[string]string{
			"id": "f.id + n.i", "handle": "'P-' || (1000000 + n.i)",
			"title": "'Shift ' || n.i",
		}, 1, n/10); err != nil {
			return err
		}
		_, err := s.DB.Exec(ctx, "DELETE FROM pool_members WHERE id = 1")
		return err
	})
}

// multiply makes copies of a row that differ in some columns.
func multiply(ctx context.Context, s *app.Service, table string, differ map[string]string, id, n int) error {
	columns := "SELECT name FROM pragma_table_info('" + table + "') ORDER BY cid"
	if s.DB.Dialect() == store.Postgres {
		columns = "SELECT column_name::text FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = '" +
			table + "' ORDER BY ordinal_position"
	}
	names, err := s.DB.Texts(ctx, columns)
	if err != nil {
		return err
	}
	values := make([]string, len(names))
	for i, name := range names {
		if values[i] = "f." + name; differ[name] != "" {
			values[i] = differ[name]
		}
	}
	_, err = s.DB.Exec(ctx, fmt.Sprintf(`
		INSERT INTO %s (%s)
		SELECT %s
		  FROM %s f, (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i FROM n) n
		 WHERE f.id = %d`, table, strings.Join(names, ", "), strings.Join(values, ", "), table, n, id))
	if err == nil && s.DB.Dialect() == store.Postgres {
		_, err = s.DB.Exec(ctx, "SELECT setval(pg_get_serial_sequence('"+table+"', 'id'), (SELECT max(id) FROM "+table+"))")
	}
	return err
}

// measuring is what a program has taken from a moment on.
type measuring struct {
	run   *program
	began time.Time
	cpu   time.Duration
	stop  chan struct{}
	peak  chan int
}

func measure(t *testing.T, run *program) measuring {
	t.Helper()
	m := measuring{run, time.Now(), cpuOf(t, run), make(chan struct{}), make(chan int, 1)}
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for peak := 0; ; {
			peak = max(peak, ownOf(run))
			select {
			case <-m.stop:
				m.peak <- peak
				return
			case <-tick.C:
			}
		}
	}()
	return m
}

// report says what the work has taken, and fails where it took too much memory.
func (m measuring) report(t *testing.T, what string) {
	t.Helper()
	took, cpu := time.Since(m.began), cpuOf(t, m.run)-m.cpu
	close(m.stop)
	peak := <-m.peak
	load, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %.1f s, %.1f CPU seconds, peak %d MiB of its own, load %.4s", what, took.Seconds(), cpu.Seconds(),
		peak>>10, load)
	if stress.IsFull() && peak > mostMemory {
		t.Errorf("%s took %d MiB", what, peak>>10)
	}
}

const ticks = 100 // of the kernel in a second

// cpuOf is the time that a program has computed.
func cpuOf(t *testing.T, run *program) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", run.ID()))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), ") ")
	fields, sum := strings.Fields(after), 0
	for _, at := range []int{11, 12} {
		n, err := strconv.Atoi(fields[at])
		if err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	return time.Duration(sum) * time.Second / ticks
}

// ownOf is the memory that a program has for itself, in kilobytes; files that it reads as memory are the system's. 0:
// it has ended.
func ownOf(run *program) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", run.ID()))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), "RssAnon:")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(fields[0])
	return n
}
