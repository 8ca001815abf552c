package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/internal/test/buckettest"
	"poolkeeper.example/extension-service/internal/test/nodetest"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

const (
	copiesAtWork = 3
	writersEach  = 2
	readersOfCPU = 4
	readsOfCPU   = 2_500 // of each reader
	turnsOfCPU   = 5
	idleOfCPU    = 5 * time.Second
)

// Copies of the program on one PostgreSQL, one OpenSearch and one bucket, each with a folder of its own, are killed one
// after the other while people write on all of them: whatever was acknowledged is there once, no job is lost, every
// index and every file is as the database says. In the end a read costs about as much on two copies as on one.
func TestProveCopies_DyingUnderLoad_LoseNoWrite(t *testing.T) {
	t.Parallel()
	if !stress.IsFull() {
		t.Skip("takes minutes; TestProveProgram_KilledUnderEveryWriter_LosesNoAcknowledgedWrite kills one copy on PostgreSQL")
	}
	c := newCopies(t, stress.Rand(t))
	for i := range c.running {
		c.start(t, i)
	}
	tick := time.NewTicker(20 * time.Second)
	defer tick.Stop()
	begun := time.Now()
	for n := 0; time.Since(begun) < 5*time.Minute; n++ {
		<-tick.C
		c.running[n%copiesAtWork].killAndStop()
		c.start(t, n%copiesAtWork)
		c.kills++
	}
	for _, each := range c.running {
		each.stopWriters()
	}
	c.checkEnd(t, c.running[1].who)
	c.report(t, c.kills)
	c.cpu(t)
	c.failOnBrokenAnswers(t)
}

// failOnBrokenAnswers fails on every unexpected answer, with what the copies have logged about it. That somebody else
// holds a lock for longer than a write waits is an answer: such a call was refused, and is only counted.
func (c *copies) failOnBrokenAnswers(t *testing.T) {
	t.Helper()
	var output strings.Builder
	for _, run := range c.all {
		run.Kill()
		output.WriteString(run.Stderr())
	}
	busy := 0
	for _, text := range c.broken {
		if strings.Contains(text, `"code":"UNAVAILABLE"`) {
			busy++
			continue
		}
		t.Error(text)
		for line := range strings.Lines(output.String()) {
			if _, id, ok := strings.Cut(text, `"requestId":"`); ok && strings.Contains(line, id[:36]) {
				t.Log(line)
			}
		}
	}
	t.Logf("%d calls were refused since somebody else held a lock", busy)
}

// copies are what the proof is about.
type copies struct {
	*killing
	places  [copiesAtWork]programPlace
	running [copiesAtWork]*writtenCopy
	all     []*program
	kills   int
}

// writtenCopy is one copy and the people who write on it.
type writtenCopy struct {
	*program
	who    *client
	stop   context.CancelFunc
	people sync.WaitGroup
}

func newCopies(t *testing.T, r *rand.Rand) *copies {
	t.Helper()
	t.Cleanup(nodetest.Stop)
	shared := sharing{search: nodetest.Address(t), bucket: buckettest.New(t).Address}
	c, url := &copies{}, pgtest.PostgresURL(t)
	for i := range c.places {
		c.places[i] = programPlace{dir: filepath.Join(t.TempDir(), "data"), url: url, shared: shared}
	}
	c.killing = &killing{programPlace: c.places[0], load: newLoad(), reported: map[string]bool{}, r: r}
	c.prepare(t)
	return c
}

func (c *copies) start(t *testing.T, i int) {
	t.Helper()
	run := c.places[i].start(t)
	w := &writtenCopy{program: run, who: run.signIn(t)}
	ctx, stop := context.WithCancel(t.Context())
	w.stop = stop
	for range writersEach {
		p := &person{client: w.who, load: c.load, ctx: ctx, r: rand.New(rand.NewPCG(c.r.Uint64(), 2))}
		w.people.Go(p.writeUntilKilled)
	}
	c.running[i], c.all = w, append(c.all, run)
}

// killAndStop kills a copy, and then those who wrote on it stop.
func (w *writtenCopy) killAndStop() {
	w.Kill()
	w.stopWriters()
}

// stopWriters lets nobody write on a copy any more.
func (w *writtenCopy) stopWriters() {
	w.stop()
	w.people.Wait()
}

// checkEnd waits for the jobs and holds everything against the database.
func (k *killing) checkEnd(t *testing.T, who *client) {
	t.Helper()
	answered := k.answered
	k.repeat(t, who)
	k.answered = append(k.answered, answered...) // what was repeated must be there once
	k.withService(t, func(s *app.Service) error {
		began, left := time.Now(), int64(1)
		for ; left > 0 && time.Since(began) < 2*atRest; k.pause(100, 200) {
			if _, err := s.DB.Row(t.Context(), []any{&left}, openJobs); err != nil {
				return err
			}
		}
		if left > 0 {
			t.Errorf("%d jobs do not come to their end", left)
		}
		t.Logf("the jobs that were left came to their end in %s", time.Since(began).Round(time.Second))
		k.totals(t, who, s.DB)
		return errors.Join(k.checkRows(t, s), k.derived(t, s), k.bytes(t, s))
	})
}

// bytes looks for those of every file that has a row.
func (k *killing) bytes(t *testing.T, s *app.Service) error {
	t.Helper()
	bucket, err := files.Bucket(t.Context(), k.shared.bucket)
	if err != nil {
		return err
	}
	ids, err := rows(t.Context(), s, "SELECT id FROM resources")
	for _, id := range ids {
		body, err := bucket.Open(t.Context(), id)
		if err != nil {
			t.Errorf("file %s has a row and no bytes: %v", id, err)
			continue
		}
		_ = body.Close()
	}
	t.Logf("%d files are in the bucket", len(ids))
	return err
}

// cpu compares what a read costs when all people ask one copy and when they ask two. It does so in turns, since the
// machine has more to do at one time than at another, and goes by the middle one.
func (c *copies) cpu(t *testing.T) {
	t.Helper()
	c.running[2].Kill()
	both := c.running[:2]
	c.reads(t, both, both) // so that all is warm
	ratios := make([]float64, turnsOfCPU)
	for i := range ratios {
		one, two := c.reads(t, both, both[:1]), c.reads(t, both, both)
		ratios[i] = float64(two) / float64(one)
		t.Logf("a read computes for %s on one copy and for %s on two", one, two)
	}
	slices.Sort(ratios)
	if middle := ratios[turnsOfCPU/2]; middle > 1.15 {
		t.Errorf("a read costs %.2f times as much on two copies as on one", middle)
	}
}

// reads has people read, each from one of the copies that are asked, and says for how long one read computes, beside
// what the copies do when nobody asks.
func (c *copies) reads(t *testing.T, copies, readers []*writtenCopy) time.Duration {
	t.Helper()
	idle := c.computing(t, copies, func() { <-time.After(idleOfCPU) })
	list, begun := c.records["project"], time.Now()
	spent := c.computing(t, copies, func() {
		var people errgroup.Group
		for i := range readersOfCPU {
			people.Go(func() error { return read(t.Context(), readers[i%len(readers)].who, list) })
		}
		if err := people.Wait(); err != nil {
			t.Fatal(err)
		}
	})
	return (spent - time.Duration(idle.Seconds()/idleOfCPU.Seconds()*float64(
		time.Since(begun)))) / (readersOfCPU * readsOfCPU)
}

// read asks for projects and now and then for their list.
func read(ctx context.Context, who *client, projects []int64) error {
	for n := range readsOfCPU {
		path := fmt.Sprintf("/api/project/%d", projects[n%len(projects)])
		if n%5 == 0 {
			path = "/api/project?limit=25"
		}
		if got, err := who.send(ctx, request{method: "GET", path: path}); err != nil || got.status >= 500 {
			return fmt.Errorf("%s: %d %w", path, got.status, err)
		}
	}
	return nil
}

// computing is for how long copies compute while something is done.
func (c *copies) computing(t *testing.T, over []*writtenCopy, do func()) (sum time.Duration) {
	t.Helper()
	for _, w := range over {
		sum -= cpuOf(t, w.program)
	}
	do()
	for _, w := range over {
		sum += cpuOf(t, w.program)
	}
	return sum
}
