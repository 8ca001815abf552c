package check

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "poolkeeper.example/extension-service"

// The floors of extension-service from the top. A package imports from its own floor and those below; cmd makes demo
// data, internal is for tests.
var floors = []string{"main", "app", "domains", "engine", "platform"}

// The domains from the top: one may import those below it.
var domainOrder = []string{
	"vms", "staff", "pools", "shortlist", "applications", "projects", "questions", "rates",
	"freelancers", "msps", "clients", "skills", "terms",
}

// The packages of engine/admin from the top: one may import those below it.
var adminOrder = []string{
	"imports", "check", "texts", "typescript", "statemachine", "resource", "query", "field", "postal", "money", "enum",
	"date", "decimal", "reserved", "source",
}

// What only the edge and the store may know: the web framework, HTTP, and the drivers.
var foreign = regexp.MustCompile(
	`^(github\.com/(gofiber|valyala/fasthttp|jackc|go-resty)|modernc\.org/sqlite|net/http$)`)

type imported struct{ file, from, path string }

// imports lists what the Go files of the service import, tests aside.
func imports(t *testing.T) []imported {
	t.Helper()
	var all []imported
	base := filepath.Join(root, "extension-service")
	err := filepath.WalkDir(base, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(base, name)
		if err != nil {
			return err
		}
		from := path.Dir(filepath.ToSlash(relative))
		for _, spec := range file.Imports {
			target, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			all = append(all, imported{relative, from, target})
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

// floorOf is the place of a package among the floors, and its domain if it is of one.
func floorOf(pkg string) (floor int, domain string) {
	first, rest, _ := strings.Cut(pkg, "/")
	if first == "domains" {
		domain, _, _ = strings.Cut(rest, "/")
	}
	return max(slices.Index(floors, first), 0), domain
}

func TestArrows_Imports_AreOfTheSameFloorOrBelow(t *testing.T) {
	t.Parallel()
	for _, i := range imports(t) {
		from, domain := floorOf(i.from)
		if domain != "" && foreign.MatchString(i.path) {
			t.Errorf("%s: a domain imports %s, which only the edge and the store may", i.file, i.path)
		}
		ours, isOurs := strings.CutPrefix(i.path, module+"/")
		if !isOurs {
			continue
		}
		to, other := floorOf(ours)
		if to < from {
			t.Errorf("%s of %s imports %s of %s", i.file, floors[from], ours, floors[to])
		}
		if domain != "" && other != "" && slices.Index(domainOrder, other) < slices.Index(domainOrder, domain) {
			t.Errorf("%s imports %s, which is above it in domainOrder", i.file, ours)
		}
		if domain != "" && !slices.Contains(domainOrder, domain) {
			t.Errorf("%s: domainOrder does not name the domain %s", i.file, domain)
		}
	}
}

func TestArrows_ImportsOfTheAdmin_AreOfPackagesBelow(t *testing.T) {
	t.Parallel()
	const admin = "engine/admin/"
	for _, i := range imports(t) {
		from, isOfAdmin := strings.CutPrefix(i.from, admin)
		if !isOfAdmin {
			continue
		}
		if !slices.Contains(adminOrder, from) {
			t.Errorf("%s: adminOrder does not name the package %s", i.file, from)
		}
		to, isInAdmin := strings.CutPrefix(i.path, module+"/"+admin)
		if isInAdmin && slices.Index(adminOrder, to) <= slices.Index(adminOrder, from) {
			t.Errorf("%s imports %s, which is not below it in adminOrder", i.file, to)
		}
	}
}

// Whose tables these are. Nobody else names one in SQL: what another may know stands in a view, which a migration
// makes. The uses of uploads are written by the store, together with the records that name them.
var owners = map[string][]string{
	"admin": {"import_rows", "imports"},
	"applications": {
		"application_attempts", "application_ends", "application_papers", "applications", "invitations",
		"outbound_tasks", "project_application_count",
	},
	"audit": {
		"audit", "audit_batches", "audit_changes", "audit_changes_done", "audit_fields", "audit_key", "audit_recent",
		"audit_segments", "audit_statements", "audit_stream",
		"audit_subjects", "audit_values",
	},
	"clients": {"clients", "legal_entities"},
	"backup":  {"backup_reports", "restores"},
	"content": {
		"findings_set_aside", "missing_texts", "seen_texts", "shipped_texts", "text_changes",
		"text_job_lines", "text_jobs", "text_seeding", "text_uploads",
	},
	"files": {"catalog_image_tags", "catalog_images", "resource_subjects", "resource_uses", "resources"},
	"freelancers": {
		"bound_clients", "erasure_requests", "freelancer_duplicates", "freelancer_consents",
		"freelancer_external_ids", "freelancer_languages", "freelancer_places", "freelancer_skills", "freelancers",
	},
	"jobs":  {"job_rows", "jobs"},
	"mail":  {"mail_lease", "mail_links", "mails"},
	"msps":  {"msp_grants", "msp_legal_entities", "msp_users", "msps"},
	"notes": {"note_mentions", "notes"},
	"pools": {
		"pool_categories", "pool_import_columns", "pool_import_pools", "pool_imports", "pool_member_tags",
		"pool_members", "pool_names", "pool_plan_rows", "pool_reminders", "pools",
	},
	"preferences": {"preferences", "shared_views"},
	"projects":    {"project_msps", "project_pools", "project_skills", "projects"},
	"questions":   {"question_answers", "questions"},
	"rates":       {"rate_versions"},
	"skills":      {"skill_names", "skill_terms"},
	"search":      {"index_differences", "index_rebuilds", "index_reports", "installation"},
	"planned":     {"planned_changes"},
	"schedule":    {"schedule_downtimes", "schedule_lines", "schedule_pauses", "schedule_runs", "schedules"},
	"settings":    {"settings"},
	"staff": {
		"impersonations", "staff", "staff_blocks", "staff_challenges", "staff_failures", "staff_gate", "staff_identities",
		"staff_logins", "staff_passkey_challenges", "staff_passkeys", "staff_password_calls", "staff_passwords",
		"staff_recovery_codes", "staff_refresh_tokens", "staff_seals", "staff_sessions", "staff_signing_keys", "staff_spent",
		"staff_totp",
	},
	"status": {"derived_records", "service_checks", "service_copies"},
	"store": {
		"changes", "idempotency", "outbox", "resource_subjects", "resource_uses", "schema_steps", "text_forms",
	},
	"download": {"tickets"},
	"vms": {
		"vms_connections", "vms_differences", "vms_events", "vms_exchanges", "vms_mappings", "vms_messages",
		"vms_proposals", "vms_shapes", "vms_values",
	},
}

// Demo data are made up as they would lie there after months, in everybody's tables.
var fillsAll = "cmd/seed/demo"

var (
	named   = regexp.MustCompile(`\b(FROM|JOIN|INTO|UPDATE|TABLE)\s+([a-z_]+)`)
	written = regexp.MustCompile(`\b(DELETE\s+FROM|INTO|UPDATE)\s+([a-z_]+)`)
	created = regexp.MustCompile(`CREATE (TABLE|VIEW) ([a-z_]+)|\{\{(?:tally|links) "([a-z_]+)"`)
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

func TestTables_Each_HasAnOwner(t *testing.T) {
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

// ownerOf is the name of a package as owners has it: below its floor.
func ownerOf(pkg string) string {
	parts := strings.Split(pkg, "/")
	return parts[min(1, len(parts)-1)]
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

// texts calls do with the constant texts of a file: sums of them as one, and the names of tables in declarations as
// SQL.
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
	return typ != nil && (typ.Sel.Name == "Link" && (key.Name == "Table" || key.Name == "Named") ||
		typ.Sel.Name == "Config" && key.Name == "Name")
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
func TestTables_InSQL_AreNamedByTheirOwnersOnly(t *testing.T) {
	t.Parallel()
	tables, views := schema(t)
	base := filepath.Join(root, "extension-service")
	seen := 0
	err := filepath.WalkDir(base, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		relative, err := filepath.Rel(base, name)
		if err != nil {
			return err
		}
		pkg := path.Dir(filepath.ToSlash(relative))
		if pkg == fillsAll {
			return nil
		}
		room := ownerOf(pkg)
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
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
	for _, part := range []string{"/cmd/seed/demo\n", "gofakeit"} {
		if strings.Contains(string(out), part) {
			t.Errorf("the binary for production contains %q", part)
		}
	}
}
