// Package schedule runs the declared jobs of the product at their times: a due time once, however many copies of the
// service there are, and a job once at a time. What is due, what runs, what was paused and what somebody wants stopped
// are rows of ours.
package schedule

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// Job is one job as it is declared.
type Job struct {
	Name     string // "project.closeExpired"; its text is cron.<Name>
	Schedule string // see Parse; staff may set another
	Timeout  time.Duration
	Params   []Param
	// Do does the work in the name of the system. It is begun again when the copy that was at it has died.
	Do func(ctx context.Context, r *Run) error
}

// Param is a whole number that a job can be told.
type Param struct {
	Name    string `json:"name"`
	Type    string `json:"type"` // "int"
	Default int64  `json:"default"`
	Min     int64  `json:"min"`
	Max     int64  `json:"max"`
}

// Int declares a parameter.
func Int(name string, initial, low, high int64) Param { return Param{name, "int", initial, low, high} }

// Level says how much a line of a log matters.
type Level string

// The levels.
const (
	Info  Level = "info"
	Warn  Level = "warn"
	Error Level = "error"
)

// Options lists the levels.
func (Level) Options() []string { return []string{string(Info), string(Warn), string(Error)} }

// Line is one line of the log of a run. It names records by their handles, never people.
type Line struct {
	N     int64  `json:"n"`
	At    string `json:"at"`
	Level Level  `json:"level"`
	Text  string `json:"text"`

	at time.Time
}

const (
	mostLines = 1000
	lineLimit = 300 // characters
)

// Run is one run of a job at work.
type Run struct {
	ID     string
	DryRun bool // only says what would happen

	params map[string]int64
	now    func() time.Time
	write  func(ctx context.Context, fn func(context.Context) error) error

	mu     sync.Mutex
	counts map[string]int64
	lines  []Line // that nobody has kept yet
	n      int64
}

// NewRun is a run outside of the schedule, for tests of what jobs do. Nobody stores its lines.
func NewRun(write func(ctx context.Context, fn func(context.Context) error) error, dryRun bool,
	params map[string]int64,
) *Run {
	return &Run{ID: "run_test", DryRun: dryRun, params: params, now: func() time.Time {
		return time.Time{}
	}, write: write, counts: map[string]int64{}}
}

// Param is the value of a declared parameter.
func (r *Run) Param(name string) int64 { return r.params[name] }

// Count adds to a counter. Its text is cron.count.<name>.
func (r *Run) Count(name string, n int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counts[name] += n
}

// Counts are the counters as they stand.
func (r *Run) Counts() map[string]int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.counts)
}

// Lines are those that nobody has stored yet.
func (r *Run) Lines() []Line {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.lines)
}

// Info writes a line of the log.
func (r *Run) Info(format string, args ...any) { r.line(Info, fmt.Sprintf(format, args...)) }

// Warn writes a line about something that did not go as it should.
func (r *Run) Warn(format string, args ...any) { r.line(Warn, fmt.Sprintf(format, args...)) }

func (r *Run) line(level Level, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n++; r.n > mostLines {
		return
	}
	if r.n == mostLines {
		level, text = Warn, "the log is full: further lines are left out"
	}
	if cut := []rune(text); len(cut) > lineLimit {
		text = string(cut[:lineLimit])
	}
	r.lines = append(r.lines, Line{N: r.n, Level: level, Text: text, at: r.now()})
}

// drainLines returns the lines that are not stored yet, and forgets them.
func (r *Run) drainLines() []Line {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := r.lines
	r.lines = nil
	return out
}

// restoreLines takes lines back that could not be kept.
func (r *Run) restoreLines(lines []Line) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(lines, r.lines...)
}

// Write runs fn in a transaction, which is undone in a dry run.
func (r *Run) Write(ctx context.Context, fn func(context.Context) error) error {
	if r.DryRun {
		return resource.Try(ctx, r.write, fn)
	}
	return r.write(ctx, fn)
}

// Each does one thing with each of the records, in a transaction of its own. What worked is counted as done, with the
// line that do returns; "" says that there was nothing to do. A record that is refused does not hinder the others.
func (r *Run) Each(ctx context.Context, ids []int64, done string,
	do func(ctx context.Context, id int64) (label string, err error),
) error {
	for _, id := range ids {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var label string
		err := r.Write(ctx, func(ctx context.Context) (err error) {
			label, err = do(ctx, id)
			return err
		})
		refused, err := resource.Refusal(err)
		switch {
		case err != nil:
			return fmt.Errorf("record %d: %w", id, err)
		case refused != nil:
			r.Count("refused", 1)
			r.Warn("refused: %s: %s", cmp.Or(label, strconv.FormatInt(id, 10)), whyNot(refused))
		case label != "":
			r.Count(done, 1)
			r.Info("%s", label)
		}
	}
	return nil
}

func whyNot(e *fault.Error) string {
	blocks, _ := e.Details["blockedBy"].([]resource.Block)
	if len(blocks) == 0 {
		return e.Code
	}
	return fmt.Sprintf("%s, %s", e.Code, blocks[0].Key)
}
