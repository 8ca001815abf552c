package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What the tools have found, in the form they give it.
const (
	nothingInGo = `{
  "config": {"protocol_version": "v1.0.0", "scan_level": "symbol"}
}
{
  "osv": {"id": "GO-2030-0001", "summary": "A crash in X"}
}
{
  "finding": {"osv": "GO-2030-0001", "trace": [{"module": "example.org/x", "version": "v1.0.0"}]}
}
`
	calledInGo = nothingInGo + `{
  "finding": {"osv": "GO-2030-0001", "trace": [{"module": "example.org/x", "package": "x", "function": "Read"}]}
}
`
	inPackages = `{"vulnerabilities": {
		"a": {"via": [{"name": "a", "url": "https://github.com/advisories/GHSA-1", "severity": "high", "title": "T", "range": "<2"}]},
		"b": {"via": ["a", {"name": "b", "url": "https://github.com/advisories/GHSA-2", "severity": "low", "title": "T", "range": "<2"}]}
	}}`
)

// A weakness fails the check unless the list has it with a reason and a date that has not passed; so does a list that
// names what is not there, and a tool that could not look.
func TestVulnerabilities_Found_FailUnlessAccepted(t *testing.T) {
	t.Parallel()
	const until, passed = `"until": "2999-01-01"}]`, `"until": "2020-01-01"}]`
	inGo, inPanel := `[{"id": "GO-2030-0001", "in": "go", `, `[{"id": "GHSA-1", "in": "admin-ui", `
	for name, tc := range map[string]struct {
		where, found, accepted string
		fails                  bool
		output                 string
	}{
		"a module whose function nobody calls": {"go", nothingInGo, `[]`, false, "0 found"},
		"a function that is called":            {"go", calledInGo, `[]`, true, "GO-2030-0001 example.org/x: A crash in X"},
		"an accepted one":                      {"go", calledInGo, inGo + `"why": "w", ` + until, false, "them accepted"},
		"accepted until yesterday":             {"go", calledInGo, inGo + `"why": "w", ` + passed, true, "GO-2030-0001"},
		"accepted without a reason":            {"go", calledInGo, inGo + until, true, "a reason"},
		"accepted elsewhere":                   {"admin-ui", inPackages, inGo + `"why": "w", ` + until, true, "GHSA-1"},
		"accepted and not found":               {"go", nothingInGo, inGo + `"why": "w", ` + until, true, "remove it"},
		"no answer of govulncheck":             {"go", ``, `[]`, true, "no answer"},
		"a package, and one of little weight":  {"admin-ui", inPackages, `[]`, true, "1 found"},
		"an accepted package":                  {"admin-ui", inPackages, inPanel + `"why": "w", ` + until, false, ""},
		"no packages":                          {"admin-ui", `{"vulnerabilities": {}}`, `[]`, false, "0 found"},
		"npm audit could not look":             {"admin-ui", `{"message": "405"}`, `[]`, true, "gave no list"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			list := filepath.Join(t.TempDir(), "accepted.json")
			if err := os.WriteFile(list, []byte(tc.accepted), 0o600); err != nil {
				t.Fatal(err)
			}
			read := exec.CommandContext(t.Context(), "node", "scripts/vulnerabilities.mjs", tc.where, list)
			read.Dir, read.Stdin = root, strings.NewReader(tc.found)
			text, err := read.CombinedOutput()
			if (err != nil) != tc.fails || !strings.Contains(string(text), tc.output) {
				t.Errorf("%v: %s", err, text)
			}
		})
	}
}
