package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/dotenv"
)

const digest = "@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// pin runs deploy/digests for a file, with a docker that answers so.
func pin(t *testing.T, file, docker string) (output string, err error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "docker"), []byte("#!/bin/sh\n"+docker+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), "./digests")
	c.Env = append(os.Environ(), "ENV_FILE="+file, "PATH="+dir+":"+os.Getenv("PATH"))
	out, err := c.CombinedOutput()
	return string(out), err
}

// All images, those of the services and those that ours are built from, are pinned by .env alone. What else is in it
// stays.
func TestDigests_AllImages_ArePinnedByEnv(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), ".env")
	if output, err := makeEnv(t, file, "you@example.com"); err != nil {
		t.Fatal(output)
	}
	before, err := dotenv.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time they are renewed
		if output, err := pin(t, file, "echo "+digest[1:]); err != nil {
			t.Fatal(output)
		}
	}
	values, err := dotenv.Read(file)
	if err != nil || values["SIGNING_SECRET"] != before["SIGNING_SECRET"] {
		t.Fatalf("the secrets were changed, %v", err)
	}
	p, err := load(t, values)
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range p.Services {
		if s.Build == nil && !strings.HasSuffix(s.Image, digest) {
			t.Errorf("%s runs %s", name, s.Image)
		}
		if s.Build == nil {
			continue
		}
		for arg, image := range baseImages(t) {
			if value := s.Build.Args[arg]; value == nil || *value != image+digest {
				t.Errorf("%s is built with another %s than %s", name, arg, image+digest)
			}
		}
	}
	if found, err := os.Stat(file); err != nil || found.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v, %v", found.Mode(), err)
	}
}

// A registry that does not answer, or says something else, changes nothing.
func TestDigests_RegistryAway_ChangesNothing(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), ".env")
	const was = "SIGNING_SECRET=mine\nDATABASE_IMAGE=postgres:17.5\n"
	if err := os.WriteFile(file, []byte(was), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, docker := range []string{"exit 1", "echo none"} {
		if output, err := pin(t, file, docker); err == nil || !strings.Contains(output, "is as it was") {
			t.Errorf("%s: %v %s", docker, err, output)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != was {
		t.Errorf("it is %q, %v", text, err)
	}
	if left, err := filepath.Glob(file + ".*"); len(left) > 0 || err != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if output, err := pin(t, file+".other", "exit 1"); err == nil || !strings.Contains(output, "deploy/env") {
		t.Errorf("without a file: %v %s", err, output)
	}
}
