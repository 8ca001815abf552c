// Package proctest runs the binary of a test a second time, as something that is stopped or killed while it works:
// TestMain looks for a variable of its own before it runs any test.
package proctest

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// Process is a child. It dies with the test.
type Process struct {
	command *exec.Cmd
	lines   *bufio.Reader
	output  bytes.Buffer
	ended   chan struct{}
	kill    sync.Once
}

// Start runs the test binary under the environment of the test and these variables.
func Start(t testing.TB, env ...string) *Process {
	t.Helper()
	return StartProgram(t, os.Args[:1], env...)
}

// StartProgram runs a program with its arguments under the environment of the test and these variables.
func StartProgram(t testing.TB, program []string, env ...string) *Process {
	t.Helper()
	p := &Process{command: exec.CommandContext(t.Context(), program[0], program[1:]...), ended: make(chan struct{})}
	p.command.Env = append(os.Environ(), env...)
	p.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	p.command.Stderr = &p.output
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.command.Stdout, p.lines = write, bufio.NewReader(read)
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	_ = write.Close()
	t.Cleanup(func() {
		p.Kill()
		_ = read.Close()
	})
	go func() {
		_ = p.command.Wait()
		close(p.ended)
	}()
	return p
}

// Line is the next line that the process writes; it fails the test when the process ends before.
func (p *Process) Line(t testing.TB) string {
	t.Helper()
	line, err := p.lines.ReadString('\n')
	if err != nil {
		<-p.ended
		t.Fatalf("the process ended before it wrote a line: %v, %s", err, p.output.String())
	}
	return strings.TrimSpace(line)
}

// Signal asks the process to do something.
func (p *Process) Signal(t testing.TB, s os.Signal) {
	t.Helper()
	if err := p.command.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// Kill ends the process at once, as the kernel does, and waits until it is gone.
func (p *Process) Kill() {
	p.kill.Do(func() { _ = p.command.Process.Kill() })
	<-p.ended
}

// Done is closed when the process has ended.
func (p *Process) Done() <-chan struct{} { return p.ended }

// Code is what the process ended with, -1 when it was killed. Ask when it has ended.
func (p *Process) Code() int { return p.command.ProcessState.ExitCode() }

// Stderr is what the process wrote to standard error. Ask when it has ended.
func (p *Process) Stderr() string { return p.output.String() }

// ID is that of the process.
func (p *Process) ID() int { return p.command.Process.Pid }
