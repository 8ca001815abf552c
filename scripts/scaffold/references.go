package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// watched are the folders in which something can refer to a resource, with the names of files that can.
var watched = map[string]*regexp.Regexp{
	serviceDir:     regexp.MustCompile(`\.(go|sql)$`),
	"admin-ui/src": regexp.MustCompile(`\.tsx?$`),
	"e2e":          regexp.MustCompile(`\.mjs$`),
	seedDir:        regexp.MustCompile(`\.json$`),
}

// referrers are the lines that refer to a resource and that its removal would leave behind, as "file:line: text".
func (t *tree) referrers(r kind) (out []string, err error) {
	t.declares = map[string]bool{}
	own, err := t.ownFiles(r)
	if err != nil {
		return nil, err
	}
	for folder, names := range watched {
		found, err := t.referrersIn(folder, names, r, own)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	slices.Sort(out)
	return out, nil
}

func (t *tree) referrersIn(folder string, names *regexp.Regexp, r kind, own []string) (out []string, err error) {
	err = filepath.WalkDir(filepath.Join(t.root, folder), func(path string, d fs.DirEntry, err error) error {
		name := t.relative(path)
		switch {
		case os.IsNotExist(err):
			return nil
		case err != nil:
			return err
		case slices.Contains(own, name) || name == "admin-ui/src/generated":
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir() || !names.MatchString(name):
			return nil
		}
		found, err := t.referringLines(name, r)
		out = append(out, found...)
		return err
	})
	return out, err
}

// ownFiles are what goes with the resource.
func (t *tree) ownFiles(r kind) ([]string, error) {
	own := []string{filepath.ToSlash(filepath.Join(domainsDir, r.folder()))}
	for _, locale := range locales {
		own = append(own, t.textsOf(r, locale))
	}
	migrations, err := t.migrations(r)
	for _, path := range migrations {
		own = append(own, t.relative(path))
	}
	return own, err
}

// referringLines are those of one file. Of the lists that the removal edits itself, what it leaves there counts.
func (t *tree) referringLines(name string, r kind) (out []string, err error) {
	before, err := os.ReadFile(filepath.Join(t.root, name))
	if err != nil {
		return nil, err
	}
	left := string(before)
	switch name {
	case permissionsFile:
		left, err = r.revoke(left)
	case domainsFile:
		left, err = r.delist(left)
	}
	if err != nil {
		return nil, err
	}
	refers, err := t.referring(name, r)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(before), "\n")
	for line := range strings.Lines(left) {
		line = strings.TrimSuffix(line, "\n")
		code, _, _ := strings.Cut(line, "// ")
		if refers.MatchString(code) {
			out = append(out, fmt.Sprintf("%s:%d: %s", name, slices.Index(lines, line)+1, strings.TrimSpace(line)))
		}
	}
	return out, nil
}

// referring is what a line of a file looks like that needs the resource.
func (t *tree) referring(name string, r kind) (*regexp.Regexp, error) {
	folder := r.folder()
	switch filepath.Ext(name) {
	case ".go":
		pattern := `"poolkeeper\.example/extension-service/domains/` + folder + `"` +
			`|\brole\.` + r.typeName() + `(` + strings.Join(verbs, "|") + `)\b` +
			`|\bd(omains)?\.` + plural(r.Name) + `\b|kind:"ref:` + r.Name + `"` +
			`|derived:"(count|sum) ` + r.Name + `\.`
		isOwn, err := t.declaresOwn(filepath.Dir(name), r)
		if !isOwn {
			pattern += `|/api/` + r.Name + `\b`
		}
		return regexp.MustCompile(pattern), err
	case ".sql":
		return regexp.MustCompile(`(?i)\bREFERENCES ` + r.table() + `\b`), nil
	case ".json":
		return regexp.MustCompile(`"(resources\.` + r.Name + `\.|audit\.action\.` + r.Name + `\.)`), nil
	}
	return regexp.MustCompile(`/api/` + r.Name + `\b|/` + folder + `\b|resources/` + r.Name + `\b` +
		`|\bresources\.` + r.Name + `\b|^\s*` + r.Name + `(:|,$)|'ref:` + r.Name + `'`), nil
}

// declaresOwn says whether a package, a test mostly, declares a resource of that name for itself: its calls are none of
// this one.
func (t *tree) declaresOwn(folder string, r kind) (isOwn bool, err error) {
	if known, has := t.declares[folder]; has {
		return known, nil
	}
	defer func() { t.declares[folder] = isOwn }()
	files, err := filepath.Glob(filepath.Join(t.root, folder, "*.go"))
	if err != nil {
		return false, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return false, err
		}
		if strings.Contains(string(text), `Name: "`+r.Name+`"`) {
			return true, nil
		}
	}
	return false, nil
}
