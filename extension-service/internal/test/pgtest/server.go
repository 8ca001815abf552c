package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// server is a PostgreSQL in a temporary folder, run by an unprivileged user. It listens on a socket in that folder and
// on no port, which somebody else could take between its choice and its use.
type server struct {
	url string
	dir string
	cmd *exec.Cmd
}

const (
	startLimit = 2 * time.Minute // of a machine that has much else to do
	extension  = "CREATE EXTENSION IF NOT EXISTS pg_trgm"
)

func start() (*server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(inMemory(), "poolkeeper-pg-")
	if err != nil {
		return nil, err
	}
	s := &server{dir: dir}
	as, err := s.unprivileged()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	data := filepath.Join(dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "test", "-A", "trust", "-E", "UTF8",
		"--locale=C", "--no-sync")
	initdb.SysProcAttr, initdb.Dir = as, dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("initdb: %w: %s", err, out), os.RemoveAll(dir))
	}
	s.cmd = exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-c", "listen_addresses=",
		"-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_connections=300", "-c",
		"shared_buffers=64MB")
	s.cmd.SysProcAttr, s.cmd.Dir = as, dir
	if err := s.cmd.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	s.url = "postgres://test@/postgres?sslmode=disable&host=" + url.QueryEscape(dir)
	if err := s.ready(); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

const (
	memoryFolder = "/dev/shm"
	memoryRoom   = 4 << 30
)

// inMemory is a file system in memory with enough room, or else "". Tests make and drop hundreds of databases of
// hundreds of files each, which takes a disk longer than what they do in them.
func inMemory() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(memoryFolder, &fs); err != nil || fs.Bavail*uint64(fs.Bsize) < memoryRoom {
		return ""
	}
	return memoryFolder
}

// binaries finds the newest installed server.
func binaries() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil || len(found) == 0 {
		return "", errors.New("no PostgreSQL server is installed (package postgresql)")
	}
	slices.Sort(found)
	return found[len(found)-1], nil
}

// unprivileged lets the server run as another user when we are root, which it refuses to be. It dies with us.
func (s *server) unprivileged() (*syscall.SysProcAttr, error) {
	as := &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if os.Getuid() != 0 {
		return as, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return as, os.Chown(s.dir, int(uid), int(gid))
}

func (s *server) ready() error {
	db, err := sql.Open("pgx", s.url)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	poll := time.NewTicker(50 * time.Millisecond)
	defer poll.Stop()
	for {
		if _, err = db.ExecContext(ctx, extension); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL did not start: %w", err)
		case <-poll.C:
		}
	}
}

func (s *server) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGINT)
	_, _ = s.cmd.Process.Wait()
	_ = os.RemoveAll(s.dir)
}
