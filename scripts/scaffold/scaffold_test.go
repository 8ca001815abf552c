package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
)

// newTree is a copy of what the command reads and edits.
func newTree(t *testing.T) tree {
	t.Helper()
	root := t.TempDir()
	for _, name := range []string{permissionsFile, domainsFile, sidebarFile} {
		copyFile(t, root, name)
	}
	for _, folder := range []string{domainsDir, "extension-service/engine/files", "extension-service/engine/mail"} {
		for _, name := range sources(t, folder) {
			copyFile(t, root, name)
		}
	}
	for _, dir := range []string{migrationsDir, seedDir} {
		if err := os.CopyFS(filepath.Join(root, dir), os.DirFS(filepath.Join("../..", dir))); err != nil {
			t.Fatal(err)
		}
	}
	return tree{root: root}
}

// sources are the Go files below a folder, without tests.
func sources(t *testing.T, folder string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join("../..", folder), func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			out = append(out, strings.TrimPrefix(path, "../../"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// kindOf is a resource as make resource reads it, in the group of users.
func kindOf(t *testing.T, tr tree, name string, fields ...string) kind {
	t.Helper()
	p, err := tr.readProduct()
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.newKind(kind{Name: name, Group: "users", Roles: "ad"}, fields)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func copyFile(t *testing.T, root, name string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", name))
	if err == nil {
		err = os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(root, name), text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// contents are all files below the root.
func (tr *tree) contents(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(tr.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		out[strings.TrimPrefix(path, tr.root+"/")] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What is written and taken away again leaves every byte as it was.
func TestScaffold_AddedAndRemoved_LeavesNothing(t *testing.T) {
	t.Parallel()
	tr := newTree(t)
	before := tr.contents(t)
	r := kindOf(t, tr, "tradeFair",
		"name:text!", "freelancer:ref!", "place:ref:project", "pool:ref", "startsOn:date", "level:enum(SMALL|LARGE)!",
		"open:bool", "paper:file", "begunAt:instant", "share:percent")
	if err := tr.add(r); err != nil {
		t.Fatal(err)
	}
	with := tr.contents(t)
	for name, parts := range map[string][]string{
		"extension-service/domains/tradefairs/tradefair.go": {
			"type TradeFair struct", "PlaceTitle", `from:"placeId.title"`, `Route: "/users/tradefairs"`,
			"Forgotten: resource.ByDeletion()",
			`Through: []string{"freelancerId"}`, "role.TradeFairDelete", `"time"`,
			`from:"poolId.vms_name"`, // the column, not the field
		},
		"extension-service/domains/tradefairs/tradefair_test.go": {
			"TestTradeFair_Input_FollowsItsRules", `{Resource: "pool", Table: "pools", Column: "vms_name"}`,
			`"level":        "SMALL"`,
			`{Field: "name", Value: strings.Repeat("x", 200+1), Message: "validation.max"}`,
			`{Field: "freelancerId", Value: 2, Message: "validation.reference"}`,
			`{Field: "share", Value: 101, Message: "validation.maxValue"}`, `"PUT": role.TradeFairUpdate`,
		},
		"directus-schema/seed/de/tradefair.json": {
			`"resources.tradeFair.fields.freelancerName": "Freelancer"`,
			`"resources.tradeFair.sections.general": "Allgemein"`,
		},
		permissionsFile: {`TradeFairRead`, `"tradeFair.delete"`, `{TradeFairCreate, "ad"}`},
		domainsFile: {
			"d.tradeFairs = build(s, tradefairs.New)",
			"tradefairs.Resource, d.tradeFairs", "*tradefairs.Service",
			`"poolkeeper.example/extension-service/domains/tradefairs"`,
		},
	} {
		for _, part := range parts {
			if !strings.Contains(with[name], part) {
				t.Errorf("%s does not say %s:\n%s", name, part, with[name])
			}
		}
	}
	if err := tr.add(r); err == nil {
		t.Error("a resource is written twice")
	}
	if err := tr.remove(r); err != nil {
		t.Fatal(err)
	}
	after := tr.contents(t)
	for name := range with {
		if before[name] != after[name] {
			t.Errorf("%s is another", name)
		}
	}
	if err := tr.remove(r); err == nil {
		t.Error("what is not there is removed")
	}
}

// A status comes with its table of moves, an amount with its currency, a part with the reference to its whole.
func TestScaffold_StatusAmountAndPart_AreGeneratedCompletely(t *testing.T) {
	t.Parallel()
	tr := newTree(t)
	fair := kindOf(t, tr, "tradeFair", "name:text!", "cost:money", "stage:status(DRAFT|SOLD_OUT|OVER)")
	if err := tr.add(fair); err != nil {
		t.Fatal(err)
	}
	p, err := tr.readProduct()
	if err != nil {
		t.Fatal(err)
	}
	booth, err := p.newKind(kind{Name: "booth", Group: "users", Roles: "ad", Part: "tradeFair"}, []string{"day:date!"})
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.add(booth); err != nil {
		t.Fatal(err)
	}
	with := tr.contents(t)
	for name, parts := range map[string][]string{
		"extension-service/domains/tradefairs/tradefair.go": {
			`json:"stage" check:"readonly"`, `json:"currency" kind:"currency"`, `StageSoldOut Stage = "SOLD_OUT"`,
			"New: func() TradeFair { return TradeFair{Stage: StageDraft} }", "statuses.Board(nil)",
			"{From: []Stage{StageSoldOut}, To: StageOver, Needs: role.TradeFairUpdate},",
			"{From: []Stage{StageOver}, To: StageSoldOut, Needs: role.TradeFairUpdate, Reverts: true",
			`resource.Section("general", &v.Name, &v.Cost, &v.Currency)`,
		},
		"directus-schema/seed/de/tradefair.json": {
			`"resources.tradeFair.actions.changeStatus.label": "Status ändern"`,
			`"resources.tradeFair.fields.currency": "Währung"`,
		},
		"extension-service/domains/booths/booth.go": {
			"Title: &v.Day, PartOf: &v.TradeFairID", `Through: []string{"tradeFairId"}`,
		},
		"extension-service/domains/booths/booth_test.go": {`{Resource: "tradeFair", Table: "trade_fairs", Column: "name"}`},
	} {
		for _, part := range parts {
			if !strings.Contains(with[name], part) {
				t.Errorf("%s does not say %s:\n%s", name, part, with[name])
			}
		}
	}
}

// A database of this tree that has run the migration knows the program without it again: no table, and no number.
func TestScaffold_RemovedTable_LeavesTheDatabaseOfTheTree(t *testing.T) {
	t.Setenv("DATABASE_URL", "")
	t.Setenv("DATA_DIR", "")
	tr := newTree(t)
	r := kindOf(t, tr, "tradeFair", "name:text!")
	if err := os.Mkdir(filepath.Join(tr.root, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	opened := func(do func(db *store.DB) error) error {
		db, err := store.Open(t.Context(), filepath.Join(tr.root, "data/poolkeeper.db"))
		if err != nil {
			return err
		}
		return errors.Join(do(db), db.Close())
	}
	migrated := func() error {
		return opened(func(db *store.DB) error {
			return db.MigrateFrom(t.Context(), os.DirFS(filepath.Join(tr.root, "extension-service/engine/store")),
				"goose_db_version")
		})
	}
	changed := func(statement string) error {
		return opened(func(db *store.DB) error {
			return db.Write(t.Context(), func(ctx context.Context) error { _, err := db.Exec(ctx, statement); return err })
		})
	}
	if err := errors.Join(tr.add(r), migrated(), changed(
		"INSERT INTO trade_fairs (version, created, created_by, last_updated, last_updated_by, name, name_fold) VALUES (1, 1, '', 1, '', 'Basel', 'basel')")); err != nil {
		t.Fatal(err)
	}
	with := tr.contents(t)
	if err := tr.remove(r); err == nil || !strings.Contains(err.Error(),
		"the table trade_fairs stays in data/poolkeeper.db, and so does everything else") {
		t.Errorf("a table with a row goes: %v", err)
	}
	for name, text := range tr.contents(t) {
		if with[name] != text && !strings.HasPrefix(name, "data/") {
			t.Errorf("%s is another after the refusal", name)
		}
	}
	if err := errors.Join(changed("DELETE FROM trade_fairs"), tr.remove(r)); err != nil {
		t.Fatal(err)
	}
	if report := strings.Join(tr.touched, "\n"); !strings.Contains(report,
		"the table trade_fairs in data/poolkeeper.db is gone") {
		t.Errorf("it says %s", report)
	}
	if err := migrated(); err != nil {
		t.Errorf("the product without it: %v", err)
	}
}

// A table that others may have is taken away by a migration, with what finds parts of its texts as they are called by
// then.
func TestScaffold_CommittedTable_IsRemovedByAMigration(t *testing.T) {
	t.Parallel()
	tr := newTree(t)
	r := kindOf(t, tr, "tradeFair", "name:text!", "host:text")
	if err := tr.add(r); err != nil {
		t.Fatal(err)
	}
	if err := tr.write(migrationsDir+"/9998_trade_fairs_city.sql",
		[]byte(`{{uncontains "trade_fairs" "host_fold"}}{{contains "trade_fairs" "city_fold"}}`)); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}} {
		c := exec.Command("git", args...)
		c.Dir = tr.root
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v, %s", args, err, out)
		}
	}
	if err := tr.remove(r); err != nil {
		t.Fatal(err)
	}
	left := tr.contents(t)
	if got := left[migrationsDir+"/9999_no_trade_fairs.sql"]; !strings.Contains(got,
		`{{gone "trade_fairs" "name_fold" "city_fold"}}`) {
		t.Errorf("the last migration says %q", got)
	}
	if left[migrationsDir+"/9998_trade_fairs_city.sql"] == "" {
		t.Error("a migration that others may have run is gone")
	}
}

// What still needs the resource is named line by line, and then nothing is removed at all.
func TestScaffold_SomethingRefersToTheResource_NothingIsRemoved(t *testing.T) {
	t.Parallel()
	tr := newTree(t)
	r := kindOf(t, tr, "tradeFair", "name:text!")
	if err := tr.add(r); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"extension-service/domains/pools/fairs.go":         "package pools\n\nimport _ \"poolkeeper.example/extension-service/domains/tradefairs\"\n\nvar _ = role.TradeFairRead\n",
		"extension-service/domains/pools/booth.go":         "package pools\n\ntype Booth struct {\n\tFairID int64 `json:\"fairId\" kind:\"ref:tradeFair\"`\n\tFairs int64 `derived:\"count tradeFair.boothId\"`\n}\n",
		migrationsDir + "/9998_booths.sql":                 "CREATE TABLE booths (\n\tfair_id BIGINT REFERENCES trade_fairs (id)\n);\n",
		"admin-ui/src/resources/index.ts":                  "export const resources = {\n  tradeFair,\n};\n",
		"admin-ui/src/generated/resources.ts":              "export interface resources {\n  tradeFair: 1,\n}\n",
		"e2e/90-fairs.test.mjs":                            "await get('/api/tradeFair');\n",
		"directus-schema/seed/de/booth.json":               "{\n  \"resources.tradeFair.actions.open.label\": \"Öffnen\"\n}\n",
		"extension-service/domains/pools/tradefairing.txt": "tradeFair\n",
	} {
		if err := tr.write(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := tr.edit(domainsFile, func(text string) (string, error) {
		return strings.Replace(text, "slices.Concat(", "slices.Concat(d.tradeFairs.Cards(), ", 1), nil
	}); err != nil {
		t.Fatal(err)
	}
	before := tr.contents(t)
	err := tr.remove(r)
	if err == nil {
		t.Fatal("it is removed")
	}
	for _, want := range []string{
		"9 lines refer to tradeFair, and nothing was removed", "extension-service/domains/pools/fairs.go:3: ",
		"fairs.go:5: var _ = role.TradeFairRead", "booth.go:4: ", "booth.go:5: ",
		"9998_booths.sql:2: ", "admin-ui/src/resources/index.ts:2: tradeFair,", "e2e/90-fairs.test.mjs:1: ",
		"seed/de/booth.json:2: ",
		domainsFile + ":", "return slices.Concat(d.tradeFairs.Cards(), ",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
	after := tr.contents(t)
	for name, text := range before {
		if after[name] != text {
			t.Errorf("%s is another", name)
		}
	}
}
