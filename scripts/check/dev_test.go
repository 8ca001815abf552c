package check

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What make dev needs of the panel: packages that are installed, and a server that says whom it asks.
var fakePanel = map[string]string{
	"admin-ui/package.json":                    `{"name":"panel","scripts":{"dev":"echo asks $API >asked; sleep 300; :"}}`,
	"admin-ui/package-lock.json":               `{"packages":{}}`,
	"admin-ui/node_modules/.package-lock.json": `{"packages":{}}`,
	"admin-ui/src/generated/resources.ts":      "// old\n",
	"extension-service/main.go":                "package main\n",
	"directus-schema/seed/en/panel.json":       "{}\n",
	migrationFolder + "0001_first.sql":         "CREATE TABLE pools (id TEXT);\n",
	"go.sum":                                   "",
	"scripts/build":                            "#!/bin/sh\necho built \"$TAGS\" >>builds\ngrep -q broken extension-service/*.go && { echo 'syntax error'; exit 1; }\nmkdir -p build && ln -sf \"$PLAYER\" build/extension-service\n",
}

const migrationFolder = "extension-service/engine/store/migrations/"

// Directus joins. A change of the service arrives: it is built, started anew, and the types of the panel follow; a text
// and the rule of a field need no build.
// What does not build, or would not start, leaves the one that was there, and nothing outlives the end.
func TestDev_AnyChange_IsServed(t *testing.T) {
	t.Parallel()
	p := startBy(t, "dev", fakePanel, "PANEL_PORT="+freePort(t))
	p.awaitText("Panel ")
	p.awaitText("Directus has joined")
	first := p.serving()
	p.await("the types", func() bool { return p.reads("admin-ui/src/generated/resources.ts") == "// of the service\n" })
	p.await("the panel's server", func() bool {
		return strings.HasPrefix(p.reads("admin-ui/asked"), "asks http://127.0.0.1:")
	})

	p.writeFile(filepath.Join(p.make.Dir, "extension-service/main.go"), "package main // broken\n")
	p.awaitText("syntax error")
	p.awaitText("what was there goes on")
	if now := p.serving(); now != first {
		t.Errorf("what does not build took the place of %d: %d", first, now)
	}
	p.writeFile(filepath.Join(p.data, "poolkeeper.db"), "filled")
	p.writeFile(filepath.Join(p.make.Dir, "extension-service/main.go"), "package main // mended\n")
	p.awaitText("Restarted after")
	p.await("another service", func() bool { return p.serving() != first })
	if got := p.reads("builds"); !strings.HasPrefix(got, "built demo\n") || !strings.HasSuffix(got, "built tree\n") {
		t.Errorf("made-up data is compiled for a database that is filled, or not for an empty one: %q", got)
	}

	built, before := p.reads("builds"), p.serving()
	p.writeFile(filepath.Join(p.make.Dir, "directus-schema/seed/en/panel.json"), "{\"missing\": \"\"}\n")
	p.awaitText("It would not start: poolkeeper: declarations: no text")
	if now := p.serving(); now != before {
		t.Errorf("what would not start took the place of %d: %d", before, now)
	}
	p.writeFile(filepath.Join(p.make.Dir, "directus-schema/seed/en/panel.json"), "{\"label\": \"Name\"}\n")
	p.await("another service", func() bool { return p.serving() != before })
	if now := p.reads("builds"); now != built {
		t.Errorf("a text is compiled: %q, %q", built, now)
	}

	// What npm installs of Directus meanwhile is nothing that the service is built of.
	installed := filepath.Join(p.make.Dir, "directus-schema/service/node_modules/directus/package.json")
	if err := os.MkdirAll(filepath.Dir(installed), 0o700); err != nil {
		t.Fatal(err)
	}
	built, before = p.reads("builds"), p.serving()
	p.writeFile(installed, "{}\n")
	p.writeFile(filepath.Join(p.make.Dir, "directus-schema/seed/en/panel.json"), "{\"label\": \"Names\"}\n")
	p.await("another service", func() bool { return p.serving() != before })
	if now := p.reads("builds"); now != built {
		t.Errorf("a package of Directus is compiled: %q, %q", built, now)
	}

	for _, step := range []struct {
		tag       string
		isBuilt   bool
		otherwise string
	}{
		{`json:"name" check:"max=40"`, true, "a new field is not compiled"},
		{`json:"name"  check:"required,max=50"`, false, "a rule is compiled"},
		{`json:"title" check:"required,max=50"`, true, "another name is not compiled"},
	} {
		built, before := p.reads("builds"), p.serving()
		p.writeFile(filepath.Join(p.make.Dir, "extension-service/pool.go"),
			"package main\n\ntype pool struct {\n\tName string `"+step.tag+"` // of the pool\n}\n")
		p.await("another service", func() bool { return p.serving() != before })
		if isBuilt := p.reads("builds") != built; isBuilt != step.isBuilt {
			t.Error(step.otherwise)
		}
	}

	p.kill(-p.make.Process.Pid, syscall.SIGINT)
	p.await("the end of every process", func() bool { return len(p.running()) == 0 })
}

// A migration that is added runs in the database of the last check; where another one has changed, all run again.
func TestDev_ChangedMigration_RunsInAnEmptyDatabase(t *testing.T) {
	t.Parallel()
	p := startBy(t, "dev", fakePanel, "PANEL_PORT="+freePort(t))
	for _, step := range []struct{ file, text, checked string }{
		{"", "", "+"},
		{"0002_second.sql", "CREATE TABLE clients (id TEXT);\n", "++"},
		{"0001_first.sql", "CREATE TABLE pools (id TEXT, name TEXT);\n", "+"},
	} {
		before := 0
		if step.file != "" {
			before = p.serving()
			p.writeFile(filepath.Join(p.make.Dir, migrationFolder+step.file), step.text)
		}
		p.await("another service", func() bool { return p.serving() != before })
		got, err := os.ReadFile(filepath.Join(p.data, "logs/checked/empty.db"))
		if err != nil || string(got) != step.checked {
			t.Errorf("after a change of %q: %q, %v, want %q", step.file, got, err, step.checked)
		}
	}
	p.kill(-p.make.Process.Pid, syscall.SIGINT)
}

// serving waits for the service itself, which its guard starts.
func (p *product) serving() (found int) {
	p.Helper()
	p.await("a service", func() bool {
		for id, line := range p.running() {
			if strings.HasPrefix(line, "build/extension-service serve") {
				found = id
			}
		}
		return found != 0
	})
	return found
}

// reads is what a file of the tree holds, "" while it is not there.
func (p *product) reads(name string) string {
	text, err := os.ReadFile(filepath.Join(p.make.Dir, name))
	if err != nil {
		return ""
	}
	return string(text)
}
