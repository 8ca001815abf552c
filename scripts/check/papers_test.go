package check

import (
	"encoding/json"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/config"
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

func TestREADME_Settings_AreComplete(t *testing.T) {
	t.Parallel()
	var settings []string
	for field := range reflect.TypeFor[config.Settings]().Fields() {
		if name := field.Tag.Get("env"); name != "" { // that comes from a file
			settings = append(settings, name)
		}
	}
	documented := slices.Sorted(slices.Values(firstColumn(t, "Settings")))
	if slices.Sort(settings); !slices.Equal(documented, settings) {
		t.Errorf("the README tells %v\nthe service has  %v", documented, settings)
	}
}

func TestREADME_Pictures_Exist(t *testing.T) {
	t.Parallel()
	for _, hit := range regexp.MustCompile(`!\[([^\]]*)\]\(([^)]+)\)`).FindAllStringSubmatch(read(t, "README.md"), -1) {
		if hit[1] == "" {
			t.Errorf("%s has no words for those who cannot see it", hit[2])
		}
		read(t, hit[2])
	}
}

// The code of the page about screens is what the tests of overrides run.
func TestScreens_Code_IsThatOfTheTests(t *testing.T) {
	t.Parallel()
	tested := read(t, "admin-ui/src/engine/override.fixture.tsx")
	blocks := regexp.MustCompile("(?ms)^```tsx\n(.*?)^```$").FindAllStringSubmatch(read(t, "docs/screens.md"), -1)
	if len(blocks) < 5 {
		t.Errorf("the page has %d pieces of code", len(blocks))
	}
	for _, block := range blocks {
		if !strings.Contains(tested, block[1]) {
			t.Errorf("the tests do not run\n%s", block[1])
		}
	}
}

// The guides name files, and whoever moves one tells them.
func TestGuides_NamedFiles_Exist(t *testing.T) {
	t.Parallel()
	named := regexp.MustCompile("`((?:extension-service|admin-ui|directus-schema|e2e|scripts|docs)/[^`*{…]+)`")
	for _, paper := range []string{
		"README.md", "CONTRIBUTING.md", "docs/developing.md", "docs/operating.md",
		"docs/resources.md", "docs/screens.md", "docs/coming-from.md", "docs/vms.md",
	} {
		for _, hit := range named.FindAllStringSubmatch(read(t, paper), -1) {
			if _, err := os.Stat(filepath.Join(root, hit[1])); err != nil && !strings.Contains(hit[1], "certificate") {
				t.Errorf("%s names %s, which does not exist", paper, hit[1])
			}
		}
	}
}

func TestREADME_Commands_Exist(t *testing.T) {
	t.Parallel()
	for _, paper := range []string{
		"README.md", "CONTRIBUTING.md", "docs/developing.md", "docs/operating.md",
		"docs/resources.md", "docs/screens.md", "docs/coming-from.md", "docs/vms.md",
	} {
		for _, hit := range regexp.MustCompile("(?m)(?:`|^ *)make ([a-z-]+)").FindAllStringSubmatch(read(t, paper), -1) {
			if !regexp.MustCompile(`(?m)^` + hit[1] + `: ##`).MatchString(read(t, "Makefile")) {
				t.Errorf("%s tells of make %s, which does not exist", paper, hit[1])
			}
		}
	}
}

func TestCI_Commands_AreThoseOfDevelopers(t *testing.T) {
	t.Parallel()
	if !strings.HasSuffix(read(t, ".ci/run"), "\nexec make test\n") {
		t.Error(".ci/run does something else than make test")
	}
	if !strings.Contains(read(t, ".github/workflows/test.yml"), "run: bash .ci/run\n") {
		t.Error("the workflow does not call .ci/run")
	}
}

func TestVersions_OfDependencies_ArePinned(t *testing.T) {
	t.Parallel()
	// A folder beside it has no version, and the version of an override may be that of a dependency.
	exact := regexp.MustCompile(`^(\d+\.\d+\.\d+|file:[a-z0-9]+|\$(@[a-z0-9-]+/)?[a-z0-9-]+)$`)
	address := regexp.MustCompile(`"resolved": "[^"]*:`)
	for file := range sources(t, ".", ".json") {
		if filepath.Base(file) == "package-lock.json" && address.MatchString(read(t, file)) {
			t.Errorf("%s names where packages were downloaded", file)
		}
		if filepath.Base(file) != "package.json" {
			continue
		}
		var manifest struct {
			Dependencies, DevDependencies, OptionalDependencies map[string]string
			Overrides                                           overrides
		}
		if err := json.Unmarshal([]byte(read(t, file)), &manifest); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, dependencies := range []map[string]string{
			manifest.Dependencies, manifest.DevDependencies, manifest.OptionalDependencies, manifest.Overrides,
		} {
			for name, version := range dependencies {
				if !exact.MatchString(version) {
					t.Errorf("%s: %s %s is no exact version", file, name, version)
				}
				if from, refers := strings.CutPrefix(version, "$"); refers && manifest.Dependencies[from] == "" {
					t.Errorf("%s: %s has the version of %s, which is no dependency", file, name, from)
				}
			}
		}
	}
}

// What others build on is shown by examples that run. The guide names the entry points of each package, and each has
// one.
func TestExamples_EntryPoints_AreShown(t *testing.T) {
	t.Parallel()
	_, section, _ := strings.Cut(read(t, "docs/developing.md"), "\n## What others build on\n")
	section, _, _ = strings.Cut(section, "\n## ")
	rows := regexp.MustCompile("(?m)^\\| `(extension-service/[a-z/]+)` \\| (.+) \\|$").FindAllStringSubmatch(section, -1)
	for _, dir := range []string{
		"extension-service/engine/admin/resource", "extension-service/engine/store",
		"extension-service/engine/jobs", "extension-service/engine/search",
	} {
		if !slices.ContainsFunc(rows, func(row []string) bool { return row[1] == dir }) {
			t.Errorf("docs/developing.md names no entry point of %s", dir)
		}
	}
	for _, row := range rows {
		shown := examples(t, filepath.Join(row[1], "example_test.go"))
		for _, name := range regexp.MustCompile("`([A-Za-z.]+)`").FindAllStringSubmatch(row[2], -1) {
			if !slices.Contains(shown, strings.ReplaceAll(name[1], ".", "_")) {
				t.Errorf("%s: no example with an output shows %s", row[1], name[1])
			}
		}
	}
}

// examples lists what the examples of a file show that are run, which those are that say what they print.
func examples(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, read(t, file), parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, e := range doc.Examples(parsed) {
		if e.Output != "" {
			shown = append(shown, e.Name)
		}
	}
	return shown
}

// What newcomers ask first has its answer in a file that is named for it, and in the words they would look for.
func TestGuide_FirstQuestions_LeadToAFileOfTheirName(t *testing.T) {
	t.Parallel()
	guide := read(t, "docs/developing.md")
	for question, answer := range map[string]struct{ file, pattern string }{
		"how large an upload may be": {"extension-service/engine/files/upload.go", `MaxSize += \d`},
		"the wording of a status": {
			"directus-schema/seed/en/application.json",
			`"application\.status\.REJECTED_BY_MSP": "`,
		},
		"a transition between statuses": {
			"extension-service/domains/applications/transitions.go",
			`From: \[\]Status\{`,
		},
		"the lock-out after failed sign-ins": {
			"extension-service/domains/staff/lockout.go",
			`failures: \d+, window: .*, block: `,
		},
		"the column of a list (of MSPs, say)": {"extension-service/domains/msps/resource.go", `Columns: `},
		"the text of a mail":                  {"directus-schema/seed/en/mail.json", `"mail\.application\.confirm\.body": "`},
		"separator, line ends":                {"extension-service/engine/admin/resource/csv.go", `separator += ','`},
		"a filter of freelancers":             {"extension-service/domains/freelancers/find.go", `resource\.FilterBy\(`},
		"how a rate is rounded":               {"extension-service/domains/rates/rounding.go", `is the final rounding`},
		"a card of the dashboard":             {"extension-service/domains/projects/cards.go", `dashboard\.Card\{`},
	} {
		row := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(question) + ".* \\| .*`" + regexp.QuoteMeta(answer.file) +
			"`")
		if !row.MatchString(guide) {
			t.Errorf("docs/developing.md does not lead from %q to %s", question, answer.file)
		}
		if !regexp.MustCompile(answer.pattern).MatchString(read(t, answer.file)) {
			t.Errorf("%s: nothing like %s", answer.file, answer.pattern)
		}
	}
}

// Whatever stands in for a part of a library is recorded with its reason, and nothing is recorded that is gone.
func TestShims_Recorded_HaveTheirReason(t *testing.T) {
	t.Parallel()
	record := read(t, "docs/decisions/0020-shims-and-own-widgets.md")
	var shims []string
	for file := range sources(t, "admin-ui/shims", ".js", ".cjs") {
		shims = append(shims, filepath.Base(file))
	}
	var named []string
	for _, hit := range regexp.MustCompile("`([a-z]+\\.c?js)`").FindAllStringSubmatch(record, -1) {
		named = append(named, hit[1])
	}
	slices.Sort(shims)
	if slices.Sort(named); !slices.Equal(shims, named) {
		t.Errorf("there are %v, recorded are %v", shims, named)
	}
}

// overrides are versions by the names of packages, those of packages below others among them.
type overrides map[string]string

// UnmarshalJSON reads {"a": "1.0.0", "b": {"c": "2.0.0"}}, where c is named "b > c".
func (o *overrides) UnmarshalJSON(text []byte) error {
	var read map[string]json.RawMessage
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	*o = overrides{}
	for name, value := range read {
		var version string
		if json.Unmarshal(value, &version) == nil {
			(*o)[name] = version
			continue
		}
		var below overrides
		if err := json.Unmarshal(value, &below); err != nil {
			return err
		}
		for inner, version := range below {
			(*o)[name+" > "+inner] = version
		}
	}
	return nil
}
