package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// Killed at random moments while everything that writes is at work, the program has after its next start every write
// that it acknowledged, each once in the audit log, and nothing half. Whoever heard nothing asks again under the same
// key and gets the one outcome. In the end all jobs have come to theirs, and what is derived equals the database.
func TestProveProgram_KilledUnderEveryWriter_LosesNoAcknowledgedWrite(t *testing.T) {
	t.Parallel()
	stress.SkipInShort(t, "kills processes")
	r := stress.Rand(t)
	seeds := [2]uint64{r.Uint64(), r.Uint64()}
	for i, engine := range []struct {
		name  string
		kills int
		place func(t *testing.T) programPlace
	}{
		{"sqlite", stress.Size(4, 600), newPlace},
		{"postgres", stress.Size(2, 400), func(t *testing.T) programPlace {
			return programPlace{dir: filepath.Join(t.TempDir(), "data"), url: pgtest.PostgresURL(t)}
		}},
	} {
		t.Run(engine.name, func(t *testing.T) {
			t.Parallel()
			k := &killing{
				programPlace: engine.place(t), load: newLoad(), reported: map[string]bool{},
				r: rand.New(rand.NewPCG(seeds[i], 1)),
			}
			k.prepare(t)
			for round := range engine.kills {
				k.runRound(t, round)
			}
			k.conclude(t)
			k.report(t, engine.kills)
		})
	}
}

// killing is one place whose program is killed again and again.
type killing struct {
	programPlace
	*load
	r        *rand.Rand
	reported map[string]bool // what went wrong before
	heard    int             // acknowledged writes that were checked
	atWork   int64           // jobs that the kills met
	again    int             // calls that were asked again under their key
}

// prepare fills the place with what the writers need at least.
func (k *killing) prepare(t *testing.T) {
	t.Helper()
	k.withService(t, func(s *app.Service) error { return s.FillAccounts(t.Context()) })
	run := k.start(t)
	k.createBasics(t, run.signIn(t))
	run.Kill()
}

// createBasics makes the records that the writers need at least.
func (k *killing) createBasics(t *testing.T, who *client) {
	t.Helper()
	p := &person{client: who, load: k.load, ctx: t.Context(), r: k.r, writer: "preparation"}
	p.create("POST /api/client", `{"name":"Norrsken Bank","code":"NB","currency":"EUR"}`)
	p.call("PUT /api/client/1", `{"sendChannel":"MANUAL","markupPct":10}`)
	for range 2 {
		p.add("legalEntity", p.create("POST /api/legalEntity", fmt.Sprintf(`{"clientId":1,"name":"Norrsken %s"}`, p.word())))
		writers["project created"](p)
		writers["MSP created"](p)
		writers["application created"](p)
	}
	if len(p.refused)+len(p.broken) > 0 || len(p.unheard) > 0 {
		t.Fatalf("the preparation failed: %v %v", p.refused, p.broken)
	}
}

// runRound starts the program, asks again what nobody has heard of, lets everybody write, kills it and looks at what is
// left.
func (k *killing) runRound(t *testing.T, round int) {
	t.Helper()
	if round%4 == 3 { // this time the indexes are being built as well
		k.removeIndex(t)
	}
	run := k.start(t)
	who := run.signIn(t)
	k.repeat(t, who)
	before := len(k.answered)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var working sync.WaitGroup
	for range 8 {
		p := &person{client: who, load: k.load, ctx: ctx, r: rand.New(rand.NewPCG(k.r.Uint64(), 2))}
		working.Go(p.writeUntilKilled)
	}
	for deadline := time.Now().Add(patience); k.acknowledged() < before+5; { // however slow the machine is
		if time.Now().After(deadline) {
			t.Error("nothing was acknowledged")
			break
		}
		k.pause(0, 20)
	}
	k.pause(50, 900) // the moment of the kill is what is random
	run.Kill()
	stop()
	working.Wait()
	for _, text := range k.broken {
		t.Errorf("%s\n%s", text, linesAbout(run.Stderr(), text))
	}
	k.broken = nil
	k.withService(t, func(s *app.Service) error { return k.check(t, s) })
}

// linesAbout are the lines of a log that name the request of an answer.
func linesAbout(log, answer string) string {
	var found []string
	_, rest, _ := strings.Cut(answer, `"requestId":"`)
	id, _, _ := strings.Cut(rest, `"`)
	for line := range strings.Lines(log) {
		if id != "" && strings.Contains(line, id) {
			found = append(found, line)
		}
	}
	return strings.Join(found, "")
}

func (k *killing) acknowledged() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.answered)
}

// pause lets some milliseconds pass.
func (k *killing) pause(from, to int) {
	moment := time.NewTimer(time.Duration(from+k.r.IntN(to-from)) * time.Millisecond)
	<-moment.C
}

func (k *killing) removeIndex(t *testing.T) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(k.dir, "index*.db*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
}

// repeat asks again what was asked under a key: what was answered must be answered the same, and of what nobody heard
// there must be an outcome now.
func (k *killing) repeat(t *testing.T, who *client) {
	t.Helper()
	answered := k.answered
	k.answered = nil
	for i, made := range append(answered, k.unheard...) {
		if made.key == "" {
			continue
		}
		got := k.repeatUntilAccepted(t, who, made)
		k.again++
		record := got.json()["id"]
		switch known := i < len(answered); {
		// somebody may have deleted or merged it
		case known && (got.status >= 300 || record != made.record) && got.status != 404 && got.status != 409:
			t.Errorf("%s %s: %s answered %v, and again %d %s", made.writer, made.path, made.body, made.record, got.status,
				got.body)
		case got.status >= 500:
			t.Errorf("%s %s again: %d %s", made.writer, made.path, got.status, got.body)
		case !known && got.status < 300:
			made.record = record
			k.answered = append(k.answered, made)
		}
	}
	k.unheard = nil
}

// repeatUntilAccepted repeats a call until there is room: a program that has just started may have to refuse some of
// many calls at once.
func (k *killing) repeatUntilAccepted(t *testing.T, who *client, made call) answer {
	t.Helper()
	for deadline := time.Now().Add(patience); ; k.pause(50, 200) {
		got, err := who.send(t.Context(), made.request)
		if err != nil {
			t.Fatalf("%s again: %v", made.writer, err)
		}
		if got.status != http.StatusServiceUnavailable || time.Now().After(deadline) {
			return got
		}
	}
}

// conclude lets the program come to rest and looks at everything once more.
func (k *killing) conclude(t *testing.T) {
	t.Helper()
	run := k.start(t)
	who := run.signIn(t)
	k.repeat(t, who)
	began, tick := time.Now(), time.NewTicker(200*time.Millisecond)
	defer tick.Stop()
	moved, before := began, int64(-1)
	db, err := store.Open(t.Context(), k.url)
	if err != nil {
		t.Fatal(err)
	}
	for left := int64(1); left > 0; <-tick.C {
		if _, err := db.Row(t.Context(), []any{&left}, openJobs); err != nil {
			t.Fatal(err)
		}
		if left != before {
			moved, before = time.Now(), left
		}
		if still := time.Since(moved); still > atRest {
			t.Errorf("for %s there have been %d jobs:\n%s\n%s",
				still, left, describeOpenJobs(t, db), lastLines(run.Stderr(), 40))
			break
		}
	}
	t.Logf("the jobs that were left came to their end in %s", time.Since(began).Round(time.Second))
	k.totals(t, who, db)
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	run.Kill()
	k.withService(t, func(s *app.Service) error {
		if err := k.check(t, s); err != nil {
			return err
		}
		return errors.Join(k.derived(t, s), k.cleaned(t, s))
	})
}

// openJobs counts the jobs that have not come to their end.
const openJobs = "SELECT count(*) FROM jobs WHERE state IN ('QUEUED', 'ANALYSING', 'RUNNING', 'UNDOING')"

// describeOpenJobs has one line for each job that has not come to its end.
func describeOpenJobs(t *testing.T, db *store.DB) string {
	t.Helper()
	var id, kind, state, holder string
	var pass, lease, processed, total int64
	var lines []string
	err := db.Each(t.Context(), []any{&id, &kind, &state, &holder, &pass, &lease, &processed, &total}, func() error {
		lines = append(lines, fmt.Sprintf("%s %s %s, pass %d, held by %q for %s, %d of %d",
			id, kind, state, pass, holder, time.Until(time.UnixMilli(lease)).Round(time.Second), processed, total))
		return nil
	}, `
		SELECT id, kind, state, holder, pass, lease_until, processed, total
		  FROM jobs
		 WHERE state IN ('QUEUED', 'ANALYSING', 'RUNNING', 'UNDOING')
		 ORDER BY created`)
	if err != nil {
		return err.Error()
	}
	return strings.Join(lines, "\n")
}

// lastLines are the last n lines of a log.
func lastLines(log string, n int) string {
	lines := strings.Split(strings.TrimSpace(log), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// atRest is how long a job may stand still after a start: the lease of whoever died, the round that looks for such
// jobs, and the pause of one that has failed four times, as the erasure of a person does while an index is being built
// whose log it has to cut; the rest is for the work itself.
const atRest = (30 + 15 + 125 + 45) * time.Second

// derived holds every index against the database.
func (k *killing) derived(t *testing.T, s *app.Service) error {
	t.Helper()
	if err := s.PublishAll(t.Context()); err != nil {
		return err
	}
	for _, r := range s.Registry.All() {
		about := r.Facts()
		if len(about.Index) == 0 {
			continue
		}
		report, err := s.Drift(t.Context(), about.Name)
		if err != nil {
			return err
		}
		if len(report.IDs) > 0 {
			t.Errorf("the index of %s differs from the database: %+v", about.Name, report)
		}
	}
	return nil
}

// totals holds the exact totals of lists against the rows.
func (k *killing) totals(t *testing.T, who *client, db *store.DB) {
	t.Helper()
	for path, text := range map[string]string{
		"/api/project?status=ACTIVE":        "SELECT count(*) FROM projects WHERE status = 'ACTIVE' AND deleted_at IS NULL",
		"/api/project?":                     "SELECT count(*) FROM projects WHERE deleted_at IS NULL",
		"/api/projectApplication?":          "SELECT count(*) FROM applications WHERE deleted_at IS NULL",
		"/api/projectApplication?status=uc": "SELECT count(*) FROM applications WHERE status = 'uc' AND deleted_at IS NULL",
		"/api/freelancer?":                  "SELECT count(*) FROM freelancers WHERE deleted_at IS NULL",
		"/api/freelancer?state=AC":          "SELECT count(*) FROM freelancers WHERE user_status = 'AC' AND deleted_at IS NULL",
		"/api/msp?":                         "SELECT count(*) FROM msps WHERE deleted_at IS NULL",
		"/api/admin?":                       "SELECT count(*) FROM staff WHERE status <> 'DL'",
		"/api/mail?":                        "SELECT count(*) FROM mails",
		"/api/job?":                         "SELECT count(*) FROM jobs",
	} {
		var want int64
		if _, err := db.Row(t.Context(), []any{&want}, text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		got, err := who.send(t.Context(), request{method: "GET", path: path + "&limit=1"})
		if err != nil || got.json()["totalResults"] != float64(want) {
			t.Errorf("%s: %v %d %.300s, there are %d", path, err, got.status, got.body, want)
		}
	}
}

// report says what the proof was made of; a writer that was never heard proves nothing.
func (k *killing) report(t *testing.T, kills int) {
	t.Helper()
	var list []string
	for name := range writers {
		list = append(list, fmt.Sprintf("%s %d", name, k.done[name]))
		if stress.IsFull() && k.done[name] == 0 {
			t.Errorf("%s was never acknowledged: %s", name, k.refused[name])
		}
	}
	slices.Sort(list)
	t.Logf("%d kills cut off %d calls and %d jobs; %d acknowledged writes are there, %d calls were asked again under their key: %s",
		kills, k.cut, k.atWork, k.heard, k.again, strings.Join(list, ", "))
}
