package transform

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"runtime/debug"
	"syscall"
	"time"
)

const (
	// Time is how long the rules of one message may compute.
	Time = 800 * time.Millisecond
	// maxOutput is how much they may yield together, in bytes.
	maxOutput = 8 << 20
	maxMemory = 256 << 20
	maxStack  = 32 << 20
	maxInput  = 64 << 20 // of a line that asks, uploads included
)

// Serve runs the rules of one line of in after another and answers to out, until in ends. It is the whole of a process
// of its own: what goes beyond the limits ends that process and nothing else.
func Serve(in io.Reader, out io.Writer, now func() time.Time) error {
	if err := limitMemory(); err != nil {
		return err
	}
	debug.SetMaxStack(maxStack)
	debug.SetMemoryLimit(maxMemory * 3 / 4)
	debug.SetTraceback("none")
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxInput)
	answers := json.NewEncoder(out)
	answers.SetEscapeHTML(false)
	for lines.Scan() {
		if err := serveOne(lines.Bytes(), answers, now); err != nil {
			return err
		}
	}
	return lines.Err()
}

const (
	betweenLooks = 20 * time.Millisecond // at how long this process has computed
	overTime     = 3                     // its exit code once that is too long
)

// limitComputing ends this process once it has computed for as long as a message may, until stop is called. Only what
// it computes counts: how long it waits for a machine that is busy is not its fault.
func limitComputing() (stop func()) {
	most := computed() + Time
	over, done := time.NewTicker(betweenLooks), make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-over.C:
				if computed() > most {
					os.Exit(overTime)
				}
			}
		}
	}()
	return func() {
		over.Stop()
		close(done)
	}
}

// computed is for how long this process has computed.
func computed() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0 // never fails; the patience of whoever asked is left
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func serveOne(text []byte, answers *json.Encoder, now func() time.Time) error {
	orphaned := time.AfterFunc(2*patience, func() { os.Exit(1) }) // whoever asked would have ended this process by now
	defer orphaned.Stop()
	defer limitComputing()()
	var j job
	if err := Decode(text, &j); err != nil {
		return err
	}
	left := maxOutput
	for _, r := range j.Rules.Rules {
		began := now()
		answer := j.lineOf(r)
		answer.TookUS = now().Sub(began).Microseconds()
		if left -= len(answer.Value); left < 0 {
			answer = line{Code: Limit, Message: "the values together are too large", TookUS: answer.TookUS}
			left = 0
		}
		if err := answers.Encode(answer); err != nil {
			return err
		}
	}
	return answers.Encode(line{Last: true})
}
