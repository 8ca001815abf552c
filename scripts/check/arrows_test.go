package check

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "poolkeeper.example/extension-service"

// What is not a domain. Every other folder of extension-service is one; demo fills them all and may know them, as
// app does; example starts the product with a resource of its own, as main does.
var infrastructure = []string{
	"app", "audit", "backup", "canonical", "config", "content", "dashboard", "fault", "files", "fragments", "freeport", "httpclient", "jobs", "mail", "monitor", "openid", "pdf", "prove", "ratelimit", "resource", "role", "schedule", "seal", "search", "settings", "spreadsheet", "store", "vmstest",
}

// What a domain may import of ours: the engine, the one form of texts, the form of the cards it gives to the start page, of the mails it
// sends, of the jobs it declares and of the files it reads, the bound on calls that anybody may make, and calls that it makes itself.
var domainImports = []string{"canonical", "dashboard", "fault", "jobs", "httpclient", "mail", "pdf", "ratelimit", "resource", "role", "schedule", "seal", "spreadsheet", "store"}

// What only the edge and the store may know: the web framework, HTTP, and the drivers.
var foreign = regexp.MustCompile(`^(github\.com/(gofiber|valyala/fasthttp|jackc|go-resty)|modernc\.org/sqlite|net/http$)`)

type imported struct{ file, from, path string }

// imports lists what the Go files of the service import, tests aside.
func imports(t *testing.T) []imported {
	t.Helper()
	var all []imported
	base := filepath.Join(root, "extension-service")
	err := filepath.WalkDir(base, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(base, path)
		if err != nil {
			return err
		}
		from, _, _ := strings.Cut(filepath.ToSlash(relative), "/")
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			all = append(all, imported{relative, from, name})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no import found: the check looks in the wrong place")
	}
	return all
}

func isDomain(name string) bool {
	return !strings.HasSuffix(name, ".go") && !slices.Contains(infrastructure, name)
}

func TestArrowsGoOneWay(t *testing.T) {
	t.Parallel()
	for _, i := range imports(t) {
		ours, inside := strings.CutPrefix(i.path, module+"/")
		target, _, _ := strings.Cut(ours, "/")
		switch {
		case slices.Contains([]string{"main.go", "demo_on.go", "demo_off.go", "app", "demo", "example"}, i.from) || target == i.from:
		case inside && target == "app":
			t.Errorf("%s imports app, which only main may", i.file)
		case inside && isDomain(target):
			t.Errorf("%s imports the domain %s", i.file, target)
		case isDomain(i.from) && inside && !slices.Contains(domainImports, target):
			t.Errorf("%s: a domain imports %s; it may know %v", i.file, target, domainImports)
		case isDomain(i.from) && foreign.MatchString(i.path):
			t.Errorf("%s: a domain imports %s, which only the edge and the store may", i.file, i.path)
		}
	}
}

// Whose tables these are. Nobody else names one in SQL: what another may know stands in a view, which a migration makes. The
// uses of uploads are written by the store, together with the records that name them.
var owners = map[string][]string{
	"applications": {"application_attempts", "application_ends", "application_papers", "applications", "invitations", "outbound_tasks", "project_application_count"},
	"audit":        {"audit", "audit_batches", "audit_recent", "audit_stream", "audit_subjects", "audit_values"},
	"clients":      {"clients", "legal_entities"},
	"backup":       {"restores"},
	"content":      {"findings_set_aside", "missing_texts", "seen_texts", "text_changes", "text_job_lines", "text_jobs"},
	"files":        {"catalog_image_tags", "catalog_images", "resource_subjects", "resource_uses", "resources"},
	"freelancers":  {"bound_clients", "erasure_requests", "freelancer_duplicates", "freelancer_external_ids", "freelancers"},
	"jobs":         {"job_rows", "jobs"},
	"mail":         {"mail_lease", "mail_links", "mails"},
	"msps":         {"msp_grants", "msp_legal_entities", "msp_users", "msps"},
	"pools":        {"pool_categories", "pool_import_columns", "pool_import_pools", "pool_imports", "pool_members", "pool_names", "pool_plan_rows", "pool_reminders", "pools"},
	"preferences":  {"preferences"},
	"projects":     {"project_msps", "project_pools", "projects"},
	"questions":    {"question_answers", "questions"},
	"rates":        {"rate_versions"},
	"search":       {"index_differences", "index_rebuilds", "index_reports"},
	"schedule":     {"schedule_lines", "schedule_pauses", "schedule_runs", "schedules"},
	"settings":     {"settings"},
	"staff": {
		"impersonations", "staff", "staff_blocks", "staff_challenges", "staff_failures", "staff_gate", "staff_identities", "staff_logins", "staff_password_calls", "staff_passwords",
		"staff_recovery_codes", "staff_refresh_tokens", "staff_seals", "staff_sessions", "staff_signing_keys", "staff_spent", "staff_totp",
	},
	"status":  {"service_checks", "service_copies"},
	"store":   {"changes", "idempotency", "outbox", "resource_subjects", "resource_uses", "text_forms"},
	"tickets": {"tickets"},
	"vms":     {"vms_connections", "vms_differences", "vms_exchanges", "vms_mappings", "vms_messages", "vms_proposals", "vms_shapes", "vms_values"},
}

// Demo data are made up as they would lie there after months, in everybody's tables.
var fillsAll = "demo"

var (
	named   = regexp.MustCompile(`\b(FROM|JOIN|INTO|UPDATE|TABLE)\s+([a-z_]+)`)
	written = regexp.MustCompile(`\b(DELETE\s+FROM|INTO|UPDATE)\s+([a-z_]+)`)
	created = regexp.MustCompile(`CREATE (TABLE|VIEW) ([a-z_]+)|\{\{tally "([a-z_]+)"`)
)

// schema lists the tables and the views that migrations make.
func schema(t *testing.T) (tables, views []string) {
	t.Helper()
	for file := range sources(t, "extension-service/engine/store/migrations", ".sql") {
		for _, hit := range created.FindAllStringSubmatch(read(t, file), -1) {
			switch {
			case hit[1] == "VIEW":
				views = append(views, hit[2])
			default:
				tables = append(tables, hit[2]+hit[3])
			}
		}
	}
	return tables, views
}

func TestEveryTableHasAnOwner(t *testing.T) {
	t.Parallel()
	tables, views := schema(t)
	if len(tables) == 0 || len(views) == 0 {
		t.Fatal("no table found: the check looks in the wrong place")
	}
	owned := slices.Concat(slices.Collect(maps.Values(owners))...)
	for _, table := range tables {
		if !slices.Contains(owned, table) {
			t.Errorf("nobody owns the table %s: owners has to say who does", table)
		}
	}
	for _, table := range owned {
		if !slices.Contains(tables, table) {
			t.Errorf("no migration makes the table %s, which owners names", table)
		}
	}
}

// foreignTables says what is wrong with the tables that a room names in one text of SQL, or as one name.
func foreignTables(room string, tables, views []string, text string) (wrong []string) {
	for _, hit := range written.FindAllStringSubmatch(text, -1) {
		if slices.Contains(views, hit[2]) {
			wrong = append(wrong, "writes the view "+hit[2])
		}
	}
	for _, hit := range named.FindAllStringSubmatch(text, -1) {
		if slices.Contains(tables, hit[2]) && !slices.Contains(owners[room], hit[2]) {
			wrong = append(wrong, "names the table "+hit[2])
		}
	}
	return wrong
}

// texts calls do with the constant texts of a file: sums of them as one, and the names of tables in declarations as SQL.
func texts(file *ast.File, do func(at token.Pos, text string)) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if text := summed(n); n.Op == token.ADD && text != "" {
				do(n.Pos(), text)
				return true
			}
		case *ast.BasicLit:
			do(n.Pos(), summed(n))
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok && namesTable(n, kv) {
					do(kv.Pos(), "FROM "+summed(kv.Value))
				}
			}
		}
		return true
	})
}

// namesTable says whether a field of a declaration is the name of a table.
func namesTable(of *ast.CompositeLit, field *ast.KeyValueExpr) bool {
	key, ok := field.Key.(*ast.Ident)
	if !ok {
		return false
	}
	typ, _ := of.Type.(*ast.SelectorExpr)
	return typ != nil && (typ.Sel.Name == "Link" && (key.Name == "Table" || key.Name == "Named") || typ.Sel.Name == "Config" && key.Name == "Name")
}

// summed is a constant text, with a mark for what only a run knows.
func summed(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return text
		}
	case *ast.BinaryExpr:
		return summed(e.X) + summed(e.Y)
	}
	return "?"
}

// A domain names its own tables and the views of others.
func TestTablesAreNamedByTheirOwners(t *testing.T) {
	t.Parallel()
	tables, views := schema(t)
	base := filepath.Join(root, "extension-service")
	seen := 0
	err := filepath.WalkDir(base, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		relative, err := filepath.Rel(base, path)
		if err != nil {
			return err
		}
		room, _, _ := strings.Cut(filepath.ToSlash(relative), "/")
		if room == fillsAll {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		wrong := map[string]bool{}
		texts(file, func(at token.Pos, text string) {
			seen++
			for _, one := range foreignTables(room, tables, views, text) {
				wrong[strconv.Itoa(set.Position(at).Line)+" "+one] = true
			}
		})
		for one := range wrong {
			t.Errorf("%s:%s, which is another's: its owner answers for a view of it", relative, one)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen == 0 {
		t.Fatal("no text found: the check looks in the wrong place")
	}
}

func TestProductionBinary_BuiltWithoutTags_HasNoDemoData(t *testing.T) {
	t.Parallel()
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "./extension-service")
	list.Dir = root
	out, err := list.Output()
	if err != nil || !strings.Contains(string(out), module+"/app\n") {
		t.Fatalf("go list: %v", err)
	}
	for _, part := range []string{"/demo\n", "gofakeit"} {
		if strings.Contains(string(out), part) {
			t.Errorf("the binary for production contains %q", part)
		}
	}
}
