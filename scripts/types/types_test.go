package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The packages of a little module: b imports a, and the tests of both stand inside and outside of their packages.
var module = map[string]string{
	"go.mod":            "module little.example\n\ngo 1.26\n",
	"a/a.go":            "package a\n\nimport \"strings\"\n\ntype A struct{ Name string }\n\nfunc (a A) Upper() string { return strings.ToUpper(a.Name) }\n",
	"a/inside_test.go":  "package a\n\nimport \"testing\"\n\nvar Shared = A{Name: \"shared\"}\n\nfunc TestInside(t *testing.T) { t.Log(Shared.Upper()) }\n",
	"a/outside_test.go": "package a_test\n\nimport (\n\t\"testing\"\n\n\t\"little.example/a\"\n\t\"little.example/b\"\n)\n\nfunc TestOutside(t *testing.T) { t.Log(b.Name(a.Shared)) }\n",
	"b/b.go":            "package b\n\nimport \"little.example/a\"\n\nfunc Name(of a.A) string { return of.Name }\n",
	"b/outside_test.go": "package b_test\n\nimport (\n\t\"testing\"\n\n\t\"little.example/a\"\n\t\"little.example/b\"\n)\n\nfunc TestName(t *testing.T) { t.Log(b.Name(a.A{})) }\n",
	"c/c.go":            "package c\n\nfunc Wrong() int { return \"not asked for\" }\n",
	"d/d.go":            "package d\n\nimport _ \"little.example/c\"\n",
}

func TestTypes_Mistakes_AreFoundInCodeAndTests(t *testing.T) { //nolint:paralleltest // it changes the folder
	for name, tc := range map[string]struct {
		file, text string
		patterns   []string
		want       string
	}{
		"none": {patterns: []string{"./a", "./b"}},
		"in a package": {
			"a/a.go", "package a\n\ntype A struct{ Name string }\n\nfunc (a A) Upper() string { return a.Nam }\n",
			[]string{"./a"},
			"a/a.go:5:38: a.Nam undefined",
		},
		"in what imports it": {
			"a/a.go", "package a\n\ntype A struct{ Title string }\n\nfunc (a A) Upper() string { return a.Title }\n",
			[]string{"./a", "./b"},
			"b/b.go:5:38: of.Name undefined",
		},
		"in a test outside of its package": {
			"b/b.go", "package b\n\nimport \"little.example/a\"\n\nfunc Name(of *a.A) string { return of.Name }\n",
			[]string{"./b"},
			"b/outside_test.go:10:44: cannot use a.A{}",
		},
		"an import that is not used": {
			"b/b.go", "package b\n\nimport (\n\t\"os\"\n\n\t\"little.example/a\"\n)\n\nfunc Name(of a.A) string { return of.Name }\n",
			[]string{"./b"},
			`b/b.go:4:2: "os" imported and not used`,
		},
		"a file that cannot be read": {
			"b/b.go", "package b\n\nfunc Name( {\n", []string{"./b"}, "b/b.go:3:",
		},
		"inside of what was not asked for": {patterns: []string{"./d"}},
	} {
		t.Run(name, func(t *testing.T) { //nolint:paralleltest // it changes the folder
			t.Chdir(writeModule(t, tc.file, tc.text))
			mistakes, err := checkPackages(t.Context(), tc.patterns)
			if err != nil {
				t.Fatal(err)
			}
			isFound := slices.ContainsFunc(mistakes, func(one string) bool { return strings.Contains(one, tc.want) })
			if isFound != (tc.want != "") {
				t.Errorf("%q, want %q", mistakes, tc.want)
			}
		})
	}
}

// writeModule writes the module with one file that differs.
func writeModule(t *testing.T, different, text string) string {
	t.Helper()
	dir := t.TempDir()
	for name, usual := range module {
		if name == different {
			usual = text
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(usual), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
