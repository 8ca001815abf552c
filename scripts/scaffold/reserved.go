package main

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/reserved"
	"poolkeeper.example/extension-service/platform/spelling"
)

// recordFields are those that every record has.
var recordFields = strings.Fields("id handle version created createdBy lastUpdated lastUpdatedBy deletedAt")

// ownNames are what the file of a resource declares beside the record, and what the record is given by the engine.
var ownNames = strings.Fields("Service New Resource Record Base")

// reservedName says why a word cannot be the name of a field; "" where it can.
func reservedName(name string) string {
	switch {
	case slices.Contains(recordFields, name):
		return "every record has that field already"
	case token.IsKeyword(name):
		return "it is a keyword of Go"
	case types.Universe.Lookup(name) != nil:
		return "it is a predeclared name of Go"
	case reserved.Explain(name, snake(name)) != "":
		return reserved.Explain(name, snake(name))
	case reserved.IsListParameter(name):
		return "it is a parameter of every list"
	case slices.Contains(ownNames, goName(name)):
		return "the file of the resource declares " + goName(name) + " already"
	}
	return ""
}

// suggestName is the name that a wrong one was probably meant to be, as a question; "" where none is like it.
func suggestName(wrong string, names []string) string {
	if nearest := spelling.Nearest(wrong, names); nearest != "" {
		return "did you mean " + nearest + "? "
	}
	return ""
}
