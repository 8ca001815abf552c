package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// product is what the source of the tree declares, as far as a new resource can collide with it or refer to it. It is
// read and not compiled, so that a mistake is answered at once.
type product struct {
	resources map[string]declared // by name
	groups    []string            // of the sidebar
	calls     map[string]string   // first part of a path under /api → file and line
	screens   map[string]string   // route → file and line
	tables    map[string]string   // tables and views → the migration that makes them
	packages  map[string]string   // name of a package that the list of resources imports → its path
	holders   map[string]bool     // constants of permissions
	texts     map[string]string   // name of a resource that has texts → file
	files     map[string]string   // name of a file of texts, in small letters → file
}

// declared is one resource as its declaration reads.
type declared struct {
	at    string // file and line
	table string // "" where the source does not say it plainly
	shows string // the stored and sorted field that people know a record by; "" where there is none
}

const (
	serviceDir  = "extension-service"
	sidebarFile = "extension-service/app/sidebar.go"
)

// readProduct reads the source of the tree.
func (t *tree) readProduct() (*product, error) {
	p := &product{
		resources: map[string]declared{}, calls: map[string]string{}, screens: map[string]string{},
		tables:   map[string]string{},
		packages: map[string]string{}, holders: map[string]bool{}, texts: map[string]string{}, files: map[string]string{},
	}
	for _, read := range []func(*product) error{
		t.readPackages, t.readSidebar, t.readTables, t.readImports, t.readPermissions, t.readTexts,
	} {
		if err := read(p); err != nil {
			return nil, err
		}
	}
	return p, nil
}

var callRule = regexp.MustCompile(`"/api/(\w+)`)

// readPackages reads every package of the service: the calls it names, and the resources it declares.
func (t *tree) readPackages(p *product) error {
	base := filepath.Join(t.root, serviceDir)
	return filepath.WalkDir(base, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if path == filepath.Join(base, "internal") {
			return fs.SkipDir
		}
		return t.readPackage(p, path)
	})
}

func (t *tree) readPackage(p *product, folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return err
	}
	declares := false
	texts := map[string][]byte{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		if texts[file], err = os.ReadFile(file); err != nil {
			return err
		}
		t.readCalls(p, file, texts[file])
		declares = declares || bytes.Contains(texts[file], []byte("resource.Spec["))
	}
	if !declares {
		return nil
	}
	one := &sourcePackage{
		set: token.NewFileSet(), words: map[string]string{}, structs: map[string][]member{},
		tables: map[string]string{},
	}
	for _, file := range slices.Sorted(maps.Keys(texts)) {
		parsed, err := parser.ParseFile(one.set, t.relative(file), texts[file], parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		one.files = append(one.files, parsed)
	}
	one.read(p)
	return nil
}

func (t *tree) readCalls(p *product, file string, text []byte) {
	for _, at := range callRule.FindAllSubmatchIndex(text, -1) {
		name := string(text[at[2]:at[3]])
		if p.calls[name] == "" {
			p.calls[name] = fmt.Sprintf("%s:%d", t.relative(file), bytes.Count(text[:at[0]], []byte("\n"))+1)
		}
	}
}

func (t *tree) relative(path string) string {
	name, err := filepath.Rel(t.root, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(name)
}

// sourcePackage is a package that declares resources.
type sourcePackage struct {
	set     *token.FileSet
	files   []*ast.File
	words   map[string]string   // constants that are texts
	structs map[string][]member // by the name of the type
	tables  map[string]string   // by entity
}

// member is a field of a struct: embedded where it has no name.
type member struct {
	goName, embeds string
	tag            reflect.StructTag
}

func (s *sourcePackage) read(p *product) {
	var specs []*ast.CompositeLit
	for _, visit := range []func(ast.Node){s.readConstant, s.readStruct, s.readTable} {
		for _, file := range s.files {
			ast.Inspect(file, func(n ast.Node) bool { visit(n); return true })
		}
	}
	for _, file := range s.files {
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, is := n.(*ast.CompositeLit); is && recordType(lit) != "" {
				specs = append(specs, lit)
			}
			return true
		})
	}
	for _, lit := range specs {
		s.readSpec(p, lit)
	}
}

func (s *sourcePackage) readConstant(n ast.Node) {
	spec, is := n.(*ast.ValueSpec)
	if !is {
		return
	}
	for i, name := range spec.Names {
		if i < len(spec.Values) {
			if text := s.text(spec.Values[i]); text != "" {
				s.words[name.Name] = text
			}
		}
	}
}

func (s *sourcePackage) readStruct(n ast.Node) {
	spec, is := n.(*ast.TypeSpec)
	if !is {
		return
	}
	body, is := spec.Type.(*ast.StructType)
	if !is {
		return
	}
	for _, f := range body.Fields.List {
		one := member{}
		if f.Tag != nil {
			text, _ := strconv.Unquote(f.Tag.Value)
			one.tag = reflect.StructTag(text)
		}
		if len(f.Names) == 0 {
			if embedded, is := f.Type.(*ast.Ident); is {
				one.embeds = embedded.Name
			}
			s.structs[spec.Name.Name] = append(s.structs[spec.Name.Name], one)
		}
		for _, name := range f.Names {
			one.goName = name.Name
			s.structs[spec.Name.Name] = append(s.structs[spec.Name.Name], one)
		}
	}
}

// readTable reads store.Config{Name: …, Entity: …}.
func (s *sourcePackage) readTable(n ast.Node) {
	lit, is := n.(*ast.CompositeLit)
	if !is {
		return
	}
	if kind, is := lit.Type.(*ast.SelectorExpr); !is || kind.Sel.Name != "Config" {
		return
	}
	entity := s.text(value(lit, "Entity"))
	if name := s.text(value(lit, "Name")); name != "" && entity != "" {
		s.tables[entity] = name
	}
}

func (s *sourcePackage) readSpec(p *product, lit *ast.CompositeLit) {
	name := s.text(value(lit, "Name"))
	if name == "" {
		return
	}
	at := s.set.Position(lit.Pos())
	place := fmt.Sprintf("%s:%d", at.Filename, at.Line)
	if route := s.text(value(lit, "Route")); route != "" {
		p.screens[route] = place
	}
	path := s.text(value(lit, "Path"))
	if path == "" {
		path = "/" + name
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	p.calls[first] = place
	p.resources[name] = declared{at: place, table: s.tables[name], shows: s.shown(recordType(lit), value(lit, "Title"))}
}

// shown is the title of a record, where it has a column and lists can be sorted by it.
func (s *sourcePackage) shown(record string, title ast.Expr) string {
	if address, is := title.(*ast.UnaryExpr); is {
		if of, is := address.X.(*ast.SelectorExpr); is {
			return s.foldedField(record, of.Sel.Name)
		}
	}
	return ""
}

// foldedField is the name in JSON of a field that is stored with the form it is sorted by; "" for any other.
func (s *sourcePackage) foldedField(record, goName string) string {
	for _, m := range s.structs[record] {
		if m.embeds != "" {
			if json := s.foldedField(m.embeds, goName); json != "" {
				return json
			}
		}
		if m.goName == goName && strings.Contains(m.tag.Get("store"), "fold") {
			json, _, _ := strings.Cut(m.tag.Get("json"), ",")
			return json
		}
	}
	return ""
}

// text is what an expression says, where that is written there or in a constant.
func (s *sourcePackage) text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, _ := strconv.Unquote(e.Value)
			return text
		}
	case *ast.Ident:
		return s.words[e.Name]
	}
	return ""
}

// recordType is T of a literal resource.Spec[T]{…}; "" for any other.
func recordType(lit *ast.CompositeLit) string {
	generic, is := lit.Type.(*ast.IndexExpr)
	if !is {
		return ""
	}
	if of, is := generic.X.(*ast.SelectorExpr); !is || of.Sel.Name != "Spec" {
		return ""
	}
	if of, is := generic.Index.(*ast.Ident); is {
		return of.Name
	}
	return ""
}

// value is what a literal gives a key; nil where it does not.
func value(lit *ast.CompositeLit, key string) ast.Expr {
	for _, e := range lit.Elts {
		if pair, is := e.(*ast.KeyValueExpr); is {
			if name, is := pair.Key.(*ast.Ident); is && name.Name == key {
				return pair.Value
			}
		}
	}
	return nil
}
