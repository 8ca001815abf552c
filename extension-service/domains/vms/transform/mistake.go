package transform

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/itchyny/gojq"

	"poolkeeper.example/extension-service/platform/spelling"
)

// mistake is what is wrong with a program or a target, in English and as a message key with what its text mentions.
type mistake struct {
	message, key string
	params       map[string]any
	position     *int64 // in the text of the program, in bytes from 0; nil where it is not known
}

// unknownName begins what jq says of a name that nobody has defined; the name follows, a function with its number of
// arguments.
var unknownName = []string{"function not defined: ", "variable not defined: "}

// forbiddenNameError is a name that jq knows and mappings may not use.
type forbiddenNameError struct{ name string }

func (e forbiddenNameError) Error() string { return e.name + " may not be used here" }

var errModules = errors.New("there are no modules")

// mistakeOf says what is wrong with a program by the error of reading or compiling it, and in which line and column.
func mistakeOf(err error, text string) mistake {
	out := mistake{message: err.Error(), key: "vmsMapping.problem.syntax"}
	if errors.Is(err, errModules) {
		out.key = "vmsMapping.problem.modules"
		return out
	}
	if forbidden, ok := errors.AsType[forbiddenNameError](err); ok {
		return out.aboutName("vmsMapping.problem.forbidden", forbidden.name, text)
	}
	for _, start := range unknownName {
		if name, isUnknown := strings.CutPrefix(err.Error(), start); isUnknown {
			name, _, _ = strings.Cut(name, "/")
			out = out.aboutName("vmsMapping.problem.unknownName", name, text)
			spelling.AddSuggestion(out.params, name, FunctionNames())
			return out
		}
	}
	parse, ok := errors.AsType[*gojq.ParseError](err)
	if !ok {
		return out
	}
	at := max(0, min(parse.Offset, len(text))-len(parse.Token))
	if out.key = "vmsMapping.problem.end"; parse.Token != "" {
		out.key = "vmsMapping.problem.unexpected"
	}
	out.params = place2D(text, at)
	out.params["token"] = parse.Token
	out.position = new(int64(at))
	return out
}

// aboutName is a mistake at the first place where a program has a name.
func (m mistake) aboutName(key, name, text string) mistake {
	at := max(0, strings.Index(text, name))
	m.key, m.params, m.position = key, place2D(text, at), new(int64(at))
	m.params["name"] = name
	return m
}

// place2D is a place in a text as people count: lines and columns from 1, columns in characters.
func place2D(text string, at int) map[string]any {
	before := text[:at]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return map[string]any{"line": strings.Count(before, "\n") + 1, "column": utf8.RuneCountInString(line) + 1}
}
