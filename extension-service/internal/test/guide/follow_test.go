package guide

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// What somebody new may have to write by hand for the first task, besides texts.
const (
	mostFiles = 4
	mostLines = 45
	// Of timesheets with all their rules.
	mostRuleLines = 120
)

// The guide is followed to the letter. In make test its commands, changes and removal are made and what it writes
// compiles; make prove also generates and builds after each step, starts the product on both databases, makes the
// calls, and makes the mistakes.
func TestProveGuide_FollowedToTheLetter_BuildsAProduct(t *testing.T) {
	t.Parallel()
	stress.SkipInShort(t, "compiles a product of its own")
	tr := copied(t)
	if !stress.IsFull() {
		tr.writeFile("scripts/generate", "#!/bin/sh\n", 0o755)
	}
	before := tr.contents()
	var products []*product
	lines := map[string]int{} // by section
	for _, one := range tasks(t) {
		if _, begun := lines[one.section]; !begun && stress.IsFull() { // each section numbers its migrations anew
			products = []*product{newProduct(tr, ""), newProduct(tr, pgtest.PostgresURL(t))}
		}
		tr.follow(one, products)
		lines[one.section] += tr.lines
	}
	for section, n := range lines {
		t.Logf("%-32s %d lines by hand", section, n)
		if strings.HasPrefix(section, "Timesheets") && n > mostRuleLines {
			t.Errorf("%s: %d lines by hand", section, n)
		}
	}
	after := tr.contents()
	for _, name := range slices.Sorted(maps.Keys(merged(before, after))) {
		if before[name] != after[name] {
			t.Errorf("after the removal %s is another", name)
		}
	}
	t.Logf("processor time of what was run: %s", childrenTime().Round(time.Second))
}

func merged(a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// childrenTime is the time of all processes that have ended.
func childrenTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// follow does one task and says what it took.
func (tr *tree) follow(one task, products []*product) {
	tr.Helper()
	tr.files, tr.texts, tr.lines = map[string]bool{}, map[string]bool{}, 0
	began := time.Now()
	for _, b := range one.blocks {
		switch b.kind {
		case "sh":
			if strings.Contains(b.text, "make remove") {
				tr.compile()
			}
			tr.mustRun(one, b.text)
		case "browser":
			if stress.IsFull() {
				tr.mustRun(one, b.text)
			}
		case "diff":
			tr.change(b.text)
		case "http":
			tr.serve(one, b.text, products)
		case "mistake":
			tr.mistake(one, b.text)
		default:
			tr.Fatalf("%s: nobody knows a block of kind %q", one.title, b.kind)
		}
	}
	tr.Logf("%-32s %d files and %2d lines by hand, %d files of texts, %.0f s", one.title, len(tr.files), tr.lines,
		len(tr.texts), time.Since(began).Seconds())
	if strings.HasPrefix(one.title, "1.") && (len(tr.files) > mostFiles || tr.lines > mostLines) {
		tr.Errorf("adding a resource takes %d files and %d lines", len(tr.files), tr.lines)
	}
}

func (tr *tree) mustRun(one task, text string) {
	tr.Helper()
	if out, err := tr.run(text); err != nil {
		tr.Fatalf("%s: %s: %v\n%s", one.title, text, err, out)
	}
}

// compile builds what the guide has written by the end; make prove builds all of it after each task.
func (tr *tree) compile() {
	tr.Helper()
	if stress.IsFull() {
		return
	}
	written := strings.Join(tr.newDomains(), " ")
	if out, err := tr.run("gofmt -l " + written + " extension-service/app/domains.go && CGO_ENABLED=0 go test -trimpath " +
		written + " >/dev/null"); err != nil ||
		out != "" {
		tr.Fatalf("what the guide writes: %v\n%s", err, out)
	}
}

// serve builds the product, starts it on each database and makes the calls.
func (tr *tree) serve(one task, calls string, products []*product) {
	tr.Helper()
	if len(products) == 0 {
		return
	}
	if out, err := tr.run("scripts/build service"); err != nil {
		tr.Fatalf("%s: %v\n%s", one.title, err, out)
	}
	for _, p := range products {
		p.start()
		p.calls(one, calls)
		p.stop()
	}
}

// mistake makes a change, has the start refuse it with the words of the guide, and takes it back.
func (tr *tree) mistake(one task, text string) {
	tr.Helper()
	change, expected, found := strings.Cut(text, "\n---\n")
	if !found {
		tr.Fatalf("%s: a mistake without what is said to it", one.title)
	}
	before := tr.contents()
	tr.change(change + "\n")
	if stress.IsFull() {
		out, err := tr.run("make generate")
		if err == nil || !strings.Contains(out, strings.TrimSpace(expected)) {
			tr.Errorf("%s: it says %v, and not %s:\n%s", one.title, err, expected, out)
		}
	}
	for name, text := range before {
		if had, err := os.ReadFile(filepath.Join(tr.root, name)); err != nil || string(had) != text {
			tr.writeFile(name, text, 0o644)
		}
	}
	fmt.Fprintln(tr.Output(), "mistake:", strings.TrimSpace(expected))
}
