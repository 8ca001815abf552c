package backup

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"poolkeeper.example/extension-service/platform/freeport"
)

const (
	tryTime = 5 * time.Minute // for a program to begin to answer
	tryLook = 50 * time.Millisecond
	endTime = 10 * time.Second
)

var errEnded = errors.New("the program has ended")

// Try starts the program on a restored copy, under the secret of the product it is of, waits until it answers, and
// stops it. It speaks to nobody but us.
func Try(ctx context.Context, secret, program, dir string) error {
	ctx, stop := context.WithTimeoutCause(ctx, tryTime, errors.New("the program does not answer"))
	defer stop()
	port, err := freeport.Reserve()
	if err != nil {
		return err
	}
	defer func() { _ = port.Release() }()
	var output strings.Builder
	child := exec.CommandContext(ctx, program, "serve")
	child.Env = append(os.Environ(), "HOST=127.0.0.1", "PORT="+port.String(), "DATA_DIR="+dir,
		"DATABASE_URL="+filepath.Join(dir, productName), "DEMO=0",
		"CONTENT_URL=", "SEARCH_URL=", "S3_URL=", "SMTP_URL=", "AUTH0_ISSUER=",
		"SIGNING_SECRET="+secret)
	child.Stderr, child.WaitDelay = &output, endTime
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
	err = awaitAnswers(ctx, "http://"+port.Address()+"/readyz", ended)
	stop()
	<-ended
	if err != nil {
		return fmt.Errorf("started on the copy, %w: %w: %s", err, failure, output.String())
	}
	return nil
}

// awaitAnswers waits until what was started takes requests.
func awaitAnswers(ctx context.Context, address string, ended <-chan struct{}) error {
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
