package check

import (
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// The test binary plays the service when the variable says so.
const playsService = "POOLKEEPER_TEST_PLAYS_SERVICE"

func TestMain(m *testing.M) {
	if os.Getenv(playsService) != "" {
		fakeService()
		return
	}
	if signal.Ignored(syscall.SIGHUP) { // under nohup; a process inherits what is ignored, but not what is handled
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	os.Exit(m.Run())
}

func fakeService() {
	if len(os.Args) > 2 && os.Args[1] == "generate" {
		text, err := os.ReadFile("directus-schema/seed/en/panel.json")
		if err == nil && strings.Contains(string(text), "missing") {
			fmt.Fprintln(os.Stderr, "poolkeeper: declarations: no text")
			os.Exit(1)
		}
		if err := os.WriteFile(filepath.Join(os.Args[2], "resources.ts"), []byte("// of the service\n"), 0o600); err != nil {
			os.Exit(1)
		}
		checkFake(strings.TrimPrefix(os.Args[3], "--data="))
		return
	}
	http.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, `{"checks":{"content":"ok"}}`)
	})
	address := net.JoinHostPort(os.Getenv("HOST"), os.Getenv("PORT"))
	if len(os.Args) > 1 && os.Args[1] == "sandbox-vms" {
		address = net.JoinHostPort(os.Getenv("HOST"), "0")
	}
	fmt.Fprintln(os.Stderr, http.ListenAndServe(address, nil))
	os.Exit(1)
}

// checkFake counts in the empty database of a folder how often it was used.
func checkFake(folder string) {
	file, err := os.OpenFile(filepath.Join(folder, "empty.db"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = file.WriteString("+")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// What make run builds and starts, in a few words of shell.
const (
	fakeBuild   = "#!/bin/sh\nmkdir -p build && ln -sf \"$PLAYER\" build/extension-service\n"
	fakeInstall = "#!/bin/sh\nexit 0\n"
	fakeStart   = "#!/bin/sh\nsleep 300 &\nwhile :; do sleep 1; done\n"
	deafStart   = "#!/bin/sh\n(trap '' TERM; while :; do sleep 1; done) &\nwhile :; do sleep 1; done\n"
)

func TestRun_Ended_LeavesNoProcess(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		directus string
		strike   func(p *product)
	}{
		"Ctrl-C":                 {fakeStart, func(p *product) { p.kill(-p.make.Process.Pid, syscall.SIGINT) }},
		"the terminal is closed": {fakeStart, func(p *product) { p.kill(-p.make.Process.Pid, syscall.SIGHUP) }},
		"make is stopped":        {fakeStart, func(p *product) { p.kill(p.make.Process.Pid, syscall.SIGTERM) }},
		"make is killed":         {fakeStart, func(p *product) { p.kill(p.make.Process.Pid, syscall.SIGKILL) }},
		"the script is killed":   {fakeStart, func(p *product) { p.kill(p.awaitProcess("scripts/run"), syscall.SIGKILL) }},
		"the service dies": {fakeStart, func(p *product) {
			p.kill(p.awaitProcess("build/extension-service serve"), syscall.SIGKILL)
		}},
		"a guard is killed": {fakeStart, func(p *product) {
			p.kill(p.awaitProcess("scripts/guard build/extension-service serve"), syscall.SIGKILL)
		}},
		"a child ignores TERM": {deafStart, func(p *product) { p.kill(p.make.Process.Pid, syscall.SIGTERM) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, map[string]string{"scripts/content/start": tc.directus})
			p.awaitText("Directus has joined")
			tc.strike(p)
			p.await("the end of every process", func() bool { return len(p.running()) == 0 })
		})
	}
}

func TestRun_Failing_NamesTheReason(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { busy.Close() })
	port := strconv.Itoa(busy.Addr().(*net.TCPAddr).Port)
	for name, tc := range map[string]struct {
		replace map[string]string
		env     []string
		want    string
	}{
		"port in use":      {env: []string{"PORT=" + port}, want: "error: port " + port + " is in use"},
		"port of Directus": {env: []string{"CONTENT_PORT=" + port}, want: "error: port " + port + " is in use"},
		"data folder read-only": {
			env:  []string{"DATA_DIR=/proc/poolkeeper"},
			want: "error: cannot write to the data folder /proc/poolkeeper",
		},
		"broken build": {
			replace: map[string]string{"scripts/build": "#!/bin/sh\necho no space left; exit 1\n"},
			want:    "no space left\nerror: the build failed",
		},
		"several mistakes": {
			replace: map[string]string{"scripts/build": "#!/bin/sh\nmkdir -p build; printf '#!/bin/sh\\necho {}; echo poolkeeper: declarations: 2 mistakes; echo \"  one\"; echo \"  two\"; exit 1' >build/extension-service; chmod +x build/extension-service\n"},
			want:    "error: the service did not start: poolkeeper: declarations: 2 mistakes\n  one\n  two",
		},
		"broken service": {
			replace: map[string]string{"scripts/build": "#!/bin/sh\nmkdir -p build; printf '#!/bin/sh\\necho bad PORT; exit 1' >build/extension-service; chmod +x build/extension-service\n"},
			want:    "error: the service did not start: bad PORT",
		},
		"missing tool": {
			replace: map[string]string{"scripts/content/install": "#!/bin/sh\necho 'npm is missing'; exit 1\n"},
			want:    "Directus could not be installed (npm is missing)",
		},
		"Directus does not last": {
			replace: map[string]string{"scripts/content/start": "#!/bin/sh\necho broken; exit 1\n"},
			want:    "Directus stopped (broken)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, tc.replace, tc.env...)
			p.awaitText(tc.want)
			if name == "missing tool" || name == "Directus does not last" {
				p.awaitText("The panel goes on")
				p.awaitProcess("build/extension-service serve")
			}
		})
	}
}

// The terms of Directus, and what it sends, are read before it is installed, and only then.
func TestRun_DirectusIsNotInstalledYet_TermsComeFirst(t *testing.T) {
	t.Parallel()
	p := start(t, map[string]string{"scripts/content/install": "#!/bin/sh\nexec sleep 300\n"})
	p.awaitText("is being installed")
	for _, want := range []string{"Monospace Sustainable Core License", "every six hours", "TELEMETRY_URL"} {
		if terms, rest, found := strings.Cut(p.printed(), "is being installed"); !found || !strings.Contains(terms, want) {
			t.Errorf("%q is not said first: %s%s", want, terms, rest)
		}
	}
	installed := start(t, map[string]string{"directus-schema/service/node_modules/.installed": "x"})
	installed.awaitText("Directus has joined")
	if strings.Contains(installed.printed(), "Monospace") {
		t.Error("the terms are said although it is installed")
	}
}

// What is stored is the owner's alone, whatever the usual rights of new files are; what is built keeps those.
func TestRun_StoredData_IsReadableByTheOwnerOnly(t *testing.T) {
	t.Parallel()
	p := start(t, map[string]string{"scripts/build": strings.Replace(fakeBuild, "\n", "\numask >umask\n", 1)})
	p.awaitText("Directus has joined")
	err := filepath.WalkDir(p.data, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if found, err := d.Info(); err == nil && found.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %v", path, found.Mode())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	usual, err := exec.Command("sh", "-c", "umask").Output()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(p.make.Dir, "umask")); err != nil || string(got) != string(usual) {
		t.Errorf("the build runs with the mask %s, %v, want %s", got, err, usual)
	}
}

func TestRun_MissingTool_IsNamed(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ tools, want string }{
		"Go missing":    {"", "error: Go is missing"},
		"Node missing":  {"go", "error: Node.js with npm is missing"},
		"Node too old":  {"go node", "error: Node.js v18.0.0 is too old"},
		"Go is too old": {"oldgo", "is too old; Go 1."},
		"no setpriv":    {"-setpriv", "error: setpriv is missing; it comes with util-linux"},
		"no flock":      {"-flock", "error: flock is missing; it comes with util-linux"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bin := t.TempDir()
			fakeTools(t, bin, tc.tools)
			p := start(t, nil, "PATH="+bin)
			p.awaitText(tc.want)
		})
	}
}

// fakeTools fills a folder with what the scripts need of the system, and the named tools, or leaves one out after a
// minus.
func fakeTools(t *testing.T, bin, tools string) {
	t.Helper()
	system := "sh bash env make setpriv setsid timeout flock awk sed sort head tail grep realpath mkdir dirname cat xargs cut sleep"
	for tool := range strings.FieldsSeq(system) {
		if tools == "-"+tool {
			continue
		}
		path, err := exec.LookPath(tool)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(bin, tool)); err != nil {
			t.Fatal(err)
		}
	}
	texts := map[string]map[string]string{
		"go":    {"go": "echo go9.9.9"},
		"oldgo": {"go": "echo go1.19"},
		"node":  {"node": "[ $1 = -v ] && echo v18.0.0 || echo 18.0.0", "npm": "true"},
	}
	for tool := range strings.FieldsSeq(tools) {
		for file, text := range texts[tool] {
			if err := os.WriteFile(filepath.Join(bin, file), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
}
