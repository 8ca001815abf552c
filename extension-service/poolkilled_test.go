package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// Killed at a random moment, an import of a file and a merge of pools end as they do where nobody kills them, and so do
// their undos.
func TestProveImports_KilledAtRandom_EndAsIfUninterrupted(t *testing.T) {
	t.Parallel()
	stress.SkipInShort(t, "kills processes")
	r := stress.Rand(t)
	seeds := [2]uint64{r.Uint64(), r.Uint64()}
	both := []string{"file", "merge"}
	for i, engine := range []struct {
		name    string
		begin   func(t *testing.T) *startingPoint
		imports []string
	}{
		{"sqlite", beginInFile, both},
		// where whoever goes on waits for the lease of whoever was killed
		{"postgres", beginOnServer, both[stress.Size(1, 0):]},
	} {
		t.Run(engine.name, func(t *testing.T) {
			t.Parallel()
			from := engine.begin(t)
			for n, name := range engine.imports {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					w := &interrupted{startingPoint: from, body: from.requests[name], r: rand.New(rand.NewPCG(seeds[i], uint64(n)))}
					w.done, w.undone = w.runInterrupted(t, 0)
					for moment := range stress.Size(1, 20) {
						done, undone := w.runInterrupted(t, moment+1)
						w.compareEnds(t, "done", w.done, done)
						w.compareEnds(t, "undone", w.undone, undone)
					}
				})
			}
		})
	}
}

// startingPoint is a place that imports begin from, and what they ask for.
type startingPoint struct {
	programPlace
	requests map[string]string
	url      func(t *testing.T, dir string) string // of a copy of its database, for a place in this folder
}

func beginInFile(t *testing.T) *startingPoint {
	t.Helper()
	at := newPlace(t)
	return &startingPoint{at, prepareImports(t, at), func(_ *testing.T, dir string) string {
		return filepath.Join(dir, filepath.Base(at.url))
	}}
}

func beginOnServer(t *testing.T) *startingPoint {
	t.Helper()
	b := &startingPoint{programPlace: programPlace{dir: filepath.Join(t.TempDir(), "data")}}
	filled := &pgtest.Template{Fill: func(_ context.Context, url string) error {
		b.requests = prepareImports(t, programPlace{dir: b.dir, url: url})
		return nil
	}}
	b.url = func(t *testing.T, _ string) string {
		t.Helper()
		return filled.Postgres(t)
	}
	b.url(t, "") // fills it
	return b
}

// restore is the place as it was at the beginning.
func (b *startingPoint) restore(t *testing.T) programPlace {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(dir, os.DirFS(b.dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return programPlace{dir: dir, url: b.url(t, dir)}
}

var importRows = stress.Size(1100, 1500) // of a file, and members of each pool

// interrupted is one import that is cut off again and again, always from the same beginning.
type interrupted struct {
	*startingPoint

	body         string
	r            *rand.Rand
	took         time.Duration // of the whole work, when nothing cut it off
	done, undone map[string]string
}

// prepareImports fills a place with two pools that have members in common and a third one, and a file that waits, and
// returns what the imports ask for.
func prepareImports(t *testing.T, at programPlace) map[string]string {
	t.Helper()
	at.withService(t, func(s *app.Service) error { return s.FillAccounts(t.Context()) })
	run := at.start(t)
	who := run.signIn(t)
	for _, step := range []struct{ path, body string }{
		{"/api/client", `{"name":"Norrsken Bank","code":"NB","currency":"EUR"}`},
		{"/api/pool", `{"clientId":1,"vmsName":"Target"}`},
		{"/api/pool", `{"clientId":1,"vmsName":"Alpha"}`},
		{"/api/pool", `{"clientId":1,"vmsName":"Beta"}`},
	} {
		if got, err := who.send(t.Context(), request{method: "POST", path: step.path, body: step.body}); err != nil ||
			got.status != 201 {
			t.Fatalf("%s: %v %d %s", step.path, err, got.status, got.body)
		}
	}
	who.awaitEnd(t, who.imports(t, 2, who.table(t, people(0, importRows, 0))), "COMPLETED")
	who.awaitEnd(t, who.requestImport(t, 3, `{"source":{"kind":"pool","poolIds":[2]},"policies":{"NO_CONSENT":"INVITE"}}`,
		202), "COMPLETED")
	who.awaitEnd(t, who.imports(t, 3, who.table(t, people(importRows, 2*importRows, 0))), "COMPLETED")
	fresh := who.table(t, people(5*importRows, 6*importRows, 25))
	requests := map[string]string{
		"file":  fmt.Sprintf(`{"source":{"kind":"file","resourceId":%q},"policies":{"NO_CONSENT":"INVITE"}}`, fresh),
		"merge": `{"source":{"kind":"pool","poolIds":[2,3]},"mode":"MERGE","policies":{"NO_CONSENT":"INVITE"}}`,
	}
	run.Kill()
	at.withService(t, func(*app.Service) error { return nil }) // what the log of the database holds moves into its file
	return requests
}

// people are rows of a file, every n-th of them faulty; 0 is none.
func people(from, to, n int) string {
	var b strings.Builder
	b.WriteString("email,firstName,lastName,tags,hourRate\n")
	for i := from; i < to; i++ {
		rate := "90.5"
		if n > 0 && i%n == n-1 {
			rate = "much"
		}
		fmt.Fprintf(&b, "p%d@people.example,Ida%d,Swimmer%d,\"SAP, night\",%s\n", i, i, i, rate)
	}
	return b.String()
}

// table uploads a file of people.
func (c *client) table(t *testing.T, text string) string {
	t.Helper()
	return c.upload(t, "people.csv", []byte(text))
}

// upload uploads a file and returns its id.
func (c *client) upload(t *testing.T, name string, raw []byte) string {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf(
		`form-data; name="resource"; filename=%q`, name)}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(raw); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := c.send(t.Context(), request{
		method: "POST", path: "/api/resource", body: b.String(),
		media: w.FormDataContentType(),
	})
	if err != nil || got.status != 201 {
		t.Fatalf("upload: %v %d %s", err, got.status, got.body)
	}
	return fmt.Sprint(got.json()["id"])
}

// imports asks for the import of a file at once.
func (c *client) imports(t *testing.T, pool int, file string) string {
	t.Helper()
	return c.requestImport(t, pool, fmt.Sprintf(
		`{"source":{"kind":"file","resourceId":%q},"policies":{"NO_CONSENT":"INVITE"}}`, file), 202)
}

func (c *client) requestImport(t *testing.T, pool int, body string, statuses ...int) string {
	t.Helper()
	got, err := c.send(t.Context(), request{method: "PUT", path: fmt.Sprintf("/api/pool/%d/import", pool), body: body})
	if err != nil || !slices.Contains(statuses, got.status) {
		t.Fatalf("import: %v %d %.500s", err, got.status, got.body)
	}
	return fmt.Sprint(got.json()["jobId"])
}

// awaitEnd waits until a job stands in one of the states, and returns its progress.
func (c *client) awaitEnd(t *testing.T, job string, states ...string) map[string]any {
	t.Helper()
	tick, deadline := time.NewTicker(50*time.Millisecond), time.Now().Add(patience)
	defer tick.Stop()
	for ; ; <-tick.C {
		got, err := c.send(t.Context(), request{method: "GET", path: "/api/pool/import/progress?jobId=" + job})
		if err != nil {
			t.Fatal(err)
		}
		if m := got.json(); slices.Contains(states, fmt.Sprint(m["state"])) {
			return m
		}
		if time.Now().After(deadline) {
			t.Fatalf("the job is not %v: %s", states, got.body)
		}
	}
}

// runInterrupted carries the import out from the beginning and takes it back, each cut off once in a moment of its own
// where asked for, and returns what there is after each.
func (w *interrupted) runInterrupted(t *testing.T, moment int) (done, undone map[string]string) {
	t.Helper()
	at := w.restore(t)
	run := at.start(t)
	who, began := run.signIn(t), time.Now()
	job := who.requestImport(t, 1, w.body, 202)
	if moment > 0 {
		run, who = w.cut(t, at, run)
	}
	who.awaitEnd(t, job, "COMPLETED", "COMPLETED_WITH_CONFLICTS")
	if moment == 0 {
		w.took = time.Since(began)
	}
	run.Kill()
	done = at.snapshot(t)
	run = at.start(t)
	who = run.signIn(t)
	if got, err := who.send(t.Context(), request{method: "POST", path: "/api/pool/import/" + job + "/undo"}); err != nil ||
		got.status != 202 {
		t.Fatalf("undo: %v %d %s", err, got.status, got.body)
	}
	if moment > 0 {
		run, who = w.cut(t, at, run)
	}
	who.awaitEnd(t, job, "UNDONE")
	run.Kill()
	return done, at.snapshot(t)
}

// cut kills the program in a moment of its work and starts it again.
func (w *interrupted) cut(t *testing.T, at programPlace, run *program) (*program, *client) {
	t.Helper()
	moment := time.NewTimer(time.Duration(w.r.Int64N(int64(w.took))))
	<-moment.C
	run.Kill()
	run = at.start(t)
	return run, run.signIn(t)
}

// states are what is compared: all that is not a moment, a version or drawn at random.
var states = map[string]string{
	"memberships": `SELECT pool_id || ' ' || freelancer_name, status || source || source_pool_ids || tags || note || removal || status_before || coalesce(rating, 0)
	                  || (joined_at IS NULL) || (invited_at IS NULL) || (expires_at IS NULL) FROM pool_members`,
	"freelancers": `SELECT email, name || user_status || coalesce(hour_rate, 0) || currency || external_ids FROM freelancers`,
	"pools":       `SELECT vms_name, status || coalesce(merged_into_id, 0) || vms_aliases FROM pools`,
	"names":       `SELECT name, pool_id FROM pool_names`,
	"jobs": `SELECT created_place, state || total || ' ' || processed || ' ' || added || ' ' || updated || ' ' || skipped || ' ' || conflicts || ' ' || failed
	           FROM (SELECT row_number() OVER (ORDER BY created) AS created_place, j.* FROM jobs j) numbered`,
	"rows":    `SELECT j.created || ' ' || r.n, r.outcome || r.code || r.undo || r.title FROM job_rows r JOIN jobs j ON j.id = r.job_id`,
	"uploads": `SELECT mime_type || ' ' || size, count(*) FROM resources GROUP BY 1`,
	"audit": `SELECT entity || ' ' || version || ' ' || action, count(*) || ' entries of ' || count(DISTINCT entity_id)
	            FROM audit WHERE entity IN ('poolMember', 'freelancer', 'pool') GROUP BY 1`, // PostgreSQL gives no id of an undone transaction again
}

// snapshot is what there is, row by row.
func (p programPlace) snapshot(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	p.withService(t, func(s *app.Service) error {
		for what, text := range states {
			rows, err := s.DB.Query(t.Context(), text+" ORDER BY 1, 2")
			if err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
			for rows.Next() {
				var key, value string
				if err := rows.Scan(&key, &value); err != nil {
					_ = rows.Close()
					return err
				}
				if what == "rows" { // the job at hand has another moment in each run
					_, key, _ = strings.Cut(key, " ")
				}
				out[what+" "+key] += value
			}
			if err := rows.Err(); err != nil {
				return err
			}
			if err := rows.Close(); err != nil {
				return err
			}
		}
		return nil
	})
	return out
}

// compareEnds compares two ends.
func (w *interrupted) compareEnds(t *testing.T, when string, want, got map[string]string) {
	t.Helper()
	wrong := 0
	for key, value := range want {
		if got[key] != value && wrong < 5 {
			wrong++
			t.Errorf("%s: %s is %q, without a kill it is %q", when, key, got[key], value)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: there are %d things, without a kill %d", when, len(got), len(want))
	}
}
