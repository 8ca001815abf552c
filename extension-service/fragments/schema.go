package fragments

import "fmt"

const postingsColumns = "at INTEGER PRIMARY KEY, postings BLOB NOT NULL"

// Waiting are the statements that have the rows of a table wait, for all its indexes at one place, by triggers that note each row that
// is written; trash says whether rows can be in the trash. A row that was written twice stands there twice. The first line says of
// nobody that it waits: the last of those that were written into the postings takes its place, so that no number is given again.
// Nothing that may fail is asked of a line: SQLite would keep what each page was before for every statement that changes a row.
func Waiting(table, column string, trash bool) []string {
	update := "UPDATE OF " + column
	if trash {
		update += ", deleted_at"
	}
	out := []string{
		"CREATE TABLE IF NOT EXISTS " + table + "_waiting (number INTEGER PRIMARY KEY, id INTEGER)",
		"INSERT INTO " + table + "_waiting (number) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM " + table + "_waiting)",
	}
	for _, on := range [][3]string{{table + "_waits_insert", "INSERT", "new"}, {table + "_waits_delete", "DELETE", "old"}, {table + "_" + column + "_waits_update", update, "new"}} {
		out = append(out, fmt.Sprintf("CREATE TRIGGER IF NOT EXISTS %[1]s AFTER %[2]s ON %[3]s BEGIN\n\tINSERT INTO %[3]s_waiting (id) VALUES (%[4]s.id);\nEND", on[0], on[1], table, on[2]))
	}
	return out
}

// Create are the statements that let a column be searched. Rows that exist already wait like those that come.
func Create(table, column string) []string {
	out := append([]string{fmt.Sprintf("CREATE TABLE %s_%s_postings (%s)", table, column, postingsColumns)}, Waiting(table, column, true)...)
	return append(out, fmt.Sprintf("INSERT INTO %[1]s_waiting (id) SELECT id FROM %[1]s ORDER BY id", table))
}

// Forget are the statements that take the index of a column away. Rows wait on, for those of other columns.
func Forget(table, column string) []string {
	name := table + "_" + column + "_"
	return []string{"DROP TRIGGER IF EXISTS " + name + "waits_update", "DROP TABLE IF EXISTS " + name + "filling", "DROP TABLE IF EXISTS " + name + "postings"}
}

// ForgetAll are those that take away all that a table has of indexes, whose columns are named, but for the triggers that go with it.
func ForgetAll(table string, columns []string) (out []string) {
	for _, column := range columns {
		out = append(out, Forget(table, column)...)
	}
	return append(out, "DROP TABLE IF EXISTS "+table+"_waiting")
}
