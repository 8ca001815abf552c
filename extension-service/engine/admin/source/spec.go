package source

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// Part is the line where a part of a Spec is written that is declared at a place. The keys lead to it, members by their
// names and elements by their numbers: Access, Delete or Columns, 1. In what they lead to, the first of the words that
// is written there is looked for: a text, or the name of a field in Go. The line is the one as far as the source spells
// it out; "" where it has not even the first of the keys.
func Part(at string, keys []string, words ...string) string {
	in, name, line := split(at)
	if in == nil {
		return ""
	}
	spec := in.specAt(name, line)
	if spec == nil {
		return ""
	}
	part := descend(spec, keys)
	if part == nil {
		return ""
	}
	for _, word := range words {
		if n := first(part, isWord(word)); n != nil && word != "" {
			return in.line(n)
		}
	}
	if len(words) > 0 && keys[0] == "Actions" {
		if n := in.onlyCall(words[0]); n != nil {
			return in.line(n)
		}
	}
	return in.line(part)
}

// specAt is the Spec that is written in the same function as a line, and nearest to it.
func (f *folder) specAt(name string, line int) (nearest *ast.CompositeLit) {
	for _, file := range f.files {
		if !strings.HasSuffix(f.set.Position(file.Pos()).Filename, "/"+name) {
			continue
		}
		i := slices.IndexFunc(file.Decls, func(d ast.Decl) bool {
			return f.set.Position(d.Pos()).Line <= line && line <= f.set.Position(d.End()).Line
		})
		if i < 0 {
			return nil
		}
		far := func(n ast.Node) int {
			away := f.set.Position(n.Pos()).Line - line
			return max(away, -away)
		}
		for _, one := range specs(file.Decls[i]) {
			if nearest == nil || far(one) < far(nearest) {
				nearest = one
			}
		}
	}
	return nearest
}

// specs are the literals of type Spec.
func specs(tree ast.Node) (out []*ast.CompositeLit) {
	ast.Inspect(tree, func(n ast.Node) bool {
		if one, ok := n.(*ast.CompositeLit); ok && isSpec(one.Type) {
			out = append(out, one)
		}
		return true
	})
	return out
}

func isSpec(t ast.Expr) bool {
	if of, ok := t.(*ast.IndexExpr); ok {
		t = of.X
	}
	if named, ok := t.(*ast.SelectorExpr); ok {
		t = named.Sel
	}
	name, ok := t.(*ast.Ident)
	return ok && name.Name == "Spec"
}

// member is what a literal gives a field; nil where it gives none.
func member(in *ast.CompositeLit, name string) ast.Expr {
	for _, one := range in.Elts {
		if pair, ok := one.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok && key.Name == name {
				return pair.Value
			}
		}
	}
	return nil
}

// descend follows the keys as far as they are written.
func descend(spec *ast.CompositeLit, keys []string) (at ast.Expr) {
	var here ast.Expr = spec
	for _, key := range keys {
		if address, ok := here.(*ast.UnaryExpr); ok {
			here = address.X
		}
		literal, ok := here.(*ast.CompositeLit)
		if !ok {
			break
		}
		next := member(literal, key)
		if i, err := strconv.Atoi(key); err == nil && i < len(literal.Elts) {
			next = literal.Elts[i]
		}
		if next == nil {
			break
		}
		at, here = next, next
	}
	return at
}

// isWord says whether a node is a text, or names a field of a struct.
func isWord(word string) func(n ast.Node) bool {
	isLiteral := isText(word)
	return func(n ast.Node) bool {
		if named, ok := n.(*ast.SelectorExpr); ok {
			return named.Sel.Name == word
		}
		return isLiteral(n)
	}
}

// onlyCall is the call of the package that has a text first, where there is one such call.
func (f *folder) onlyCall(text string) (only ast.Node) {
	isLiteral := isText(text)
	n := 0
	for _, file := range f.files {
		ast.Inspect(file, func(one ast.Node) bool {
			if call, ok := one.(*ast.CallExpr); ok && len(call.Args) > 0 && isLiteral(call.Args[0]) {
				only = call
				n++
			}
			return true
		})
	}
	if n != 1 {
		return nil
	}
	return only
}
