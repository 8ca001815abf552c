package main

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// The commands of the guide are run as they stand there: a product on PostgreSQL that went on after a base backup is
// brought back to a moment between two writes, and is held.
func TestGuideToAPointInTime_MomentBetweenTwoWrites_HasTheFirstAlone(t *testing.T) {
	t.Parallel()
	stress.SkipInShort(t, "starts a PostgreSQL of its own three times")
	blocks := blocksOf(t, "To a point in time", 4)
	const password = "a password of the superuser"
	server := pgtest.NewOwnServer(t, password)
	admin := server.URL("postgres", password, "postgres")
	in := func(name string) string { return filepath.Join(server.Dir(), name) }
	env := []string{
		"ADMIN_URL=" + admin, "ARCHIVE=" + in("archive"), "BASE=" + in("base"), "RECOVERED=" + in("recovered"),
		"PGDATA=" + server.Data(),
	}
	server.Shell(t, `mkdir "$ARCHIVE"`, env...)
	server.Shell(t, blocks[0], env...)
	server.Stop(t)
	server.Start(t)

	p := programPlace{dir: filepath.Join(t.TempDir(), "data"), url: admin}
	p.withService(t, func(s *app.Service) error { return s.FillAccounts(t.Context()) })
	run := p.start(t)
	who := run.signIn(t)
	filled(t, who, "Before")
	server.Shell(t, blocks[1], env...)
	filled(t, who, "Expected")
	moment := time.Now().UTC().Format("2006-01-02T15:04:05.000000-07:00")
	filled(t, who, "Mistake")
	run.Signal(t, syscall.SIGTERM)
	<-run.Done()
	server.Stop(t)
	server.Shell(t, blocks[2], append(env, "MOMENT="+moment)...)
	server.StartIn(t, in("recovered"))

	command := strings.Fields(strings.ReplaceAll(blocks[3], `"$MOMENT"`, moment))
	p.run(t, command[1:]...)
	who = p.start(t).signIn(t)
	for path, want := range map[string]string{
		"/api/project?title=Before": `"totalResults":1`, "/api/project?title=Expected": `"totalResults":1`,
		"/api/project?title=Mistake": `"totalResults":0`, "/api/restore": `"held":true`,
	} {
		who.finds(t, path, want)
	}
}
