// Package source finds in the source of the product the lines that a mistake of a declaration is about. Where there is
// no source, as beside a binary that was installed, it finds nothing.
package source

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// module is what the packages of the product begin with where reflect names them.
const module = "poolkeeper.example/"

// folder is the source of a package with its tests.
type folder struct {
	name  string // from the root of the repository, such as extension-service/domains/pools
	set   *token.FileSet
	files []*ast.File
	// structs are the fields of every struct of a name: functions may have some of their own.
	structs map[string][]*ast.FieldList
}

var (
	folders sync.Map // *folder by name; nothing is read before there is a mistake
	tagged  sync.Map // *folder by name, with the files alone that may declare fields with tags
)

// read parses the files of a folder, which is looked for where the program runs and above. What cannot be read is left
// out.
func read(name string) *folder {
	return readOnce(&folders, name, func(string, []byte) bool { return true })
}

// readTagged parses the files of a folder that have tags in the code of the product. A start reads them of every
// package that declares something, and needs a third of the time that it would need for all files.
func readTagged(name string) *folder {
	return readOnce(&tagged, name, func(file string, text []byte) bool {
		return !strings.HasSuffix(file, "_test.go") &&
			bytes.Contains(text, []byte("struct {")) && bytes.ContainsRune(text, '`')
	})
}

// readOnce parses those files of a folder that are wanted, and keeps them.
func readOnce(into *sync.Map, name string, isWanted func(file string, text []byte) bool) *folder {
	if had, ok := into.Load(name); ok {
		return had.(*folder)
	}
	f := &folder{name: name, set: token.NewFileSet(), structs: map[string][]*ast.FieldList{}}
	names, _ := filepath.Glob(filepath.Join(located(name), "*.go"))
	for _, one := range names {
		text, err := os.ReadFile(one)
		if err != nil || !isWanted(one, text) {
			continue
		}
		if tree, err := parser.ParseFile(f.set, one, text, parser.SkipObjectResolution); err == nil {
			f.files = append(f.files, tree)
			f.addStructs(tree)
		}
	}
	had, _ := into.LoadOrStore(name, f)
	return had.(*folder)
}

// located is the path of a folder of the repository; one that does not exist where there is none.
func located(name string) string {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, name)); missing == nil {
			break
		}
		if parent := filepath.Dir(dir); parent != dir {
			dir = parent
			continue
		}
		break
	}
	return filepath.Join(dir, name)
}

// line is the place of a node as an editor opens it from the root of the repository.
func (f *folder) line(n ast.Node) string {
	at := f.set.Position(n.Pos())
	return fmt.Sprintf("%s/%s:%d", f.name, filepath.Base(at.Filename), at.Line)
}

// first is the first node of a tree that fits; nil where none does.
func first(tree ast.Node, fits func(n ast.Node) bool) (found ast.Node) {
	ast.Inspect(tree, func(n ast.Node) bool {
		if found == nil && n != nil && fits(n) {
			found = n
		}
		return found == nil
	})
	return found
}

// Field is the line of a field, such as "extension-service/domains/pools/pool.go:21"; "" where it is not found. The
// index leads to it through embedded structs, as reflect.Value.FieldByIndex takes it.
func Field(t reflect.Type, index []int) string {
	for ; len(index) > 1; index = index[1:] {
		t = t.Field(index[0]).Type
	}
	in := packageOf(t)
	if _, name := in.field(t, t.Field(index[0]).Name); name != nil {
		return in.line(name)
	}
	return ""
}

// field is how a field of a type is written, and its name there; nil where it is not found.
func (f *folder) field(t reflect.Type, wanted string) (*ast.Field, *ast.Ident) {
	name, _, _ := strings.Cut(t.Name(), "[") // of a generic type
	for _, fields := range f.structs[name] {
		for _, one := range fields.List {
			for _, ident := range one.Names {
				if ident.Name == wanted {
					return one, ident
				}
			}
		}
	}
	return nil, nil
}

var isTagFromTree bool

// ReadTags has Tag read the source, while a developer changes it: a changed rule of a field needs no compiler. It has
// to be called before anything is declared.
func ReadTags() { isTagFromTree = true }

// Tag is that of a field of a struct: as compiled, or as its source says now.
func Tag(t reflect.Type, i int) reflect.StructTag {
	compiled := t.Field(i)
	if !isTagFromTree {
		return compiled.Tag
	}
	field, _ := readTagged(nameOf(t)).field(t, compiled.Name)
	if field == nil || field.Tag == nil {
		return compiled.Tag
	}
	text, err := strconv.Unquote(field.Tag.Value)
	if err != nil {
		return compiled.Tag
	}
	return reflect.StructTag(text)
}

// addStructs adds those of a file.
func (f *folder) addStructs(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		if one, ok := n.(*ast.TypeSpec); ok {
			if s, ok := one.Type.(*ast.StructType); ok {
				f.structs[one.Name.Name] = append(f.structs[one.Name.Name], s.Fields)
			}
		}
		return true
	})
}

// packageOf is the package of a type. That of a test stands in the folder of what it tests.
func packageOf(t reflect.Type) *folder { return read(nameOf(t)) }

// nameOf is the folder of the package of a type.
func nameOf(t reflect.Type) string {
	name, _ := strings.CutPrefix(t.PkgPath(), module)
	return strings.TrimSuffix(name, "_test")
}

// Value is the line that writes a value of an enumeration, in the package of its type; "" where it is not found.
func Value(t reflect.Type, value string) string {
	in := packageOf(t)
	for _, file := range in.files {
		if n := first(file, isText(value)); n != nil {
			return in.line(n)
		}
	}
	return ""
}

func isText(text string) func(n ast.Node) bool {
	quoted := strconv.Quote(text)
	return func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		return ok && lit.Value == quoted
	}
}

// split is the folder of a place and its line; nil where the place names none.
func split(at string) (in *folder, file string, line int) {
	file, number, _ := strings.Cut(at, ":")
	line, err := strconv.Atoi(number)
	if err != nil {
		return nil, "", 0
	}
	return read(path.Dir(file)), path.Base(file), line
}

// Names are those of the resources that the package of a place declares, as far as they are written there.
func Names(at string) (out []string) {
	in, _, _ := split(at)
	if in == nil {
		return nil
	}
	for _, file := range in.files {
		for _, one := range specs(file) {
			if name, ok := member(one, "Name").(*ast.BasicLit); ok {
				if text, err := strconv.Unquote(name.Value); err == nil {
					out = append(out, text)
				}
			}
		}
	}
	return out
}
