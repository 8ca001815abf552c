package check

import (
	"bytes"
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/platform/freeport"
)

// product is one running `make run` in a tree whose parts are fakes.
type product struct {
	*testing.T
	make *exec.Cmd
	data string
	out  *os.File // what it prints
}

func (p *product) printed() string {
	p.Helper()
	text, err := os.ReadFile(p.out.Name())
	if err != nil {
		p.Fatal(err)
	}
	return string(text)
}

func start(t *testing.T, replace map[string]string, env ...string) *product {
	t.Helper()
	return startBy(t, "run", replace, env...)
}

// startBy starts by another command of make than run.
func startBy(t *testing.T, command string, replace map[string]string, env ...string) *product {
	t.Helper()
	root := t.TempDir()
	out, err := os.CreateTemp(t.TempDir(), "printed")
	if err != nil {
		t.Fatal(err)
	}
	p := &product{T: t, data: filepath.Join(root, "data"), out: out}
	for _, file := range []string{
		"Makefile", "go.mod", "scripts/run", "scripts/dev", "scripts/service.sh", "scripts/directus.sh",
		"scripts/guard", "scripts/lib.sh", "scripts/content/licence",
	} {
		p.writeFile(filepath.Join(root, file), read(t, file))
	}
	parts := map[string]string{
		"scripts/build": fakeBuild, "scripts/content/install": fakeInstall, "scripts/content/start": fakeStart,
	}
	maps.Copy(parts, replace)
	for file, text := range parts {
		p.writeFile(filepath.Join(root, file), text)
	}
	p.make = exec.Command("make", command)
	p.make.Dir = root
	p.make.Stdout, p.make.Stderr = p.out, p.out
	p.make.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.make.Env = append(os.Environ(), append([]string{
		playsService + "=1", "PLAYER=" + os.Args[0], "DATA_DIR=" + p.data,
		"HOST=127.0.0.1", "PORT=" + freePort(t), "CONTENT_PORT=" + freePort(t), "CONTENT_URL=",
	}, env...)...)
	if err := p.make.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.killAll() })
	return p
}

func (p *product) writeFile(path, text string) {
	p.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		p.Fatal(err)
	}
}

// patience is for a machine that has much else to do; nothing waits for it while all is well.
const patience = 3 * time.Minute

// await waits until the condition holds.
func (p *product) await(what string, holds func() bool) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.Context(), patience)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			p.Fatalf("%s did not happen; printed:\n%s\nrunning: %v", what, p.printed(), p.running())
		case <-tick.C:
		}
	}
}

func (p *product) awaitText(text string) {
	p.Helper()
	p.await(strconv.Quote(text), func() bool { return strings.Contains(p.printed(), text) })
}

// running lists the processes that carry this product's data folder in their environment, by id.
func (p *product) running() map[int]string {
	found := map[int]string{}
	entries, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		p.Fatal(err)
	}
	for _, entry := range entries {
		env, err := os.ReadFile(entry)
		if err != nil || !bytes.Contains(env, []byte("DATA_DIR="+p.data+"\x00")) {
			continue
		}
		id, err := strconv.Atoi(filepath.Base(filepath.Dir(entry)))
		line, err2 := os.ReadFile(filepath.Join(filepath.Dir(entry), "cmdline"))
		if err == nil && err2 == nil && len(line) > 0 {
			found[id] = string(bytes.ReplaceAll(line, []byte{0}, []byte{' '}))
		}
	}
	return found
}

// awaitProcess waits for the process whose command line holds the text: between fork and exec it has its parent's.
func (p *product) awaitProcess(text string) (found int) {
	p.Helper()
	p.await("a process "+strconv.Quote(text), func() bool {
		for id, line := range p.running() {
			// A shell that is about to run a command has the same line for a moment: the oldest is meant.
			if strings.Contains(line, text) && (found == 0 || id < found) {
				found = id
			}
		}
		return found != 0
	})
	return found
}

func (p *product) killAll() {
	for id := range p.running() {
		_ = syscall.Kill(id, syscall.SIGKILL)
	}
	_ = p.make.Wait()
	_ = p.out.Close()
}

func freePort(t *testing.T) string {
	t.Helper()
	port, err := freeport.Reserve()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = port.Release() })
	return port.String()
}

func (p *product) kill(id int, signal syscall.Signal) {
	p.Helper()
	if err := syscall.Kill(id, signal); err != nil {
		p.Fatal(err)
	}
}
