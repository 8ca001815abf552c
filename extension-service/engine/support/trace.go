package support

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	// maxLines is how many lines about requests are remembered. Older ones stand in the service's log alone.
	maxLines = 5000
	// longestFact is how many bytes of a fact are: a refusal may name whatever somebody has sent.
	longestFact = 4000
)

// Line is one line of the log.
type Line struct {
	At    string            `json:"at"`
	Level string            `json:"level"`
	Text  string            `json:"text"`
	Facts map[string]string `json:"facts"`
}

// Trace is a log handler that remembers the lines about requests beside handing them on.
type Trace struct {
	slog.Handler

	attrs []slog.Attr
	lines *lines
}

// NewTrace remembers what is logged to next.
func NewTrace(next slog.Handler) *Trace { return &Trace{Handler: next, lines: &lines{}} }

// lines are the last ones, in a ring.
type lines struct {
	mu   sync.Mutex
	ring []traced
	next int
}

type traced struct {
	requests [2]string // whose line it is: the request itself, and one that a report is about
	line     Line
}

// Enabled says that lines of every level are looked at: what is too little for the log may be just what support needs.
func (t *Trace) Enabled(context.Context, slog.Level) bool { return true }

// Handle remembers a line that names its request, and hands on what the log takes.
func (t *Trace) Handle(ctx context.Context, r slog.Record) error {
	facts := map[string]string{}
	add := func(a slog.Attr) bool {
		facts[a.Key] = shortened(a.Value.Resolve().String())
		return true
	}
	for _, a := range t.attrs {
		add(a)
	}
	r.Attrs(add)
	if facts["requestId"] != "" || facts["failed"] != "" {
		t.lines.add(traced{[2]string{facts["requestId"], facts["failed"]}, Line{
			At: date.InstantText(r.Time), Level: r.Level.String(), Text: r.Message, Facts: facts,
		}})
	}
	if !t.Handler.Enabled(ctx, r.Level) {
		return nil
	}
	return t.Handler.Handle(ctx, r)
}

// shortened is the beginning of a text, in memory of its own: the framework's texts change once their request is over.
func shortened(text string) string {
	return strings.Clone(strings.ToValidUTF8(text[:min(len(text), longestFact)], ""))
}

// WithAttrs is the handler with facts that every line has.
func (t *Trace) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &Trace{Handler: t.Handler.WithAttrs(attrs), attrs: slices.Concat(t.attrs, attrs), lines: t.lines}
}

// WithGroup is the handler with a group in the log; what is remembered has none.
func (t *Trace) WithGroup(name string) slog.Handler {
	return &Trace{Handler: t.Handler.WithGroup(name), attrs: t.attrs, lines: t.lines}
}

// LinesOf lists the lines about a request that are remembered, oldest first.
func (t *Trace) LinesOf(requestID string) []Line {
	out := []Line{}
	t.lines.mu.Lock()
	defer t.lines.mu.Unlock()
	for _, part := range [][]traced{
		t.lines.ring[min(t.lines.next, len(t.lines.ring)):],
		t.lines.ring[:min(t.lines.next, len(t.lines.ring))],
	} {
		for _, one := range part {
			if slices.Contains(one.requests[:], requestID) {
				out = append(out, one.line)
			}
		}
	}
	return out
}

// openFacts are those that name no values of records.
var openFacts = []string{"requestId", "traceId", "failed", "call", "status", "method", "staff"}

// withoutForeignFacts leaves out of lines what a reader with a scope may not know: what the requests of others were
// about, and why they failed.
func withoutForeignFacts(who *role.Caller, lines []Line) []Line {
	if !resource.Confines(who) {
		return lines
	}
	own := strconv.FormatInt(who.ID, 10)
	for i, line := range lines {
		if line.Facts["staff"] == own {
			continue
		}
		lines[i].Facts = map[string]string{}
		for _, name := range openFacts {
			if value, isThere := line.Facts[name]; isThere {
				lines[i].Facts[name] = value
			}
		}
	}
	return lines
}

// requestOf is the request that a trace belongs to; "" where none is remembered.
func (t *Trace) requestOf(trace string) string {
	t.lines.mu.Lock()
	defer t.lines.mu.Unlock()
	for _, one := range t.lines.ring {
		if one.line.Facts["traceId"] == trace && one.requests[0] != "" {
			return one.requests[0]
		}
	}
	return ""
}

func (l *lines) add(one traced) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.ring) < maxLines {
		l.ring = append(l.ring, one)
		return
	}
	l.ring[l.next] = one
	l.next = (l.next + 1) % maxLines
}
