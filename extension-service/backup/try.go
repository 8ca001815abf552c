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

var errEnded = errors.New("the program has ended")

// Try starts the program on a restored copy, under the secret of the product it is of, waits until it answers, and stops it. It speaks to nobody but us.
func Try(ctx context.Context, secret, program, dir string) error {
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
		"CONTENT_URL=", "SEARCH_URL=", "S3_URL=", "SMTP_URL=", "AUTH0_ISSUER=",
		"SIGNING_SECRET="+secret)
	child.Stderr, child.WaitDelay = &said, endTime
	child.Cancel = func() error { return child.Process.Signal(syscall.SIGTERM) }
	if err := child.Start(); err != nil {
		return err
	}
	var failure error
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		failure = child.Wait()
	}()
	err = answers(ctx, "http://"+address+"/readyz", ended)
	stop()
	<-ended
	if err != nil {
		return fmt.Errorf("started on the copy, %w: %w: %s", err, failure, said.String())
	}
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
func answers(ctx context.Context, address string, ended <-chan struct{}) error {
	tick := time.NewTicker(tryLook)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return errEnded
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
