package app_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// Every text the product can show must be shipped in every locale: those that follow from the declarations, the message
// keys of errors, and those that stand in the source of either side.
func TestEveryTextIsShipped(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	wanted := map[string]string{} // key → where it is used
	for _, key := range fault.Codes() {
		wanted[key] = "error codes"
	}
	system := &role.Caller{Kind: role.System, Permissions: role.Permissions()}
	for _, r := range p.Registry.All() {
		if m := r.Meta(system); m.Route != "" {
			declaredKeys(m, wanted)
		}
	}
	sourceKeys(t, "..", regexp.MustCompile(`"((?:validation|error|project\.block|application\.block|transition)\.[a-zA-Z0-9.]+|password\.(?:changed|wrongOld|reused|common|containsEmail))"`), ".go", wanted)
	sourceKeys(t, "../../admin-ui/src", regexp.MustCompile(`\bt\(\s*'([a-zA-Z0-9_]+(?:\.[a-zA-Z0-9_]+)+)'`), ".tsx", wanted)
	texts, err := directusschema.Texts()
	if err != nil {
		t.Fatal(err)
	}
	for _, locale := range []string{"en", "de"} {
		for _, key := range slices.Sorted(maps.Keys(wanted)) {
			if texts[locale][key] == "" {
				t.Errorf("%s: no text for %s (%s)", locale, key, wanted[key])
			}
		}
	}
}

func declaredKeys(m *resource.Meta, wanted map[string]string) {
	base := "resources." + m.Name
	add := func(key string) { wanted[base+key] = "declaration of " + m.Name }
	add(".name")
	add(".plural")
	fieldKeys(m.Fields, ".fields.", add, wanted)
	for _, section := range m.Form {
		add(".sections." + section.Name)
	}
	for _, fl := range m.Filters {
		add(".filters." + fl.Name)
		if e := fl.Enumeration(); e != nil {
			enumKeys(e, wanted)
		}
	}
	for _, a := range m.Actions {
		for _, part := range []string{"label", "title", "submit", "done"} {
			add(".actions." + a.Name + "." + part)
		}
		fieldKeys(a.Input, ".actions."+a.Name+".fields.", add, wanted)
	}
}

func fieldKeys(fields []*resource.Field, under string, add func(string), wanted map[string]string) {
	for _, f := range fields {
		add(under + f.Name)
		fieldKeys(f.Fields, under+f.Name+".", add, wanted)
		if f.Enums != nil {
			enumKeys(f.Enums, wanted)
		}
	}
}

func enumKeys(e *resource.Enumeration, wanted map[string]string) {
	for _, v := range e.Values {
		wanted[e.Key(v)] = "enumeration " + e.Name
	}
}

// sourceKeys collects the keys a pattern finds in the files below a folder, tests aside.
func sourceKeys(t *testing.T, dir string, pattern *regexp.Regexp, ext string, wanted map[string]string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ext || strings.Contains(path, "_test.") || strings.Contains(path, ".test.") || strings.Contains(path, "fixture") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, found := range pattern.FindAllSubmatch(text, -1) {
			wanted[string(found[1])] = path
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
