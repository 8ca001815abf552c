package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// part is a section of the reference: a title, and of a package the types, functions and lists that it is about.
type part struct {
	title, folder string
	types         []string // structs, field by field
	methods       []string // types whose methods are listed
	functions     []string
	constants     []string // types whose constants are listed
	rules         []string // functions whose cases are listed, a comment on each
	pictures      string   // the folder in docs of pictures of constants, by their values
}

const engine = "extension-service/engine/"

// parts are what a declaration is made of, in the order in which one writes it.
var parts = []part{
	{
		title: "Kinds of fields", folder: engine + "admin/field", constants: []string{"Kind"},
		pictures: "screenshots/inputs",
	},
	{title: "Rules of a field", folder: engine + "admin/field", rules: []string{"readCheck"}},
	{title: "Derived fields", folder: engine + "admin/field", constants: []string{"Deriving"}},
	{
		title: "The table", folder: engine + "store", types: []string{"Config", "Unique", "While"},
		functions: []string{"Unscoped"},
	},
	{
		title: "The resource", folder: engine + "admin/resource",
		types:     []string{"Spec", "Access", "Lookup", "Picker", "Guard", "TrashBin", "Order", "Group"},
		functions: []string{"Section", "OnlyWhile", "ByDeletion", "ByClearing", "Retained", "ByDomain"},
	},
	{
		title: "Filters", folder: engine + "admin/resource", functions: []string{"Filter", "FilterBy", "FilterByOwner"},
		methods: []string{"ListFilter"},
	},
	{title: "Comparisons of filters", folder: engine + "admin/query", constants: []string{"Op"}},
	{
		title: "Rules over several fields", folder: engine + "admin/resource",
		functions: []string{"NotBelow", "NotAbove", "RequiredWhile", "Rule"},
	},
	{
		title: "Actions", folder: engine + "admin/resource",
		functions: []string{"RecordAction", "ListAction", "AnsweringAgain"},
		methods:   []string{"Action"}, types: []string{"WayBack"},
	},
	{
		title: "Statuses", folder: engine + "admin/statemachine", types: []string{"StatusTable", "Move", "Guard"},
		methods: []string{"StatusTable"},
	},
	{title: "Mails", folder: engine + "mail", types: []string{"Mail", "Link"}},
	{
		title: "Views, calendars and imports", folder: engine + "admin/resource",
		types: []string{"Shipped", "Calendar", "Import"},
	},
	{title: "Cards of the dashboard", folder: engine + "dashboard", types: []string{"Card", "Step"}},
}

const heading = `# What a declaration can say

Written by ` + "`make generate`" + ` from the doc comments of the engine: change them there. [resources.md](resources.md) leads
through a declaration step by step.
`

// generate is the text of the reference.
func generate(root string) (string, error) {
	var b strings.Builder
	b.WriteString(heading)
	var errs []error
	for _, p := range parts {
		s, err := readSource(root, p.folder)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\n## %s\n\nPackage `%s`.\n", p.title, p.folder)
		s.write(&b, p, filepath.Join(root, "docs"))
		errs = append(errs, s.errs...)
	}
	return b.String(), errors.Join(errs...)
}

// source is a package, read with its comments.
type source struct {
	set   *token.FileSet
	files []*ast.File
	errs  []error
}

func readSource(root, folder string) (*source, error) {
	s := &source{set: token.NewFileSet()}
	names, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(s.set, filepath.Join(folder, filepath.Base(name)), text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, file)
	}
	return s, nil
}

func (s *source) write(b *strings.Builder, p part, docs string) {
	for _, name := range p.types {
		s.writeStruct(b, name)
	}
	for _, name := range p.constants {
		writeTable(b, "", illustrated(s.constants(name), docs, p.pictures))
	}
	for _, name := range p.rules {
		writeTable(b, "", s.cases(name))
	}
	var rows []row
	for _, name := range p.functions {
		rows = append(rows, s.functions("", name)...)
	}
	for _, name := range p.methods {
		rows = append(rows, s.functions(name, "")...)
	}
	writeTable(b, "", rows)
}

// illustrated adds to constants the pictures of their values, and of many of them.
func illustrated(rows []row, docs, folder string) []row {
	for i, r := range rows {
		value := strings.Trim(r.code[strings.LastIndexByte(r.code, ' ')+1:], `"`)
		for _, name := range []string{value, value + "-many"} {
			file := folder + "/" + name + ".png"
			if _, err := os.Stat(filepath.Join(docs, file)); folder != "" && err == nil {
				rows[i].about += fmt.Sprintf("<br>![input: %s](%s)", name, file)
			}
		}
	}
	return rows
}

// row is a line of a table: what one writes, and what it means.
type row struct{ code, about string }

// writeTable leaves out a table without rows.
func writeTable(b *strings.Builder, about string, rows []row) {
	if about != "" {
		fmt.Fprintf(b, "\n%s\n", about)
	}
	if len(rows) == 0 {
		return
	}
	b.WriteString("\n| Written | Means |\n|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(b, "| `%s` | %s |\n", strings.ReplaceAll(r.code, "|", "\\|"), strings.ReplaceAll(r.about, "|", "\\|"))
	}
}

// fail says what has no comment.
func (s *source) fail(at token.Pos, what string) {
	place := s.set.Position(at)
	s.errs = append(s.errs, fmt.Errorf("%s:%d: %s has no comment, which the reference needs",
		place.Filename, place.Line, what))
}

// oneLine is a comment as running text; examples, which are indented, are left out.
func oneLine(groups ...*ast.CommentGroup) string {
	var out []string
	for _, g := range groups {
		for line := range strings.Lines(g.Text()) {
			if text := strings.TrimSpace(line); text != "" && !strings.HasPrefix(line, "\t") {
				out = append(out, text)
			}
		}
	}
	return strings.Join(out, " ")
}

func (s *source) writeStruct(b *strings.Builder, name string) {
	for _, file := range s.files {
		for _, d := range file.Decls {
			group, isGroup := d.(*ast.GenDecl)
			if !isGroup {
				continue
			}
			for _, one := range group.Specs {
				spec, isType := one.(*ast.TypeSpec)
				if !isType || spec.Name.Name != name {
					continue
				}
				if body, isStruct := spec.Type.(*ast.StructType); isStruct {
					fmt.Fprintf(b, "\n### %s\n", name)
					writeTable(b, oneLine(group.Doc, spec.Doc), s.fields(name, body))
				}
			}
		}
	}
}

// fields are those that others can set.
func (s *source) fields(of string, body *ast.StructType) (out []row) {
	for _, f := range body.Fields.List {
		var names []string
		for _, name := range f.Names {
			if name.IsExported() {
				names = append(names, name.Name)
			}
		}
		if len(names) == 0 {
			continue
		}
		about := oneLine(f.Doc, f.Comment)
		if about == "" {
			s.fail(f.Pos(), of+"."+strings.Join(names, ", "))
		}
		out = append(out, row{strings.Join(names, ", "), about})
	}
	return out
}

// constants are those of a type, by their values.
func (s *source) constants(of string) (out []row) {
	for _, file := range s.files {
		for _, d := range file.Decls {
			group, isGroup := d.(*ast.GenDecl)
			if !isGroup || group.Tok != token.CONST {
				continue
			}
			for _, one := range group.Specs {
				spec := one.(*ast.ValueSpec)
				if kind, isNamed := spec.Type.(*ast.Ident); !isNamed || kind.Name != of || !spec.Names[0].IsExported() {
					continue
				}
				about := oneLine(spec.Doc, spec.Comment)
				if about == "" {
					s.fail(spec.Pos(), spec.Names[0].Name)
				}
				out = append(out, row{spec.Names[0].Name + " = " + spec.Values[0].(*ast.BasicLit).Value, about})
			}
		}
	}
	return out
}

// cases are those of the switch of a function, each with the comment behind it.
func (s *source) cases(function string) (out []row) {
	for _, file := range s.files {
		behind := map[int]string{} // by line
		for _, g := range file.Comments {
			behind[s.set.Position(g.Pos()).Line] = oneLine(g)
		}
		for _, d := range file.Decls {
			if f, isFunction := d.(*ast.FuncDecl); isFunction && f.Name.Name == function {
				out = append(out, s.casesIn(f.Body, behind)...)
			}
		}
	}
	return out
}

func (s *source) casesIn(body ast.Node, behind map[int]string) (out []row) {
	ast.Inspect(body, func(n ast.Node) bool {
		one, isCase := n.(*ast.CaseClause)
		if !isCase || len(one.List) == 0 {
			return true
		}
		text, isText := one.List[0].(*ast.BasicLit)
		if !isText || text.Value == `""` {
			return true
		}
		about := behind[s.set.Position(one.Pos()).Line]
		if about == "" {
			s.fail(one.Pos(), "case "+text.Value)
		}
		out = append(out, row{strings.Trim(text.Value, `"`), about})
		return true
	})
	return out
}

// functions are one by its name, or the exported methods of a type.
func (s *source) functions(of, name string) (out []row) {
	for _, file := range s.files {
		for _, d := range file.Decls {
			f, isFunction := d.(*ast.FuncDecl)
			if !isFunction || !f.Name.IsExported() || receiver(f) != of || name != "" && f.Name.Name != name {
				continue
			}
			about := oneLine(f.Doc)
			if about == "" {
				s.fail(f.Pos(), f.Name.Name)
			}
			code := f.Name.Name + "(" + strings.Join(parameters(f), ", ") + ")"
			if of != "" {
				code = "." + code
			}
			out = append(out, row{code, about})
		}
	}
	slices.SortStableFunc(out, func(a, b row) int { return strings.Compare(a.code, b.code) })
	return out
}

// receiver is the type that a method belongs to; "" of a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if pointer, is := of.(*ast.StarExpr); is {
		of = pointer.X
	}
	switch generic := of.(type) {
	case *ast.IndexExpr:
		of = generic.X
	case *ast.IndexListExpr:
		of = generic.X
	}
	if name, is := of.(*ast.Ident); is {
		return name.Name
	}
	return "?"
}

func parameters(f *ast.FuncDecl) (out []string) {
	for _, p := range f.Type.Params.List {
		for _, name := range p.Names {
			out = append(out, name.Name)
		}
	}
	return out
}
