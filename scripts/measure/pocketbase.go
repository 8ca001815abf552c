package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
)

// pocketBase is PocketBase with the records of the service's database.
type pocketBase struct {
	*process
	token string
}

const module = "scripts/measure/pocketbase"

// startPocketBase builds the yardstick, fills it once from the service's database, starts it and signs in.
func startPocketBase(ctx context.Context, o options) (*pocketBase, error) {
	dir := filepath.Join(o.Data, "pocketbase")
	binary := filepath.Join(dir, "program")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	y := &pocketBase{}
	if err := run(ctx, module, "go", "build", "-o", binary, "."); err != nil {
		return nil, err
	}
	if err := fillYardstick(ctx, o, dir, binary); err != nil {
		return nil, err
	}
	if err := run(ctx, dir, binary, "superuser", "upsert", full, password, "--dir",
		filepath.Join(dir, "data")); err != nil {
		return nil, err
	}
	var err error
	y.process, err = start(ctx, program{
		name: "PocketBase", path: binary, ready: "/api/health", log: filepath.Join(dir, "log"),
		args: func(address string) []string {
			return []string{"serve", "--http", address, "--dir", filepath.Join(dir, "data")}
		},
		env: func(string) []string { return os.Environ() },
	})
	if err != nil {
		return nil, err
	}
	if err := y.refresh(ctx); err != nil {
		y.stop()
		return nil, err
	}
	return y, nil
}

func fillYardstick(ctx context.Context, o options, dir, binary string) error {
	mark, data := filepath.Join(dir, "filled"), filepath.Join(dir, "data")
	if _, err := os.Stat(mark); err == nil {
		return nil
	}
	fmt.Fprintln(os.Stderr, "filling PocketBase with the same records")
	if err := os.RemoveAll(data); err != nil {
		return err
	}
	if err := run(ctx, dir, binary, "load", "--from", filepath.Join(o.folder(), "poolkeeper.db"), "--dir",
		data); err != nil {
		return err
	}
	return os.WriteFile(mark, nil, 0o600)
}

// run runs a program to its end in a folder.
func run(ctx context.Context, dir, name string, args ...string) error {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %s", filepath.Base(name), out), err)
	}
	return nil
}

// credentials are the call that signs in.
func (*pocketBase) credentials() httpRequest {
	body := map[string]any{"identity": full, "password": password}
	return httpRequest{method: http.MethodPost, path: "/api/collections/_superusers/auth-with-password", body: body}
}

func (y *pocketBase) refresh(ctx context.Context) error {
	var session struct {
		Token string `json:"token"`
	}
	_, err := y.call(ctx, y.credentials(), &session)
	y.token = session.Token
	return err
}
