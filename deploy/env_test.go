package deploy

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/dotenv"
)

// makeEnv runs deploy/env for a file.
func makeEnv(t *testing.T, file string, args ...string) (output string, err error) {
	t.Helper()
	c := exec.CommandContext(t.Context(), "./env", args...)
	c.Env = append(os.Environ(), "ENV_FILE="+file)
	out, err := c.CombinedOutput()
	return string(out), err
}

// One command writes everything that the services ask for, readable by its owner alone, with other secrets each time.
func TestEnv_NewFile_HasEverySecretAndStartsTheServices(t *testing.T) {
	t.Parallel()
	file, other := filepath.Join(t.TempDir(), ".env"), filepath.Join(t.TempDir(), ".env")
	for _, path := range []string{file, other} {
		if output, err := makeEnv(t, path, "you@example.com"); err != nil {
			t.Fatal(output)
		}
	}
	values, err := dotenv.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	for name := range secrets {
		if values[name] == "" {
			t.Errorf("%s is not set", name)
		}
	}
	p, err := load(t, values)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"SMTP_URL", "PUBLIC_URL", "TRUSTED_PROXIES", "METRICS_TOKEN", "SIGNING_SECRET"} {
		_, isOffered := values[name]
		if got := p.Services["product"].Environment[name]; !isOffered || got == nil || *got != values[name] {
			t.Errorf("the product is not given %s", name)
		}
	}
	second, err := dotenv.Read(other)
	if err != nil || second["SIGNING_SECRET"] == values["SIGNING_SECRET"] || len(values["SIGNING_SECRET"]) != 64 {
		t.Errorf("the secret is %q and %q, %v", values["SIGNING_SECRET"], second["SIGNING_SECRET"], err)
	}
	if found, err := os.Stat(file); err != nil || found.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v, %v", found.Mode(), err)
	}
}

// A file that is there is never replaced, since what is stored is encrypted under its secrets.
func TestEnv_ExistingFile_IsNotChanged(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), ".env")
	if err := os.WriteFile(file, []byte("SIGNING_SECRET=mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if output, err := makeEnv(t, file, "you@example.com"); err == nil || !strings.Contains(output, "is there already") {
		t.Errorf("%v: %s", err, output)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "SIGNING_SECRET=mine\n" {
		t.Errorf("it is %q, %v", text, err)
	}
	for _, wrong := range [][]string{nil, {"you"}, {"you@example.com", "more"}} {
		output, err := makeEnv(t, file+".new", wrong...)
		if err == nil || !strings.Contains(output, "deploy/env you@example.com") {
			t.Errorf("%v: %v %s", wrong, err, output)
		}
	}
	output, err := makeEnv(t, file+".new", "you@panel.Internal")
	if _, missing := os.Stat(file + ".new"); err == nil || missing == nil || !strings.Contains(output, "top-level") {
		t.Errorf("an address that Directus does not start with: %v %s", err, output)
	}
}

// The product waits for what it cannot do without alone, no log fills the disk, and no service takes the whole machine.
func TestServices_EachOne_IsLimited(t *testing.T) {
	t.Parallel()
	p := project(t)
	dependencies := slices.Collect(maps.Keys(p.Services["product"].DependsOn))
	if !slices.Equal(dependencies, []string{"database"}) {
		t.Errorf("the product waits for %v", dependencies)
	}
	for name, s := range p.Services {
		if s.Logging == nil || s.Logging.Options["max-size"] == "" || s.Logging.Options["max-file"] == "" {
			t.Errorf("the log of %s has no end", name)
		}
		if s.MemLimit == 0 || s.PidsLimit == 0 {
			t.Errorf("%s has no limits", name)
		}
		if !slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
			t.Errorf("%s may gain rights", name)
		}
	}
}
