package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
)

// screens measures in a browser what a person waits for; see e2e/measure.mjs, which prints the lines.
func (p *product) screens(ctx context.Context, y *pocketBase) error {
	if !strings.Contains("screens", p.Only) {
		return nil
	}
	c := exec.CommandContext(ctx, "node", "e2e/measure.mjs")
	c.Env = append(os.Environ(), "OURS="+p.address, "OURS_USER="+full, "OURS_PASSWORD="+password)
	if y != nil {
		session, err := y.session(ctx)
		if err != nil {
			return err
		}
		c.Env = append(c.Env, "THEIRS="+y.address, "THEIRS_SESSION="+string(session))
	}
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	return c.Run()
}

// session is what PocketBase's own screens keep of whoever has signed in.
func (y *pocketBase) session(ctx context.Context) (session json.RawMessage, err error) {
	_, err = y.call(ctx, y.credentials(), &session)
	return session, err
}
