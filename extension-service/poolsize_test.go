package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/prove"
)

const mostMemory = 200 << 10 // kilobytes, while people are brought into pools

// A file of 50,000 rows and a merge of two pools of 100,000 members each are carried out in bounded memory. What they take is
// told; the time depends on what else the machine does.
func TestProveLargeImports(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts processes")
	}
	rows, members := prove.Size(2000, 50_000), prove.Size(2000, 100_000)
	at := newPlace(t)
	at.within(t, func(s *app.Service) error { return s.FillAccounts(t.Context()) })
	run := at.start(t)
	who := run.signIn(t)
	for _, step := range []struct{ path, body string }{
		{"/api/client", `{"name":"Norrsken Bank","code":"NB","currency":"EUR"}`},
		{"/api/pool", `{"clientId":1,"vmsName":"Target"}`},
		{"/api/pool", `{"clientId":1,"vmsName":"Alpha"}`},
		{"/api/pool", `{"clientId":1,"vmsName":"File"}`},
		{"/api/freelancer", `{"firstName":"Base","lastName":"Line","email":"base@members.example","sendVerification":false}`},
		{"/api/pool/2/member", `{"freelancerId":1,"status":"INVITED"}`},
	} {
		if got, err := who.send(t.Context(), request{method: "POST", path: step.path, body: step.body}); err != nil || got.status != 201 {
			t.Fatalf("%s: %v %d %s", step.path, err, got.status, got.body)
		}
	}
	run.Kill()
	at.within(t, func(s *app.Service) error { return multiplyMembers(t.Context(), s, members) })

	run = at.start(t)
	who = run.signIn(t)
	file := who.table(t, people(0, rows, 25))
	m := measure(t, run)
	end := who.ends(t, who.imports(t, 3, file), "COMPLETED_WITH_CONFLICTS")
	m.tell(t, fmt.Sprintf("import of %d rows", rows))
	if end["added"] != float64(rows-rows/25) || end["skipped"] != float64(rows/25) || end["errorFileResourceId"] == "" {
		t.Errorf("the import ended with %v", end)
	}
	run.Kill()
	run = at.start(t)
	who = run.signIn(t)
	m = measure(t, run)
	end = who.ends(t, who.asks(t, 1, `{"source":{"kind":"pool","poolIds":[2]},"mode":"MERGE","policies":{"NO_CONSENT":"INVITE"}}`), "COMPLETED", "COMPLETED_WITH_CONFLICTS")
	m.tell(t, fmt.Sprintf("merge of two pools of %d members", members))
	if end["processed"] != float64(members) {
		t.Errorf("the merge ended with %v", end)
	}
}

// multiplyMembers fills pools 1 and 2 with so many members each, half of them in both.
func multiplyMembers(ctx context.Context, s *app.Service, n int) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		people := map[string]string{
			"id": "f.id + n.i", "handle": "'F-' || printf('%06d', n.i)", "name": "'Member ' || n.i", "name_fold": "'member ' || n.i", "last_name": "n.i", "last_name_fold": "n.i",
			"email": "'m' || n.i || '@members.example'", "email_fold": "'m' || n.i || '@members.example'",
		}
		if err := multiply(ctx, s, "freelancers", people, 1, n+n/2); err != nil {
			return err
		}
		for pool, from := range map[int]int{1: 0, 2: n / 2} {
			v := map[string]string{
				"id": fmt.Sprintf("%d + n.i", pool*1_000_000), "pool_id": strconv.Itoa(pool), "freelancer_id": fmt.Sprintf("1 + %d + n.i", from),
				"freelancer_name": fmt.Sprintf("'Member ' || (%d + n.i)", from), "freelancer_name_fold": fmt.Sprintf("'member ' || (%d + n.i)", from),
			}
			if err := multiply(ctx, s, "pool_members", v, 1, n); err != nil {
				return err
			}
		}
		_, err := s.DB.Exec(ctx, "DELETE FROM pool_members WHERE id = 1")
		return err
	})
}

// multiply makes copies of a row that differ in some columns.
func multiply(ctx context.Context, s *app.Service, table string, differ map[string]string, id, n int) error {
	rows, err := s.DB.Query(ctx, "SELECT name FROM pragma_table_info('"+table+"') ORDER BY cid")
	if err != nil {
		return err
	}
	defer rows.Close()
	var names, values []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		value, differs := differ[name]
		if !differs {
			value = "f." + name
		}
		names, values = append(names, name), append(values, value)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	_, err = s.DB.Exec(ctx, fmt.Sprintf(`
		INSERT INTO %s (%s)
		SELECT %s
		  FROM %s f, (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i FROM n) n
		 WHERE f.id = %d`, table, strings.Join(names, ", "), strings.Join(values, ", "), table, n, id))
	return err
}

// measuring is what a program has taken from a moment on.
type measuring struct {
	run   *program
	began time.Time
	cpu   time.Duration
}

func measure(t *testing.T, run *program) measuring {
	t.Helper()
	return measuring{run, time.Now(), cpuOf(t, run)}
}

// tell says what the work has taken, and fails where it took too much memory.
func (m measuring) tell(t *testing.T, what string) {
	t.Helper()
	took, cpu, peak := time.Since(m.began), cpuOf(t, m.run)-m.cpu, peakOf(t, m.run)
	load, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %.1f s, %.1f CPU seconds, peak %d MiB, load %.4s", what, took.Seconds(), cpu.Seconds(), peak>>10, load)
	if prove.IsFull() && peak > mostMemory {
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

// peakOf is the most memory that a program has had, in kilobytes.
func peakOf(t *testing.T, run *program) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", run.ID()))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "VmHWM:") })
	n, err := strconv.Atoi(strings.Fields(lines[at])[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}
