package content_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/internal/test/directustest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// saved is a text that one writer edits over and over: what was acknowledged, in order, and what was tried last.
type saved struct {
	row          dated
	acknowledged []string
	tried        string
}

// edit edits the text until it was acknowledged so often. What fails is tried again with another value: it may have
// been saved.
func (s *saved) edit(at operator, edits int, done *atomic.Int64) {
	for n := 0; len(s.acknowledged) < edits; n++ {
		s.tried = fmt.Sprintf("%s %d", s.row.Value, n)
		_, _, err := at.gateway.Handle(at.who, patch("d_translation_keys", s.row.ID,
			fmt.Sprintf(`{"messageValue":%q}`, s.tried)))
		if err != nil {
			<-time.After(20 * time.Millisecond) // Directus is away
			continue
		}
		s.acknowledged = append(s.acknowledged, s.tried)
		done.Add(1)
	}
}

// killedAtTimes ends Directus as a crash would, evenly over the edits, and starts it again.
func killedAtTimes(t *testing.T, d *directustest.Server, kills int, edits int64, done *atomic.Int64) {
	t.Helper()
	for i := range int64(kills) {
		eventually(t, "the next edits", func() bool { return done.Load() >= (i+1)*edits/int64(kills+1) })
		d.Kill()
		if err := d.Restart(); err != nil {
			t.Fatal(err)
		}
	}
}

// revisionsOf are all values that Directus has in the history of a text.
func revisionsOf(t *testing.T, d *directustest.Server, id int64) string {
	t.Helper()
	path := fmt.Sprintf("/revisions?limit=-1&fields=data&filter[collection][_eq]=d_translation_keys&filter[item][_eq]=%d",
		id)
	status, raw, err := d.Do(d.Token, http.MethodGet, path, nil)
	if err != nil || status != http.StatusOK {
		t.Fatalf("history: status %d %v", status, err)
	}
	return string(raw)
}

// Every edit that was acknowledged is there, or a later one in its place, and in the history of Directus and in ours.
func TestProveKills_WhileTextsAreSaved_NoneIsLost(t *testing.T) {
	stress.SkipInShort(t, "kills Directus")
	directus(t)
	const writers = 8
	edits, kills := stress.Size(5, 1250), stress.Size(1, 50)
	d, err := directustest.Start(t.TempDir(), "http://127.0.0.1:9/")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Kill)
	log := &lockedJournal{}
	cfg := config(t)
	cfg.URL, cfg.Token, cfg.Journal = d.URL, d.Token, log
	s := running(t, cfg)
	awaitJoin(t, s)
	at := operator{s.Gateway, requestAs(t, editor)}
	texts := make([]*saved, writers)
	for i := range texts {
		texts[i] = &saved{}
		body := fmt.Sprintf(`{"locale":"en","messageKey":"killed.%d","messageValue":"text %d"}`, i, i)
		if err := at.call(t, post("d_translation_keys", body), &texts[i].row); err != nil {
			t.Fatal(err)
		}
	}
	var done atomic.Int64
	var all sync.WaitGroup
	for _, text := range texts {
		all.Go(func() { text.edit(at, edits, &done) })
	}
	killedAtTimes(t, d, kills, int64(writers*edits), &done)
	all.Wait()
	lost := 0
	for _, text := range texts {
		lost += text.countLost(t, d, log)
	}
	t.Logf("%d edits acknowledged over %d kills, %d lost", done.Load(), kills, lost)
	if lost > 0 {
		t.Errorf("%d edits are lost", lost)
	}
}

// countLost counts what was acknowledged and is neither the value nor in both histories.
func (s *saved) countLost(t *testing.T, d *directustest.Server, locked *lockedJournal) (n int) {
	t.Helper()
	_, raw, err := d.Do(d.Token, http.MethodGet, fmt.Sprintf("/items/d_translation_keys/%d", s.row.ID), nil)
	var now struct{ Data dated }
	if err != nil || json.Unmarshal(raw, &now) != nil {
		t.Fatalf("%s %v", raw, err)
	}
	if last := s.acknowledged[len(s.acknowledged)-1]; now.Data.Value != last && now.Data.Value != s.tried {
		t.Errorf("the text is %q, want %q", now.Data.Value, last)
		n++
	}
	history := revisionsOf(t, d, s.row.ID)
	for _, value := range s.acknowledged {
		if !strings.Contains(history, fmt.Sprintf(`"messageValue":%q`, value)) || !locked.has(value) {
			t.Errorf("%q is not in both histories", value)
			n++
		}
	}
	return n
}

// lockedJournal is a journal that several may write to.
type lockedJournal struct {
	mu     sync.Mutex
	values map[string]bool
}

// Record remembers the values of texts.
func (j *lockedJournal) Record(_ context.Context, entries []content.Entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.values == nil {
		j.values = map[string]bool{}
	}
	for _, e := range entries {
		j.values[fmt.Sprint(e.After["messageValue"])] = true
	}
	return nil
}

func (j *lockedJournal) has(value string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.values[value]
}
