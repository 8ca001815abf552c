package main

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

var (
	groupRule      = regexp.MustCompile(`Segment: "(\w+)"[^\n]*Entries:`)
	screenRule     = regexp.MustCompile(`Route: "(/[\w/-]+)"`)
	createRule     = regexp.MustCompile(`(?i)\bCREATE (?:VIRTUAL )?(?:TABLE|VIEW)(?: IF NOT EXISTS)? (\w+)`)
	permissionRule = regexp.MustCompile(`(?m)^\t(\w+)\s+Permission = `)
)

// readSidebar reads the groups that have entries, and the screens that stand in them.
func (t *tree) readSidebar(p *product) error {
	text, err := os.ReadFile(filepath.Join(t.root, sidebarFile))
	if err != nil {
		return err
	}
	for _, m := range groupRule.FindAllStringSubmatch(string(text), -1) {
		p.groups = append(p.groups, m[1])
	}
	for _, at := range screenRule.FindAllStringSubmatchIndex(string(text), -1) {
		if route := string(text[at[2]:at[3]]); p.screens[route] == "" {
			p.screens[route] = sidebarFile + ":" + strconv.Itoa(strings.Count(string(text[:at[0]]), "\n")+1)
		}
	}
	return nil
}

// readTables reads which tables the migrations make. One that is gone may be made again.
func (t *tree) readTables(p *product) error {
	files, err := filepath.Glob(filepath.Join(t.root, migrationsDir, "*.sql"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, m := range goneRule.FindAllStringSubmatch(string(text), -1) {
			delete(p.tables, m[1])
		}
		for _, m := range createRule.FindAllStringSubmatch(string(text), -1) {
			p.tables[m[1]] = t.relative(file)
		}
	}
	return nil
}

var goneRule = regexp.MustCompile(`\{\{gone "(\w+)"`)

// readImports reads what the list of resources imports: a package of the same name would be another.
func (t *tree) readImports(p *product) error {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(t.root, domainsFile), nil, parser.ImportsOnly)
	if err != nil {
		return err
	}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		p.packages[path[strings.LastIndex(path, "/")+1:]] = path
	}
	return nil
}

func (t *tree) readPermissions(p *product) error {
	text, err := os.ReadFile(filepath.Join(t.root, permissionsFile))
	if err != nil {
		return err
	}
	for _, m := range permissionRule.FindAllStringSubmatch(string(text), -1) {
		p.holders[m[1]] = true
	}
	return nil
}

// readTexts reads of which resources there are texts, those without a declaration too, such as jobs.
func (t *tree) readTexts(p *product) error {
	files, err := filepath.Glob(filepath.Join(t.root, seedDir, "en", "*.json"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		p.files[strings.ToLower(strings.TrimSuffix(filepath.Base(file), ".json"))] = t.relative(file)
		var all map[string]string
		if err := json.Unmarshal(text, &all); err != nil {
			return err
		}
		for key := range all {
			if rest, is := strings.CutPrefix(key, "resources."); is {
				name, _, _ := strings.Cut(rest, ".")
				p.texts[name] = t.relative(file)
			}
		}
	}
	return nil
}
