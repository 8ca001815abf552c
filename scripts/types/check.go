package main

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// most is how many mistakes of one package are reported: the others follow from the first ones as a rule.
const most = 10

// checker checks packages one after another, each after those that it imports.
type checker struct {
	set      *token.FileSet
	checked  map[string]*types.Package // of this module, by what go list calls them
	foreign  types.Importer
	mistakes []string // a file is checked once more with the tests of its package, and may report one again
}

// checkPackages returns the mistakes in the packages and in their tests, each with its place.
func checkPackages(ctx context.Context, patterns []string) ([]string, error) {
	packages, err := listPackages(ctx, patterns)
	if err != nil {
		return nil, err
	}
	exports, err := listExports(ctx, foreignImports(packages))
	if err != nil {
		return nil, err
	}
	c := &checker{set: token.NewFileSet(), checked: map[string]*types.Package{}}
	c.foreign = importer.ForCompiler(c.set, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	for _, p := range packages {
		if p.isOwn() {
			c.check(p)
		}
	}
	return slices.Compact(c.mistakes), nil
}

// foreignImports are the packages of others that those of this module import.
func foreignImports(packages []listed) []string {
	own, imported := map[string]bool{}, map[string]bool{}
	for _, p := range packages {
		if p.isOwn() {
			own[p.ImportPath] = true
			for _, path := range p.Imports {
				imported[path] = path != "unsafe" && path != "C"
			}
		}
	}
	maps.DeleteFunc(imported, func(path string, isPackage bool) bool { return own[path] || !isPackage })
	return slices.Sorted(maps.Keys(imported))
}

// check adds the mistakes of a package. Of one that was not asked for, only what others see of it is read.
func (c *checker) check(p listed) {
	if p.Error != nil {
		c.mistakes = append(c.mistakes, p.Error.Pos+": "+p.Error.Err)
	}
	found := 0
	report := func(err error) {
		if found++; found <= most {
			c.mistakes = append(c.mistakes, c.relative(err))
		}
	}
	config := types.Config{
		Importer:         imports{c, p},
		Sizes:            types.SizesFor("gc", runtime.GOARCH),
		IgnoreFuncBodies: p.DepOnly || p.ForTest != "" && p.ForTest != p.path() && p.ForTest+"_test" != p.path(),
		Error:            report,
	}
	c.checked[p.ImportPath], _ = config.Check(p.path(), c.set, c.parse(p, report), nil)
}

// parse reads the files of a package; what it cannot read is reported.
func (c *checker) parse(p listed, report func(error)) (files []*ast.File) {
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(c.set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			report(err)
		}
		if file != nil {
			files = append(files, file)
		}
	}
	return files
}

// relative is the text of a mistake, its file named from the working directory.
func (c *checker) relative(err error) string {
	var mistake types.Error
	if !errors.As(err, &mistake) {
		return err.Error()
	}
	place := c.set.Position(mistake.Pos)
	dir, _ := os.Getwd()
	if short, err := filepath.Rel(dir, place.Filename); err == nil {
		place.Filename = short
	}
	return fmt.Sprintf("%s: %s", place, mistake.Msg)
}

// imports are those of one package: beside a test it imports what was made for that test.
type imports struct {
	*checker
	of listed
}

// Import finds what was checked before, and what others have compiled.
func (i imports) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	for _, name := range i.of.Imports {
		if p, ok := i.checked[name]; ok && (name == path || (listed{ImportPath: name}).path() == path) {
			return p, nil
		}
	}
	return i.foreign.Import(path)
}
