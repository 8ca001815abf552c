package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	full     = "measure@poolkeeper.example"        // sees everything
	narrow   = "measure-scoped@poolkeeper.example" // sees one client
	password = "as fast as it can be 2026"
)

// product is the running service, and the sessions of two people.
type product struct {
	options
	*process
	env    []string
	full   string // access token of who sees everything
	narrow string // access token of who sees one client
}

// newProduct is a product that is not running yet.
func newProduct(o options) *product {
	p := &product{options: o}
	p.env = append(os.Environ(), "DATA_DIR="+o.folder(), "DATABASE_URL="+o.Database,
		"SIGNING_SECRET=a secret of measuring, long enough", "SEARCH_URL=", "DEMO=0")
	return p
}

// prepare fills the database once, starts the service on it, and signs in.
func prepare(ctx context.Context, o options) (*product, error) {
	p := newProduct(o)
	if err := p.seed(ctx); err != nil {
		return nil, err
	}
	return p, p.startService(ctx)
}

// startService starts the service and signs in.
func (p *product) startService(ctx context.Context) error {
	first, err := p.admin(ctx)
	if err != nil {
		return err
	}
	p.process, err = start(ctx, program{
		name: "service", path: p.Binary, ready: "/readyz", log: filepath.Join(p.Data, "service.log"),
		args: func(string) []string { return []string{"serve"} },
		env: func(address string) []string {
			_, port, _ := strings.Cut(address, ":")
			return append(p.env, "HOST=127.0.0.1", "PORT="+port)
		},
	})
	if err != nil {
		return err
	}
	if p.full, err = p.signIn(ctx, full, first); err == nil {
		err = p.inviteNarrow(ctx)
	}
	if err != nil {
		p.stop()
	}
	return err
}

// folder is that of the service's own data.
func (o options) folder() string { return filepath.Join(o.Data, "service") }

// command runs the binary to its end, with more settings than the service has.
func (p *product) command(ctx context.Context, settings []string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, p.Binary, args...)
	c.Env = append(slices.Clip(p.env), settings...)
	out, err := c.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", args[0], err, out)
	}
	return string(out), nil
}

// seed fills an empty folder; a folder that was filled to the same size is taken as it is.
func (p *product) seed(ctx context.Context) error {
	mark := filepath.Join(p.Data, "seeded")
	want := fmt.Sprintf("%d projects, %d freelancers, %d applications", p.Projects, p.Freelancers, p.Applications)
	if got, err := os.ReadFile(mark); err == nil && string(got) == want {
		return nil
	}
	if err := errors.Join(os.RemoveAll(p.Data), os.MkdirAll(p.folder(), 0o700)); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "filling %s with %s\n", p.Data, want)
	_, err := p.command(ctx, nil, "seed", "--projects", strconv.Itoa(p.Projects),
		"--freelancers", strconv.Itoa(p.Freelancers), "--applications", strconv.Itoa(p.Applications))
	if err != nil {
		return err
	}
	return os.WriteFile(mark, []byte(want), 0o600)
}

// admin makes the account that sees everything; one that exists has the password of the last run.
func (p *product) admin(ctx context.Context) (string, error) {
	out, err := p.command(ctx, nil, "admin", "create", full, "Mea", "Sure")
	if err != nil && strings.Contains(err.Error(), "TAKEN") {
		return password, nil
	}
	if err != nil {
		return "", err
	}
	hit := regexp.MustCompile(`one-time password (\S+)`).FindStringSubmatch(out)
	if hit == nil {
		return "", fmt.Errorf("admin create told no password: %s", out)
	}
	return hit[1], nil
}

// inviteNarrow makes the account that sees one client, unless there is one from the last run.
func (p *product) inviteNarrow(ctx context.Context) error {
	var err error
	if p.narrow, err = p.signIn(ctx, narrow, password); err == nil {
		return nil
	}
	var clients struct {
		Results []struct {
			ID int64 `json:"id"`
		} `json:"results"`
	}
	if _, err := p.call(ctx, p.withToken(p.full, get("/api/client?limit=1")), &clients); err != nil {
		return err
	}
	var invited struct {
		OneTimePassword string `json:"oneTimePassword"`
	}
	account := map[string]any{
		"email": narrow, "firstName": "Mea", "lastName": "Sure", "roles": []string{"a", "b"},
		"scopes": map[string]any{"clientIds": []int64{clients.Results[0].ID}},
	}
	if _, err := p.call(ctx, p.withToken(p.full, httpRequest{method: http.MethodPost, path: "/api/admin", body: account}),
		&invited); err != nil {
		return err
	}
	p.narrow, err = p.signIn(ctx, narrow, invited.OneTimePassword)
	return err
}

func (p *product) withToken(token string, a httpRequest) httpRequest {
	a.token = token
	return a
}

// signIn signs in with the lasting password, or with a one-time password that is changed to it.
func (p *product) signIn(ctx context.Context, who, secret string) (token string, err error) {
	if token, err = p.authorize(ctx, who, secret); err != nil || secret == password {
		return token, err
	}
	change := map[string]string{"oldPassword": secret, "password": password, "passwordConfirm": password}
	if _, err := p.call(ctx, p.withToken(token, httpRequest{
		method: http.MethodPut, path: "/api/admin/resetPassword",
		body: change,
	}), nil); err != nil {
		return "", err
	}
	return p.authorize(ctx, who, password)
}

func (p *product) authorize(ctx context.Context, who, secret string) (string, error) {
	var session struct {
		Token string `json:"access_token"`
	}
	credentials := map[string]string{"username": who, "password": secret}
	_, err := p.call(ctx, httpRequest{method: http.MethodPost, path: "/api/authorize", body: credentials}, &session)
	return session.Token, err
}

// refresh signs in again, since a token ends before a long run does.
func (p *product) refresh(ctx context.Context) (err error) {
	if p.full, err = p.authorize(ctx, full, password); err == nil {
		p.narrow, err = p.authorize(ctx, narrow, password)
	}
	return err
}

var waiting = regexp.MustCompile(`(?m)^poolkeeper_outbox_notes\{topic="index"\} (\d+)`)

// awaitIndex waits until the search index follows every change there was.
func (p *product) awaitIndex(ctx context.Context) error {
	for ctx.Err() == nil {
		answer, err := p.send(ctx, get("/metrics"))
		if err != nil {
			return err
		}
		text, err := io.ReadAll(answer.Body)
		if err := errors.Join(err, answer.Body.Close()); err != nil {
			return err
		}
		hit := waiting.FindSubmatch(text)
		if hit == nil {
			return errors.New("the metrics say nothing of the outbox")
		}
		if string(hit[1]) == "0" {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return ctx.Err()
}
