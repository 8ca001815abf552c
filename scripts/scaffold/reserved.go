package main

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// sqlWords may not name a table or a column without quotes in SQLite or in PostgreSQL.
var sqlWords = strings.Fields(`
	add all alter analyse analyze and any array as asc asymmetric authorization autoincrement between binary both case cast check
	collate collation column commit concurrently constraint create cross current_catalog current_date current_role current_schema
	current_time current_timestamp current_user default deferrable delete desc distinct do drop else end escape except exists
	false fetch for foreign freeze from full grant group having if ilike in index initially inner insert intersect into is isnull
	join lateral leading left like limit localtime localtimestamp natural not nothing notnull null offset on only or order outer
	overlaps placing primary references returning right select session_user set similar some symmetric system_user table
	tablesample then to trailing transaction true union unique update user using values variadic verbose when where window with`)

// rowColumns are names that every table of a database has by itself.
var rowColumns = strings.Fields("rowid oid ctid xmin xmax cmin cmax tableoid")

// inheritedNames are those that every object of JavaScript has.
var inheritedNames = strings.Fields(
	"constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf")

// recordFields are those that every record has.
var recordFields = strings.Fields("id handle version created createdBy lastUpdated lastUpdatedBy deletedAt")

// queryNames are parameters of every list, which a filter of the same name would hide.
var queryNames = strings.Fields("from offset size limit s range sort filter dryRun")

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
	case slices.Contains(sqlWords, snake(name)), slices.Contains(rowColumns, snake(name)):
		return "it is a reserved word of SQL, and columns are called as fields are"
	case slices.Contains(inheritedNames, name):
		return "every object of JavaScript has that name already"
	case slices.Contains(queryNames, name):
		return "it is a parameter of every list"
	case slices.Contains(ownNames, goName(name)):
		return "the file of the resource declares " + goName(name) + " already"
	}
	return ""
}

// suggestName is the name that a wrong one was probably meant to be, as a question; "" where none is like it.
func suggestName(wrong string, names []string) string {
	best, least := "", 1+len(wrong)/3
	for _, name := range names {
		if d := distance(strings.ToLower(wrong), strings.ToLower(name)); d <= least && (best == "" || d < least) {
			best, least = name, d
		}
	}
	if best == "" {
		return ""
	}
	return "did you mean " + best + "? "
}

// distance is how many letters are to be added, taken away, replaced or swapped with the next one to make one word of
// another.
func distance(a, b string) int {
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		now := make([]int, len(b)+1)
		now[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			now[j+1] = min(last[j]+cost, last[j+1]+1, now[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		before, last = last, now
	}
	return last[len(b)]
}
