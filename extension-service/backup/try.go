package backup

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	tryTime = 5 * time.Minute // for a program to begin to answer
	tryLook = 50 * time.Millisecond
	endTime = 10 * time.Second
)

// Try starts the program on a restored copy, waits until it answers, and stops it. It speaks to nobody but us.
func Try(ctx context.Context, program, dir string) error {
	ctx, stop := context.WithTimeoutCause(ctx, tryTime, errors.New("the program does not answer"))
	defer stop()
	address, err := freeAddress(ctx)
	if err != nil {
		return err
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	var said strings.Builder
	child := exec.CommandContext(ctx, program, "serve")
	child.Env = append(os.Environ(), "HOST="+host, "PORT="+port, "DATA_DIR="+dir, "DATABASE_URL="+filepath.Join(dir, productName), "DEMO=0",
		"CONTENT_URL=", "SEARCH_URL=", "S3_URL=", "SMTP_URL=", "AUTH0_ISSUER=")
	child.Stderr, child.WaitDelay = &said, endTime
	child.Cancel = func() error { return child.Process.Signal(syscall.SIGTERM) }
	if err := child.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	if err := answers(ctx, "http://"+address+"/readyz", ended); err != nil {
		stop()
		return fmt.Errorf("started on the copy, %w: %s", err, said.String())
	}
	stop()
	_ = <-ended // it was told to end
	return nil
}

func freeAddress(ctx context.Context) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// answers waits until what was started takes requests.
func answers(ctx context.Context, address string, ended chan error) error {
	tick := time.NewTicker(tryLook)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			ended <- err
			return fmt.Errorf("the program has ended: %w", err)
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return err
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			continue // it does not listen yet
		}
		_ = answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			return nil
		}
	}
}
