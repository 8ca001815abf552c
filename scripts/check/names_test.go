package check

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Words that say nothing alone: a function, method or type of such a name could do six things. A name says verb and
// object.
var vague = strings.Fields(`
	about above absorb again ahead alone already always among and apart around asides ask askable asks aside
	become becomes before begin begins begun behind being below beneath beside besides between beyond bid both bring bringer bringing
	bye come coming dealings deaf despite everything everywhere farewell fate firm firms fitting foresee foretell foretold forget
	forgotten formerly furnish given glance glanced glimpse goes going harbour hear heard hearing held hold holding hung
	judge judging keep keeper keepers keeps kept lead leads learn learnt leave left lend lent let lying
	meant mend moody newcomer news noted of only or ours over own patience plain plainer pretend promise promised put
	reckon rehearse remake remark rests revive rhythm said sail same say saying says seal see seen settle settled settles shed sift sight
	somebody speak speaking speech spent spoil stand standing standings stands steer stranger stray
	take taken takes taking talent tame tell theirs through tidied tidy tidying together told tongue trick tricks trouble turned turns twin
	twins unheld unite united unsaid untake until untidy veil wants weigh whole why woken worked yardstick`)

// namedGo is a function, method or type of Go, and where it is declared.
type namedGo struct{ place, name string }

// goNames lists what is declared in the Go files of the repository, of the kinds that declared picks from a file.
func goNames(t *testing.T, declared func(*ast.File) []*ast.Ident) (names []namedGo) {
	t.Helper()
	for file := range sources(t, ".", ".go") {
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range declared(parsed) {
			place := file + ":" + strconv.Itoa(files.Position(id.Pos()).Line)
			names = append(names, namedGo{place, id.Name})
		}
	}
	return names
}

// declaredNames are those of one file.
func declaredNames(file *ast.File) (names []*ast.Ident) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			names = append(names, n.Name)
		case *ast.TypeSpec:
			names = append(names, n.Name)
		case *ast.InterfaceType:
			for _, method := range n.Methods.List {
				names = append(names, method.Names...)
			}
		}
		return true
	})
	return names
}

// variableNames are the fields, parameters, results and variables of one file.
func variableNames(file *ast.File) (names []*ast.Ident) {
	add := func(list ...ast.Expr) {
		for _, one := range list {
			if id, ok := one.(*ast.Ident); ok {
				names = append(names, id)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				add(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(n.Key, n.Value)
			}
		case *ast.Field:
			names = append(names, n.Names...)
		case *ast.ValueSpec:
			names = append(names, n.Names...)
		}
		return true
	})
	return names
}

func TestNames_FunctionMethodOrType_IsNoVagueWord(t *testing.T) {
	t.Parallel()
	names := goNames(t, declaredNames)
	if len(names) < 1000 {
		t.Fatalf("%d names found: the check looks in the wrong place", len(names))
	}
	for _, n := range names {
		if slices.Contains(vague, strings.ToLower(n.name)) {
			t.Errorf("%s: %q alone could mean many things; say verb and object, such as storeOutcome", n.place, n.name)
		}
	}
}

// Words that are in no name of ours, also as a part of it, unless it is the field's own.
var (
	unplainParts = strings.Fields(`
		apart aside asides ask asked asks bare bring brings given keep keeps kept let lets lie lies meant plain said says
		stand stands take taken takes tell tells told wait waits whoever whole`)
	nameWord      = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)
	ownOfTheField = regexp.MustCompile(`SendWait|[Ee]mailTaken|AsideProps|WaitTime|Asked(Rate|Unit|At)|Given(Name|At|By)|consentGiven|TakeBack|EmailWaits|^Taken$|^Plain$|^takenAt$`) // of the wire, the specification and react-admin
	panelName     = regexp.MustCompile(`(?m)^(?:export )?(?:async )?(?:const|function|interface|type) (\w+)`)
)

func unplainWord(name string) string {
	for _, word := range nameWord.FindAllString(ownOfTheField.ReplaceAllString(name, ""), -1) {
		if word = strings.ToLower(word); slices.Contains(unplainParts, word) {
			return word
		}
	}
	return ""
}

func TestNames_EachPart_IsOfTheField(t *testing.T) {
	t.Parallel()
	names := append(goNames(t, declaredNames), goNames(t, variableNames)...)
	for file := range sources(t, "admin-ui/src", ".ts", ".tsx") {
		if strings.HasPrefix(file, "admin-ui/src/generated/") {
			continue
		}
		for _, hit := range panelName.FindAllStringSubmatch(read(t, file), -1) {
			names = append(names, namedGo{file, hit[1]})
		}
	}
	for _, n := range names {
		if word := unplainWord(n.name); word != "" {
			t.Errorf("%s: %s: %q has a plainer word", n.place, n.name, word)
		}
	}
}

func TestNames_Unplain_AreReported(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"keptClient": "kept", "AskedRate": "", "storedClient": "", "SendWait": "", "isTold": "told", "Basket": "",
	} {
		if got := unplainWord(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
