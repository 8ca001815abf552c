package store

import (
	"context"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Migration is one step of the schema, as its file says. Its comment begins with `expand:` or `contract:`; without
// either, one that takes nothing away expands.
type Migration struct {
	Version  int64
	Name     string   // of the file
	Contract bool     // an older version of the service cannot go on beside it
	Marked   bool     // its comment says which of the two it is
	Summary  string   // what it does, in the words of its first comment
	Removes  []string // what it drops, renames or newly demands, as its statements say
}

// Migrations are those of the service, in their order.
func Migrations() ([]Migration, error) { return MigrationsIn(migrations) }

// MigrationsIn are those of a folder migrations/*.sql.
func MigrationsIn(fsys fs.FS) ([]Migration, error) {
	names, err := fs.Glob(fsys, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	out := make([]Migration, len(names))
	for i, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		number, _, _ := strings.Cut(path.Base(name), "_")
		m := Migration{Name: path.Base(name), Summary: firstComment(string(text)), Removes: removals(string(text))}
		if m.Version, err = strconv.ParseInt(number, 10, 64); err != nil {
			return nil, err
		}
		kind, rest, marked := strings.Cut(m.Summary, ": ")
		if m.Marked = marked && (kind == "expand" || kind == "contract"); m.Marked {
			m.Summary = rest
		}
		m.Contract = m.Marked && kind == "contract" || !m.Marked && len(m.Removes) > 0
		out[i] = m
	}
	return out, nil
}

// firstComment is the first comment of a migration, in one line.
func firstComment(text string) string {
	var words []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if comment, is := strings.CutPrefix(line, "-- "); is && !strings.HasPrefix(comment, "+goose") {
			words = append(words, comment)
		} else if !is && line != "" {
			break
		}
	}
	return strings.Join(words, " ")
}

var (
	comments    = regexp.MustCompile(`(?m)--.*$`)
	removalRule = regexp.MustCompile(`(?i)\bDROP TABLE (?:IF EXISTS )?(\w+)|\bDROP VIEW (?:IF EXISTS )?(\w+)|` +
		`\bALTER TABLE (\w+)\s+(?:DROP COLUMN (\w+)|RENAME COLUMN (\w+)|RENAME TO (\w+))|` +
		`\bALTER TABLE (\w+)\s+ADD COLUMN (\w+) ([^;]*)`)
	createRule = regexp.MustCompile(`(?i)\bCREATE (?:TABLE|VIEW) (?:IF NOT EXISTS )?(\w+)|\bRENAME TO (\w+)`)
)

// removals are what the statements of a migration take from whoever knows the schema before it: tables, views and
// columns that are dropped or renamed and not made again, and new columns that every row must name.
func removals(text string) (out []string) {
	text = comments.ReplaceAllString(text, "")
	made := map[string]bool{}
	for _, m := range createRule.FindAllStringSubmatch(text, -1) {
		made[strings.ToLower(m[1]+m[2])] = true
	}
	for _, m := range removalRule.FindAllStringSubmatch(text, -1) {
		table, operation := m[3], strings.ToLower(m[1]+m[2])
		switch demand := strings.ToUpper(m[9]); {
		case operation != "" && !made[operation]:
			out = append(out, operation)
		case m[4]+m[5] != "":
			out = append(out, table+"."+m[4]+m[5])
		case m[6] != "" && !made[strings.ToLower(table)] && !strings.Contains(text, "CREATE TABLE "+table):
			out = append(out, table)
		case m[7] != "" && strings.Contains(demand, "NOT NULL") && !strings.Contains(demand, "DEFAULT"):
			out = append(out, m[7]+"."+m[8])
		}
	}
	return slices.Compact(out)
}

// SchemaState is how the schema of a database stands to the migrations of this program.
type SchemaState struct {
	Version int64       // of the last migration that has run; 0 for an empty database
	Pending []Migration // that have not run yet
	Newer   []int64     // that have run and that this program does not know
	known   int64       // the last that it knows
}

// SchemaState reads it. Nothing is changed.
func (db *DB) SchemaState(ctx context.Context) (SchemaState, error) {
	return db.schemaState(ctx, migrations, serviceVersions)
}

func (db *DB) schemaState(ctx context.Context, fsys fs.FS, versions string) (out SchemaState, err error) {
	known, err := MigrationsIn(fsys)
	if err != nil {
		return out, err
	}
	ran := map[int64]bool{}
	if db.hasTable(ctx, versions) {
		var version int64
		err = db.Each(ctx, []any{&version}, func() error {
			ran[version] = true
			out.Version = max(out.Version, version)
			return nil
		}, "SELECT DISTINCT version_id FROM "+versions+" WHERE is_applied ORDER BY version_id")
		if err != nil {
			return out, err
		}
	}
	for _, m := range known {
		if out.known = max(out.known, m.Version); !ran[m.Version] {
			out.Pending = append(out.Pending, m)
		}
	}
	for version := range ran {
		if version > out.known {
			out.Newer = append(out.Newer, version)
		}
	}
	slices.Sort(out.Newer)
	return out, nil
}

// hasTable says whether a table is there: an empty database has none. To ask the table itself would be an error in the
// log of PostgreSQL.
func (db *DB) hasTable(ctx context.Context, name string) bool {
	catalogue := "SELECT 1 WHERE to_regclass($1::text) IS NOT NULL"
	if db.dialect == SQLite {
		catalogue = "SELECT 1 FROM sqlite_schema WHERE name = $1"
	}
	found, err := db.Row(ctx, []any{new(int64)}, catalogue, name)
	return err == nil && found
}

// CanStart says whether this program can work with the schema once what is pending has run.
func (db *DB) CanStart(ctx context.Context, state SchemaState) error {
	return db.refuseNewer(ctx, state)
}

// recordSteps writes down of each migration whether it takes something away, for programs that do not know it.
func (db *DB) recordSteps(ctx context.Context, steps []Migration) error {
	if len(steps) == 0 || !db.hasTable(ctx, "schema_steps") {
		return nil
	}
	rows, versions := make([][]any, len(steps)), make([]int64, len(steps))
	for i, m := range steps {
		rows[i], versions[i] = []any{m.Version, driverValue(m.Contract)}, m.Version
	}
	args := Args{}
	return db.Write(ctx, func(ctx context.Context) error {
		statement := "DELETE FROM schema_steps WHERE version IN " + OneOf(versions, args.Add)
		if _, err := db.Exec(ctx, statement, args...); err != nil {
			return err
		}
		return db.Insert(ctx, "schema_steps (version, contract)", rows)
	})
}

// expandsOnly says whether the schema has everything that this program needs although a newer one has changed it: each
// of the migrations that it does not know only adds.
func (db *DB) expandsOnly(ctx context.Context, newer []int64) (bool, error) {
	if !db.hasTable(ctx, "schema_steps") {
		return false, nil
	}
	args := Args{}
	var n int64
	_, err := db.Row(ctx, []any{&n}, "SELECT count(*) FROM schema_steps WHERE contract = 0 AND version IN "+
		OneOf(newer, args.Add), args...)
	return n == int64(len(newer)), err
}

// MigrationFiles are the files of the migrations of the service.
func MigrationFiles() fs.FS { return migrations }
