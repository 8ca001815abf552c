package transform

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
)

// Command is the name under which the program of the product runs Serve.
const Command = "transform"

// Uploads is the member of an outbound input that says how many bytes each upload has that the function resource gives,
// by id.
const Uploads = "uploads"

// Message is what rules are run on.
type Message struct {
	Input map[string]any
	At    time.Time // what runAt and today say
	Zone  *time.Location
	Files map[string][]byte
}

// Step is what became of one rule.
type Step struct {
	Rule    int64           `json:"rule"`
	Target  string          `json:"target"`
	Value   json.RawMessage `json:"value"   kind:"json"`
	Skipped bool            `json:"skipped"`
	TookUS  int64           `json:"tookUs"`
	Error   *StepError      `json:"error"`
}

// StepError is why a rule gave no value.
type StepError struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// Result is what the rules made of a message.
type Result struct {
	OK       bool
	Output   json.RawMessage // an object; what could be made
	Trace    []Step
	Errors   []Problem
	Warnings []Problem
	Missing  []string // required targets without a value
}

// Runner has rules run by processes that it starts, keeps while they behave and ends when they do not. One connection
// has one at a time. It works once it knows the program.
type Runner struct {
	Program string // of the product, which runs Serve under Command

	mu    sync.Mutex
	idle  map[int64]*process
	turns map[int64]chan struct{}
}

// process is one that runs Serve.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	idle    *time.Timer
	late    atomic.Bool // it was ended because its time was over
}

// lockConnection waits until nobody else runs rules of a connection.
func (r *Runner) lockConnection(ctx context.Context, connection int64) (done func(), err error) {
	r.mu.Lock()
	if r.turns == nil {
		r.turns, r.idle = map[int64]chan struct{}{}, map[int64]*process{}
	}
	one := r.turns[connection]
	if one == nil {
		one = make(chan struct{}, 1)
		r.turns[connection] = one
	}
	r.mu.Unlock()
	select {
	case one <- struct{}{}:
		return func() { <-one }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Run runs rules on a message. What is wrong with them is in the result; the error is ours.
func (r *Runner) Run(ctx context.Context, connection int64, rules Rules, m Message) (Result, error) {
	done, err := r.lockConnection(ctx, connection)
	if err != nil {
		return Result{}, err
	}
	defer done()
	zone := m.Zone
	if zone == nil {
		zone = time.UTC
	}
	request, err := json.Marshal(job{
		Rules: rules, Input: m.Input, RunAt: m.At, Today: m.At.In(zone).Format(time.DateOnly),
		Files: m.Files,
	})
	if err != nil {
		return Result{}, err
	}
	lines, err := r.attempt(ctx, connection, request)
	if errors.Is(err, errUntried) {
		lines, err = r.attempt(ctx, connection, request)
	}
	switch {
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case err != nil && !errors.Is(err, errEnded) && !errors.Is(err, errUntried):
		return Result{}, err
	case err != nil && len(lines) < len(rules.Rules): // it is this one that it did not survive
		lines = append(lines, line{Code: Limit, Message: "the program takes too long or needs too much"})
	}
	return resultOf(rules, lines), nil
}

// patience is how long a message may take on a machine that has no time for it. The process itself ends once it has
// computed for Time.
const patience = 10 * time.Second

var (
	errEnded   = errors.New("the process has gone beyond a limit")
	errUntried = errors.New("the process has not had its chance")
)

// attempt has a process answer. It fails with errEnded, or with errUntried where one that waited was gone; what it
// answered comes with both.
func (r *Runner) attempt(ctx context.Context, connection int64, request []byte) ([]line, error) {
	p, err := r.claimProcess(connection)
	if err != nil {
		return nil, err
	}
	lines, err := p.request(ctx, request, patience)
	if err == nil {
		r.parkProcess(connection, p)
		return lines, nil
	}
	late := p.late.Load()
	p.stop()
	if isOver := late || p.command.ProcessState.ExitCode() == overTime; !isOver && p.idle != nil && len(lines) == 0 {
		return lines, errUntried
	}
	return lines, errEnded
}

// idleTime is how long a process waits for work before it is ended.
const idleTime = 30 * time.Second

// parkProcess has the process wait for the next message of the connection.
func (r *Runner) parkProcess(connection int64, p *process) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle[connection] = p
	p.idle = time.AfterFunc(idleTime, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.idle[connection] == p {
			delete(r.idle, connection)
			p.stop()
		}
	})
}

// claimProcess is the process of a connection that waits, or a new one.
func (r *Runner) claimProcess(connection int64) (*process, error) {
	r.mu.Lock()
	p := r.idle[connection]
	delete(r.idle, connection)
	r.mu.Unlock()
	if p != nil {
		p.idle.Stop()
		return p, nil
	}
	if r.Program == "" {
		return nil, fault.New(fault.Upstream, "UNAVAILABLE", "mappings cannot be run here")
	}
	return start(r.Program)
}

// start begins a process that knows nothing of this one: neither its environment nor its files.
func start(program string) (*process, error) {
	c := exec.CommandContext(context.Background(), program, Command) // it outlives the call that needs it first
	c.Env, c.Dir = []string{"TZ=UTC"}, "/"
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	p := &process{command: c, in: in, out: bufio.NewReader(out)}
	if _, err := p.request(context.Background(), []byte("{}"), startTime); err != nil {
		p.stop()
		return nil, errors.Join(errors.New("the process that runs mappings does not start"), err)
	}
	return p, nil
}

// startTime is how long a process may take to start; it counts for no message.
const startTime = 20 * time.Second

// request has the process answer within a time. What it answered until it failed comes with the error.
func (p *process) request(ctx context.Context, request []byte, within time.Duration) ([]line, error) {
	limit := time.AfterFunc(within, func() {
		p.late.Store(true)
		p.kill()
	})
	defer limit.Stop()
	stop := context.AfterFunc(ctx, p.kill)
	defer stop()
	if _, err := p.in.Write(append(request, '\n')); err != nil {
		return nil, err
	}
	var lines []line
	for left := 2 * maxOutput; ; {
		text, err := p.readLine(left)
		if err != nil {
			return lines, err
		}
		left -= len(text)
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return lines, err
		}
		if l.Last {
			return lines, nil
		}
		lines = append(lines, l)
	}
}

var errTooMuch = errors.New("the process says too much")

func (p *process) readLine(most int) ([]byte, error) {
	var text []byte
	for {
		more, err := p.out.ReadSlice('\n')
		text = append(text, more...)
		switch {
		case len(text) > most:
			return nil, errTooMuch
		case !errors.Is(err, bufio.ErrBufferFull):
			return text, err
		}
	}
}

func (p *process) kill() { _ = p.command.Process.Kill() }

// stop ends the process and waits for that.
func (p *process) stop() {
	p.kill()
	_ = p.in.Close()
	_ = p.command.Wait() // it was killed
}

// Close ends the processes that wait for work.
func (r *Runner) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, p := range r.idle {
		p.idle.Stop()
		p.stop()
		delete(r.idle, id)
	}
}

// resultOf puts the values of rules together.
func resultOf(rules Rules, lines []line) Result {
	out := Result{
		Output: json.RawMessage("{}"), Missing: []string{}, Errors: []Problem{}, Warnings: []Problem{},
		Trace: []Step{},
	}
	made := output{root: map[string]any{}}
	for i, l := range lines {
		rule := rules.Rules[i]
		s := Step{Rule: int64(i), Target: rule.Target, Value: l.Value, Skipped: l.Skipped, TookUS: l.TookUS}
		problem := Problem{Rule: s.Rule, Target: s.Target, Code: l.Code, Message: l.Message}
		if l.Code == "" && l.Value != nil {
			if path, err := parseTarget(rule.Target); err != nil {
				problem.Code, problem.Message = Syntax, err.Error()
			} else if err := made.setValue(path, l.Value); err != nil {
				problem.Code, problem.Message, problem.Text, problem.Params = Run, err.Error(), "vmsMapping.problem.place",
					map[string]any{"name": rule.Target}
			}
		}
		if l.CutTo > 0 {
			out.Warnings = append(out.Warnings, Problem{
				Rule: s.Rule, Target: s.Target, Code: Cut, Text: textOf(Cut),
				Params: map[string]any{"max": l.CutTo},
			})
		}
		if problem.Code != "" {
			problem.Field = "jq"
			problem.Text, problem.Params = problem.describe(l)
			s.Error = &StepError{problem.Code, problem.Message}
			out.Errors = append(out.Errors, problem)
		}
		if rule.Required && isMissing(l.Value) && !l.Skipped {
			out.Missing = append(out.Missing, rule.Target)
		}
		out.Trace = append(out.Trace, s)
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(made.root); err == nil {
		out.Output = bytes.TrimSpace(text.Bytes())
	}
	out.OK = len(out.Errors) == 0 && len(out.Missing) == 0
	return out
}

// describe names the text of a rule's failure, with what it mentions.
func (p Problem) describe(l line) (key string, params map[string]any) {
	switch {
	case p.Text != "":
		return p.Text, p.Params
	case l.Table != "":
		return "vmsMapping.problem.noEntry", map[string]any{"lookup": l.Table, "value": l.Key}
	case l.NoTable != "":
		return "vmsMapping.problem.noLookup", map[string]any{"name": l.NoTable}
	case p.Code == Run:
		return describeRunFailure(p.Message)
	}
	return textOf(p.Code), nil
}

// isMissing says whether a required value is not there: an empty text is none.
func isMissing(value json.RawMessage) bool { return value == nil || string(value) == `""` }
