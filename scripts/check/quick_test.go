package check

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestAffected_ChangedFiles_FollowTheImports(t *testing.T) {
	t.Parallel()
	const service = "poolkeeper.example/extension-service"
	for name, tc := range map[string]struct {
		changed []string
		reached []string
		spared  []string
	}{
		"a domain reaches what wires it": {
			[]string{"extension-service/domains/rates/service.go"},
			[]string{service + "/domains/rates", service + "/app", service},
			[]string{service + "/domains/clients", service + "/engine/store"},
		},
		"what only tests import counts": {
			[]string{"extension-service/internal/test/pgtest/template.go"},
			[]string{service + "/domains/staff", service + "/app"},
			[]string{service + "/platform/fault"},
		},
		"an embedded file belongs to the package above it": {
			[]string{"extension-service/engine/store/migrations/0001_any.sql"},
			[]string{service + "/engine/store", service + "/app"},
			[]string{service + "/platform/fault"},
		},
		"a text reaches those who read texts": {
			[]string{"directus-schema/seed/en/panel.json"},
			[]string{"poolkeeper.example/directus-schema", service + "/app"},
			[]string{service + "/platform/fault", service + "/engine/store"},
		},
		"the panel is none of Go's": {
			[]string{"admin-ui/src/App.tsx", "e2e/browser.mjs", "README.md"}, nil, []string{service, service + "/app"},
		},
		"other versions of packages reach everything": {
			[]string{"go.sum"}, []string{service, service + "/platform/fault", service + "/app"}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := affected(t, tc.changed)
			for _, path := range append(tc.reached, "poolkeeper.example/scripts/check") {
				if !slices.Contains(got, path) {
					t.Errorf("%s is not reached", path)
				}
			}
			for _, path := range tc.spared {
				if slices.Contains(got, path) {
					t.Errorf("%s is reached", path)
				}
			}
		})
	}
}

func TestAffected_Packages_AreListedNearestFirst(t *testing.T) {
	t.Parallel()
	const domains = "poolkeeper.example/extension-service/domains/"
	got := affected(t, []string{"extension-service/domains/msps/msp.go"})
	at := -1
	for _, path := range []string{domains + "msps", domains + "projects", domains + "shortlist"} {
		next := slices.Index(got, path)
		if next <= at {
			t.Errorf("%s comes too early: %v", path, got)
		}
		at = next
	}
}

func affected(t *testing.T, changed []string) []string {
	t.Helper()
	list := filepath.Join(t.TempDir(), "changed")
	if err := os.WriteFile(list, []byte(strings.Join(changed, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), filepath.Join(root, "scripts/affected"), list).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.Fields(string(out))
}

// What the tests of the little repository do when they are run.
const (
	passing  = "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n"
	breaks   = "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Error(\"the ceiling came down\") }\n"
	mistyped = "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Ceiling() }\n"
)

// rule is that of the little repository: a file is in the way.
const rule = `package check

import (
	"os"
	"testing"
)

func TestRule_WordOfEnglish_IsReported(t *testing.T) {
	if _, err := os.Stat("broken"); err == nil {
		t.Error("no word of English")
	}
}
`

// In the place of timeout: the time is over in the middle of the tests, or before the types are checked.
const (
	cutsTests = `#!/bin/sh
shift 2
case "$*" in
*-json*)
	echo '{"Action":"pass","Package":"little.example/a","Test":"TestA"}'
	printf '{"Action":"pa'
	exit 124 ;;
esac
exec "$@"
`
	cutsPanel = `#!/bin/sh
shift 2
case "$*" in
*"silent test"*)
	echo ' ✓ src/App.test.tsx (2 tests) 5ms'
	! grep -q red admin-ui/src/App.tsx || echo '   × the button is blue 3ms'
	exit 124 ;;
esac
exec "$@"
`
	cutsTypes = `#!/bin/sh
shift 2
case "$*" in *scripts/types*) exit 124 ;; esac
exec "$@"
`
)

func TestQuick_Result_IsReported(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		test    string
		changed string
		text    string // of the file
		timeout string
		fails   bool
		want    string
	}{
		"nothing has changed": {test: breaks, want: "Nothing has changed since HEAD"},
		"it passes": {
			test: passing, changed: "a/testdata",
			want: "What was changed since HEAD holds: 1 files, tests of 1 Go packages",
		},
		"a test fails":           {test: breaks, changed: "a/testdata", fails: true, want: "the ceiling came down"},
		"which it names":         {test: breaks, changed: "a/testdata", fails: true, want: "error: does not hold: tests\n"},
		"a test has wrong types": {test: mistyped, changed: "a/testdata", fails: true, want: "a/a_test.go:5:30: t.Ceiling"},
		"a rule is broken":       {test: passing, changed: "scripts/check/broken", fails: true, want: "no word of English"},
		"the time is over before the last test": {
			test: passing, changed: "a/testdata", timeout: cutsTests,
			want: "Not finished: tests of a (1 tests passed). LIMIT=300 make quick goes on; make test runs all.",
		},
		"the time is over before the types are checked": {
			test: passing, changed: "a/testdata", timeout: cutsTypes, fails: true,
			want: "60 s were over before the types were checked",
		},
		"the time is over before the last test of the panel": {
			test: passing, changed: "admin-ui/src/App.tsx", timeout: cutsPanel,
			want: "Not finished: panel-tests (1 files passed).",
		},
		"one of them failed before": {
			test: passing, changed: "admin-ui/src/App.tsx", text: "red", timeout: cutsPanel, fails: true,
			want: "error: does not hold: panel-tests\n",
		},
		"a scenario has no form": {
			test: passing, changed: "e2e/one.mjs", fails: true,
			want: "error: does not hold: syntax\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := littleRepository(t, tc.test)
			if tc.changed != "" {
				writeFile(t, dir, tc.changed, cmp.Or(tc.text, "changed (")+"\n")
			}
			cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "scripts/quick"))
			cmd.Env = append(os.Environ(), "SINCE=", "LIMIT=600")
			if tc.timeout != "" {
				bin := t.TempDir()
				writeFile(t, bin, "timeout", tc.timeout)
				cmd.Env = append(cmd.Env, "LIMIT=60", "PATH="+bin+":"+os.Getenv("PATH"))
			}
			out, err := cmd.CombinedOutput()
			if (err != nil) != tc.fails || !strings.Contains(string(out), tc.want) {
				t.Errorf("%v: %s\nwant %q", err, out, tc.want)
			}
		})
	}
}

func writeFile(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// littleRepository has a package, a, which every change reaches, a rule, and everything committed.
func littleRepository(t *testing.T, test string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{
		"scripts/quick", "scripts/quick-tests.mjs", "scripts/lib.sh",
		"scripts/types/main.go", "scripts/types/list.go", "scripts/types/check.go",
	} {
		writeFile(t, dir, name, read(t, name))
	}
	writeFile(t, dir, "scripts/affected", "#!/bin/sh\necho little.example/a\n")
	writeFile(t, dir, "scripts/check/check_test.go", rule)
	writeFile(t, dir, "go.mod", "module little.example\n\ngo 1.26\n")
	writeFile(t, dir, ".gitignore", "/build/\n")
	writeFile(t, dir, "a/a_test.go", test)
	writeFile(t, dir, "admin-ui/package.json", `{"name":"panel","scripts":{"typecheck":"true","lint":"true","test":"true"}}`)
	for _, name := range []string{"admin-ui/package-lock.json", "admin-ui/node_modules/.package-lock.json"} {
		writeFile(t, dir, name, `{"packages":{}}`)
	}
	for _, args := range [][]string{
		{"init", "-q"},
		{"add", "."},
		{"-c", "user.name=t", "-c", "user.email=t@t.example", "commit", "-q", "-m", "all"},
	} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	return dir
}
