package pgtest

import (
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// OwnServer is a PostgreSQL of one test's own, which asks for passwords as one of an installation does. It can be
// stopped and started again with what it holds, and keeps what it has acknowledged.
type OwnServer struct {
	*server

	bin, data string
	as        *syscall.SysProcAttr
}

// NewOwnServer starts one whose superuser postgres has this password, made with these options of initdb. It goes with
// the test. Where no PostgreSQL is installed it does as Postgres.
func NewOwnServer(t testing.TB, password string, options ...string) *OwnServer {
	t.Helper()
	bin, err := binaries()
	if err != nil && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	o := &OwnServer{server: &server{}, bin: bin}
	if err == nil {
		o.dir, err = os.MkdirTemp("", "poolkeeper-pg-") //nolint:usetesting // a socket's path must be short
	}
	if err == nil {
		o.as, err = o.unprivileged()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(o.dir) })
	o.data, o.url = filepath.Join(o.dir, "data"), o.URL("postgres", password, "postgres")
	secret := filepath.Join(o.dir, "password")
	if err := os.WriteFile(secret, []byte(password+"\n"), 0o644); err != nil { // in a folder of its own
		t.Fatal(err)
	}
	initdb := exec.Command(filepath.Join(bin, "initdb"), append([]string{
		"-D", o.data, "-U", "postgres", "--auth=scram-sha-256", "--pwfile=" + secret, "--no-sync",
	}, options...)...)
	initdb.SysProcAttr, initdb.Dir = o.as, o.dir
	if out, err := initdb.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v: %s", err, out)
	}
	o.Start(t)
	t.Cleanup(func() { _ = o.stopProcess() })
	return o
}

// URL is the address of a database for a role.
func (o *OwnServer) URL(role, password, name string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(role, password), Path: "/" + name}
	u.RawQuery = url.Values{"sslmode": {"disable"}, "host": {o.dir}}.Encode()
	return u.String()
}

// Dir is a folder that the user of the server may write to.
func (o *OwnServer) Dir() string { return o.dir }

// Data is the folder of the server, PGDATA.
func (o *OwnServer) Data() string { return o.data }

// Shell runs commands as the user of the server, with PostgreSQL's own programs and these variables.
func (o *OwnServer) Shell(t testing.TB, commands string, env ...string) {
	t.Helper()
	shell := exec.Command("bash", "-euxo", "pipefail", "-c", commands)
	shell.Dir, shell.SysProcAttr = o.dir, o.as
	shell.Env = append(append(os.Environ(), "PATH="+o.bin+":"+os.Getenv("PATH"), "HOME="+o.dir), env...)
	if out, err := shell.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// StartIn starts the server with another folder in the place of its own.
func (o *OwnServer) StartIn(t testing.TB, data string) {
	t.Helper()
	o.data = data
	o.Start(t)
}

// Start starts the server and returns when it answers, and has recovered what it had to.
func (o *OwnServer) Start(t testing.TB) {
	t.Helper()
	// Only the machine's own end loses what was acknowledged without fsync.
	o.cmd = exec.Command(filepath.Join(o.bin, "postgres"), "-D", o.data, "-k", o.dir, "-c", "listen_addresses=",
		"-c", "fsync=off")
	o.cmd.SysProcAttr, o.cmd.Dir = o.as, o.dir
	if err := errors.Join(o.cmd.Start(), o.ready()); err != nil {
		t.Fatal(err)
	}
}

// Stop ends the server as its fast shutdown does, which cuts all connections off.
func (o *OwnServer) Stop(t testing.TB) {
	t.Helper()
	if err := o.stopProcess(); err != nil {
		t.Fatal(err)
	}
}

func (o *OwnServer) stopProcess() error {
	if o.cmd.ProcessState != nil {
		return nil
	}
	if err := o.cmd.Process.Signal(syscall.SIGINT); err != nil {
		return err
	}
	return o.cmd.Wait()
}
