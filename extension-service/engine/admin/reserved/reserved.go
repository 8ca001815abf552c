// Package reserved knows the names that no field, table or filter can have.
package reserved

import (
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

// queryNames are parameters of every list, which a filter of the same name would hide.
var queryNames = strings.Fields("from offset size limit s range sort filter dryRun")

// Explain says why no field can be called so, with such a column; "" where one can. A field without a column has
// the column "".
func Explain(name, column string) string {
	switch {
	case IsSQLWord(column), slices.Contains(rowColumns, column):
		return "it is a reserved word of SQL, and columns are called as fields are"
	case slices.Contains(inheritedNames, name):
		return "every object of JavaScript has that name already"
	}
	return ""
}

// IsSQLWord says whether a word may not name a table or a column without quotes.
func IsSQLWord(word string) bool { return slices.Contains(sqlWords, word) }

// IsListParameter says whether every list has a parameter of that name.
func IsListParameter(name string) bool { return slices.Contains(queryNames, name) }
