package app_test

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/platform/config"
)

// pooled starts PgBouncer in its mode of transactions before a database and returns the address through it. Debian's
// package pgbouncer brings it; without it the test is skipped.
func pooled(t *testing.T, address string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		t.Skip(err)
	}
	to, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	users, settings := filepath.Join(dir, "users"), filepath.Join(dir, "pgbouncer.ini")
	text := fmt.Sprintf("[databases]\npooled = host=%s port=%d dbname=%s user=%s\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"+
		"listen_port = %d\nunix_socket_dir =\nauth_type = trust\nauth_file = %s\npool_mode = transaction\n"+
		"default_pool_size = 5\nmax_client_conn = 200\n", to.Host, to.Port, to.Database, to.User, port, users)
	for path, text := range map[string]string{users: strconv.Quote(to.User) + ` ""`, settings: text} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	pooler := exec.CommandContext(context.WithoutCancel(t.Context()), program, settings) // it ends after the product
	if os.Getuid() == 0 {                                                                // which it refuses to be
		pooler.SysProcAttr = unprivileged(t, dir)
	}
	var output strings.Builder
	pooler.Stderr = &output
	if err := pooler.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _ = pooler.Process.Kill(); pooler.Wait() != nil && t.Failed() {
			t.Log(output.String())
		}
	})
	for deadline := time.Now().Add(10 * time.Second); ; <-time.After(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			_ = conn.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("PgBouncer does not listen: %v %s", err, output.String())
		}
	}
	out := url.URL{Scheme: "postgres", User: url.User(to.User), Host: fmt.Sprint("127.0.0.1:", port), Path: "/pooled"}
	out.RawQuery = "sslmode=disable"
	return out.String()
}

// unprivileged lets a process run as the user whom PostgreSQL runs as, who may read its folder and reach its socket.
func unprivileged(t *testing.T, dir string) *syscall.SysProcAttr {
	t.Helper()
	postgres, err := user.Lookup("postgres")
	if err != nil {
		t.Skip(err)
	}
	for ; dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	uid, _ := strconv.ParseUint(postgres.Uid, 10, 32)
	gid, _ := strconv.ParseUint(postgres.Gid, 10, 32)
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}

// Behind PgBouncer in its mode of transactions an empty database is migrated, records are written and found, and jobs
// and scheduled runs are done.
func TestPooler_TransactionMode_Works(t *testing.T) {
	t.Parallel()
	through := func(address string) config.Settings {
		settings := settingsIn(t.TempDir(), pooled(t, address))
		settings.DBPooler = config.TransactionPooler
		return settings
	}
	s, err := app.Open(t.Context(), through(emptyDatabase.Postgres(t)), silent())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	settings := through(furnished.Postgres(t))
	p := openProduct(t, settings)
	p.jobs(t)
	first := p.newProject(t, "Boat builder")
	for n := range 30 { // more than the pooler has connections, one after the other on any of them
		p.expect(t, "csm", "GET /api/project?title=Boat", "", 200, "Boat builder")
		p.newProject(t, fmt.Sprint("Another ", n))
	}
	p.expect(t, "csm", fmt.Sprint("GET /api/project/", first), "", 200, "Boat builder")
	p.ran(t, `{"name":"auth.cleanup"}`)
	if _, err := app.SchemaState(t.Context(), settings); err != nil {
		t.Error(err)
	}
}
