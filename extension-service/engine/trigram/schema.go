package trigram

import "fmt"

const postingsColumns = "at INTEGER PRIMARY KEY, postings BLOB NOT NULL"

// Waiting are the statements that have the rows of a table wait, for all its indexes at one place, by triggers that
// note each row that is written, and where one is changed its column; trash says whether rows can be in the trash. A
// row that was written twice stands there twice. The first line stands for no row: it says, below zero, up to which id
// postings may know rows. The last line of those that were written into them takes its place, so that no number is
// given again. Nothing that may fail is asked of a line: SQLite would keep what each page was before for every
// statement that changes a row.
func Waiting(table, column string, trash bool) []string {
	update := "UPDATE OF " + column
	if trash {
		update += ", deleted_at"
	}
	out := []string{
		"CREATE TABLE IF NOT EXISTS " + table + "_waiting (number INTEGER PRIMARY KEY, id INTEGER, changed TEXT)",
		"INSERT INTO " + table + "_waiting (number, id) SELECT 1, 0 WHERE NOT EXISTS (SELECT 1 FROM " + table + "_waiting)",
	}
	for _, on := range []struct{ name, event, row, changed string }{
		{"waits_insert", "INSERT", "new", "NULL"},
		{"waits_delete", "DELETE", "old", "NULL"},
		{column + "_waits_update", update, "new", "'" + column + "'"},
	} {
		out = append(out, fmt.Sprintf(
			"CREATE TRIGGER IF NOT EXISTS %[1]s_%[2]s AFTER %[3]s ON %[1]s "+
				"BEGIN\n\tINSERT INTO %[1]s_waiting (id, changed) VALUES (%[4]s.id, %[5]s);\nEND",
			table, on.name, on.event, on.row, on.changed))
	}
	return out
}

// KnowsAll is the statement that says that postings may know every row.
func KnowsAll(table string) string {
	return "UPDATE " + table + "_waiting SET id = min(id, -(SELECT coalesce(max(id), 0) FROM " + table + ")) WHERE id <= 0"
}

// Create are the statements that let a column be searched. Rows that exist already wait like those that come.
func Create(table, column string) []string {
	out := append([]string{fmt.Sprintf("CREATE TABLE %s_%s_postings (%s)", table, column, postingsColumns)},
		Waiting(table, column, true)...)
	return append(out, fmt.Sprintf("INSERT INTO %[1]s_waiting (id, changed) SELECT id, '%[2]s' FROM %[1]s ORDER BY id",
		table, column))
}

// DropStatements are the statements that take the index of a column away. Rows wait on, for those of other columns.
func DropStatements(table, column string) []string {
	name := table + "_" + column + "_"
	return []string{
		"DROP TRIGGER IF EXISTS " + name + "waits_update", "DROP TABLE IF EXISTS " + name + "filling",
		"DROP TABLE IF EXISTS " + name + "postings",
	}
}

// DropAllStatements are those that take away all that a table has of indexes, whose columns are named, but for the
// triggers that go with it.
func DropAllStatements(table string, columns []string) (out []string) {
	for _, column := range columns {
		out = append(out, DropStatements(table, column)...)
	}
	return append(out, "DROP TABLE IF EXISTS "+table+"_waiting")
}
