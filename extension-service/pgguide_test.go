package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// ownDatabase is an empty one that the tools of PostgreSQL can be told of.
var ownDatabase = pgtest.Template{Fill: func(context.Context, string) error { return nil }}

// commandsOf are those of a part of docs/operating.md: the block of its backup, and that of its restore.
func commandsOf(t *testing.T, title string) (backUp, restore string) {
	t.Helper()
	blocks := blocksOf(t, title, 2)
	return blocks[0], blocks[1]
}

// blocksOf are the blocks of commands of a part of docs/operating.md, as many as are expected.
func blocksOf(t *testing.T, title string, many int) []string {
	t.Helper()
	text, err := os.ReadFile("../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(text), "\n## "+title+"\n")
	part, _, _ = strings.Cut(part, "\n## ")
	blocks := regexp.MustCompile(`(?m)(?:^    .+\n)+`).FindAllString(part, -1)
	if len(blocks) != many {
		t.Fatalf("%s has %d blocks of commands", title, len(blocks))
	}
	return blocks
}

// guided is what the commands of the guide are run with.
type guided struct {
	dir string
	env []string
}

func (g guided) run(t *testing.T, commands string) {
	t.Helper()
	shell := exec.CommandContext(t.Context(), "bash", "-euxo", "pipefail", "-c", commands)
	shell.Dir, shell.Env = g.dir, append(os.Environ(), g.env...)
	if output, err := shell.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
}

// secrets are the settings that are in no dump.
func (g guided) secrets() []string { return g.env[:1:1] }

// siblingDatabase is the address of another database of the same server.
func siblingDatabase(t *testing.T, address, name string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

// newGuided gives the commands the program, and takes away the databases they make.
func newGuided(t *testing.T, of programPlace, directus string) (guided, programPlace) {
	t.Helper()
	for _, tool := range []string{"pg_dump", "pg_restore", "createdb", "dropdb"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("the guide was not followed: no %s here", tool)
		}
	}
	g := guided{dir: t.TempDir()}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\n%s=\"$*\" exec %s\n", asProgram, program)
	if err := os.WriteFile(filepath.Join(g.dir, "extension-service"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	restored := programPlace{dir: filepath.Join(g.dir, "restored"), url: siblingDatabase(t, of.url, "poolkeeper_restored")}
	g.env = []string{
		"SIGNING_SECRET=" + of.secret,
		"PATH=" + g.dir + ":" + os.Getenv("PATH"), "DATABASE_URL=" + of.url, "DIRECTUS_URL=" + directus, "DATA_DIR=" + of.dir,
		"RESTORED_URL=" + restored.url, "RESTORED_DIRECTUS_URL=" + siblingDatabase(t, directus, "directus_restored"),
		"RESTORED_DIR=" + restored.dir,
	}
	drop := func() {
		for name, owner := range map[string]string{"poolkeeper_restored": of.url, "directus_restored": directus} {
			gone := exec.CommandContext(context.WithoutCancel(t.Context()), "dropdb", "--if-exists", "--force",
				"--maintenance-db="+owner, name)
			if output, err := gone.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, output)
			}
		}
	}
	drop()
	t.Cleanup(drop)
	return g, restored
}

// sums are the number of rows of each table of a database and a sum over all of them.
func sums(t *testing.T, address string) map[string]string {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(),
		"SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var name, sum string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		err := db.QueryRowContext(t.Context(), fmt.Sprintf(
			`SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') FROM %q t`, name)).Scan(&sum)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = sum
	}
	if err := rows.Err(); err != nil || len(out) == 0 {
		t.Fatalf("%d tables: %v", len(out), err)
	}
	return out
}

func differing(t *testing.T, before, after map[string]string) {
	t.Helper()
	for name, sum := range before {
		if after[name] != sum {
			t.Errorf("%s was %s and is %s", name, sum, after[name])
		}
	}
	if len(before) != len(after) {
		t.Errorf("of %d tables there are %d", len(before), len(after))
	}
}

// The commands of the guide are run as they stand there: a product on PostgreSQL is dumped, goes on, and is restored
// beside itself. Every table is what it was, uploads and sessions too; nothing goes out before somebody has released
// it.
func TestProvePostgreSQLGuide_CommandsAsWritten_RestoreTheProduct(t *testing.T) {
	t.Parallel()
	stress.SkipInShort(t, "starts the program three times")
	backUp, restore := commandsOf(t, "PostgreSQL")
	p, directus := programPlace{
		dir: filepath.Join(t.TempDir(), "data"), url: ownDatabase.Postgres(t),
		secret: "a secret that is kept elsewhere, as the guide says",
	}, ownDatabase.Postgres(t)
	g, restored := newGuided(t, p, directus)
	p.withService(t, func(s *app.Service) error { return s.FillAccounts(t.Context()) })
	p.env = append(g.secrets(), "SMTP_URL=smtp://127.0.0.1:1") // nobody takes mails there: they wait
	run := p.start(t)
	who := run.signIn(t)
	if got, err := who.send(t.Context(), request{
		method: "PUT", path: "/api/setting/portal.url",
		body: `{"value":"https://portal.example/start"}`,
	}); err != nil || got.status != 200 {
		t.Fatalf("%d %s, %v", got.status, got.body, err)
	}
	filled(t, who, "Acknowledged")
	file := who.table(t, "name\nNorrsken\n")
	run.Signal(t, syscall.SIGTERM)
	<-run.Done()
	change(t, p.url, "UPDATE mails SET due_at = created") // the next attempt
	change(t, directus, "CREATE TABLE d_translation_keys AS SELECT n AS id, 'key.' || n AS message_key, repeat('Ä', n) AS message_value FROM generate_series(1, 500) n")
	before, texts := sums(t, p.url), sums(t, directus)
	g.run(t, backUp)
	run = p.start(t) // it goes on, and is lost
	filled(t, run.signIn(t), "Too late")
	run.Kill()
	g.run(t, restore)
	differing(t, texts, sums(t, siblingDatabase(t, directus, "directus_restored")))
	after := sums(t, restored.url)
	for _, table := range []string{"restores", "installation"} { // which `hold` has changed
		delete(before, table)
		delete(after, table)
	}
	differing(t, before, after)

	restored.env = g.secrets()
	run = restored.start(t)
	who.base = "http://" + run.address // who was signed in still is
	for path, want := range map[string]string{
		"/api/project?title=Acknowledged": `"totalResults":1`, "/api/project?title=Too+late": `"totalResults":0`,
		"/api/resource/" + file: "Norrsken",
		"/api/restore":          `"mails":[{"name":"user.verify","count":1}]`,
	} {
		who.finds(t, path, want)
	}
	if found := sent(t, restored); len(found) > 0 {
		t.Errorf("held, and %v went out", found)
	}
	got, err := who.send(t.Context(), request{
		method: "POST", path: "/api/restore/release",
		body: `{"mails":"RELEASE","deliveries":"DROP","jobs":"DROP","reason":"The dump is of this hour"}`,
	})
	if err != nil || got.status != 200 {
		t.Fatalf("%d %s, %v", got.status, got.body, err)
	}
	tick, deadline := time.NewTicker(50*time.Millisecond), time.After(patience)
	defer tick.Stop()
	for len(sent(t, restored)) == 0 {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatal("what was released never went out")
		}
	}
}

// finds fails unless an answer holds something.
func (c *client) finds(t *testing.T, path, want string) {
	t.Helper()
	got, err := c.send(t.Context(), request{method: "GET", path: path})
	if err != nil || got.status != 200 || !strings.Contains(string(got.body), want) {
		t.Errorf("%s: %d %s, %v, and not %s", path, got.status, got.body, err, want)
	}
}

// filled has a product keep a project, and somebody who is written to.
func filled(t *testing.T, who *client, title string) {
	t.Helper()
	for _, r := range []request{
		{method: "POST", path: "/api/client", body: fmt.Sprintf(`{"name":%q,"code":%q,"currency":"EUR"}`, title,
			strings.ToUpper(title[:3]))},
		{method: "POST", path: "/api/freelancer", body: fmt.Sprintf(
			`{"firstName":"Ida","lastName":"Neu","email":"ida.%d@new.example"}`, len(title))},
		{method: "POST", path: "/api/legalEntity", body: fmt.Sprintf(`{"clientId":1,"name":%q}`, title)},
		{method: "POST", path: "/api/project", body: fmt.Sprintf(`{"clientId":1,"legalEntityId":1,"title":%q}`, title)},
	} {
		got, err := who.send(t.Context(), r)
		if err != nil || got.status != 201 {
			t.Fatalf("%s: %d %s, %v", r.path, got.status, got.body, err)
		}
	}
}

func change(t *testing.T, address, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), statement)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// sent are the mails that went out where no server is named.
func sent(t *testing.T, p programPlace) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(p.dir, "mail", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}
