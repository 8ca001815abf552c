package store

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// rowsAtOnce is how many rows one statement carries at most.
const rowsAtOnce = 500

// Insert adds rows to a table, named with its columns, many with one statement, which goes on as more says. Each row
// holds texts, whole numbers or nil.
func (db *DB) Insert(ctx context.Context, into string, rows [][]any, more ...string) error {
	for part := range slices.Chunk(rows, rowsAtOnce) {
		text, args, err := db.insertion(into, part, more...)
		if err != nil {
			return err
		}
		if _, err := db.Exec(ctx, text, args...); err != nil {
			return err
		}
	}
	return nil
}

// InsertIDs does the same and returns the ids that the rows have got, in their order; there are fewer where more leaves
// rows out.
func (db *DB) InsertIDs(ctx context.Context, into string, rows [][]any, more ...string) (ids []int64, err error) {
	for part := range slices.Chunk(rows, rowsAtOnce) {
		text, args, err := db.insertion(into, part, append(slices.Clip(more), "RETURNING id")...)
		if err != nil {
			return nil, err
		}
		got, err := db.IDs(ctx, text, args...)
		if err != nil {
			return nil, err
		}
		slices.Sort(got)
		ids = append(ids, got...)
	}
	return ids, nil
}

// orFail stands in a change whose failure ends the whole write: SQLite leaves what the statement has changed by then,
// and need not be able to undo it alone, for which it copies each page before it changes it.
func (db *DB) orFail() string {
	if db.dialect == SQLite {
		return " OR FAIL"
	}
	return ""
}

// insertion is one statement that adds rows to a table, in their order.
func (db *DB) insertion(into string, rows [][]any, more ...string) (string, []any, error) {
	end := strings.Join(append([]string{""}, more...), " ")
	values, from, args, err := db.spread(rows)
	if from == "" {
		return "INSERT" + db.orFail() + " INTO " + into + " VALUES (" + strings.Join(values, ", ") + ")" + end, args, err
	}
	if db.dialect == Postgres {
		from += " ORDER BY c.n"
	} else {
		from += " WHERE TRUE" // so that ON CONFLICT is not read as part of a join
	}
	return "INSERT" + db.orFail() + " INTO " + into + " SELECT " + strings.Join(values, ", ") + " FROM " + from + end,
		args, err
}

// spread lets one statement take many rows: values say what stands for each column. What is the same in all rows is a
// parameter of its own; the others come as one parameter, a list that the statement reads FROM. Of a single row nothing
// differs. A statement for all costs a fraction of one for each.
func (db *DB) spread(rows [][]any) (values []string, from string, args Args, err error) {
	differ, values := []int{}, make([]string, len(rows[0]))
	for i := range values {
		value, isSame := common(rows, i)
		switch {
		case isSame && len(rows) > 1 && value == nil:
			values[i] = "NULL" // of no kind that a parameter could have
		case isSame:
			values[i] = db.typed(args.Add(value), value, len(rows))
		default:
			values[i] = db.typed("c.value ->> "+strconv.Itoa(len(differ)), value, len(rows))
			differ = append(differ, i)
		}
	}
	if len(rows) == 1 {
		return values, "", args, nil
	}
	list := make([][]any, len(rows))
	for i, row := range rows {
		list[i] = make([]any, len(differ))
		for k, column := range differ {
			list[i][k] = row[column]
		}
	}
	text, err := json.Marshal(list)
	at := args.Add(string(text))
	if db.dialect == Postgres {
		return values, "json_array_elements(CAST(" + at + " AS json)) WITH ORDINALITY c(value, n)", args, err
	}
	return values, "json_each(" + at + ") c", args, err
}

// common is the value that a column has in all rows; otherwise one that it has in some row and that is not nil.
func common(rows [][]any, column int) (value any, isSame bool) {
	value, isSame = rows[0][column], true
	for _, row := range rows[1:] {
		if one := row[column]; one != rows[0][column] {
			isSame = false
			if value == nil {
				value = one
			}
		}
	}
	return value, isSame
}

// typed tells PostgreSQL of what kind a value is that does not stand alone in its statement.
func (db *DB) typed(expression string, value any, rows int) string {
	switch _, isText := value.(string); {
	case rows == 1 || db.dialect == SQLite:
		return expression
	case isText:
		return "CAST(" + expression + " AS TEXT)"
	default:
		return "CAST(" + expression + " AS BIGINT)"
	}
}
