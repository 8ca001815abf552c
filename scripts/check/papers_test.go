package check

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/config"
)

// firstColumn reads the names in code marks from the first column of the table under a heading of the README.
func firstColumn(t *testing.T, heading string) []string {
	t.Helper()
	_, rest, found := strings.Cut(read(t, "README.md"), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("the README has no section %q", heading)
	}
	section, _, _ := strings.Cut(rest, "\n## ")
	var names []string
	for _, hit := range regexp.MustCompile("(?m)^\\| `?([^`|]+?)`? \\|").FindAllStringSubmatch(section, -1) {
		names = append(names, hit[1])
	}
	return names[1:] // without the head of the table
}

func TestREADMEKnowsEverySetting(t *testing.T) {
	t.Parallel()
	var settings []string
	for field := range reflect.TypeFor[config.Settings]().Fields() {
		settings = append(settings, field.Tag.Get("env"))
	}
	told := slices.Sorted(slices.Values(firstColumn(t, "Settings")))
	if slices.Sort(settings); !slices.Equal(told, settings) {
		t.Errorf("the README tells %v\nthe service has  %v", told, settings)
	}
}

func TestREADMEPicturesExist(t *testing.T) {
	t.Parallel()
	for _, hit := range regexp.MustCompile(`!\[([^\]]*)\]\(([^)]+)\)`).FindAllStringSubmatch(read(t, "README.md"), -1) {
		if hit[1] == "" {
			t.Errorf("%s has no words for those who cannot see it", hit[2])
		}
		read(t, hit[2])
	}
}

// The guides name files, and whoever moves one tells them.
func TestGuidesNameFilesThatExist(t *testing.T) {
	t.Parallel()
	named := regexp.MustCompile("`((?:extension-service|admin-ui|directus-schema|e2e|scripts|docs)/[^`*{…]+)`")
	for _, paper := range []string{"README.md", "CONTRIBUTING.md", "docs/developing.md"} {
		for _, hit := range named.FindAllStringSubmatch(read(t, paper), -1) {
			if _, err := os.Stat(filepath.Join(root, hit[1])); err != nil && !strings.Contains(hit[1], "skill") {
				t.Errorf("%s names %s, which does not exist", paper, hit[1])
			}
		}
	}
}

func TestREADMECommandsExist(t *testing.T) {
	t.Parallel()
	for _, paper := range []string{"README.md", "CONTRIBUTING.md", "docs/developing.md"} {
		for _, hit := range regexp.MustCompile("(?m)(?:`|^)make ([a-z]+)").FindAllStringSubmatch(read(t, paper), -1) {
			if !regexp.MustCompile(`(?m)^` + hit[1] + `: ##`).MatchString(read(t, "Makefile")) {
				t.Errorf("%s tells of make %s, which does not exist", paper, hit[1])
			}
		}
	}
}

func TestCIRunsWhatDevelopersRun(t *testing.T) {
	t.Parallel()
	if !strings.HasSuffix(read(t, ".ci/run"), "\nexec make test\n") {
		t.Error(".ci/run does something else than make test")
	}
	if !strings.Contains(read(t, ".github/workflows/test.yml"), "run: bash .ci/run\n") {
		t.Error("the workflow does not call .ci/run")
	}
}

func TestVersionsArePinned(t *testing.T) {
	t.Parallel()
	exact := regexp.MustCompile(`^\d+\.\d+\.\d+$`)
	for file := range sources(t, ".", ".json") {
		if filepath.Base(file) == "package-lock.json" && strings.Contains(read(t, file), `"resolved"`) {
			t.Errorf("%s names where packages were downloaded", file)
		}
		if filepath.Base(file) != "package.json" {
			continue
		}
		var manifest struct{ Dependencies, DevDependencies map[string]string }
		if err := json.Unmarshal([]byte(read(t, file)), &manifest); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, dependencies := range []map[string]string{manifest.Dependencies, manifest.DevDependencies} {
			for name, version := range dependencies {
				if !exact.MatchString(version) {
					t.Errorf("%s: %s %s is no exact version", file, name, version)
				}
			}
		}
	}
}
