package content_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/content"
	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/role"
)

// Nobody waits longer than two seconds for a content service that hangs, and after that nobody waits at all until it answers.
func TestGateway_DirectusHangs_CallersWaitTwoSecondsOnceThenNotAtAll(t *testing.T) {
	t.Parallel()
	var hangs atomic.Bool
	hangs.Store(true)
	release := make(chan struct{})
	s := content.New(pretend(t, func(w http.ResponseWriter, r *http.Request) {
		if hangs.Load() {
			select {
			case <-r.Context().Done():
			case <-release:
			}
			return
		}
		_, _ = w.Write([]byte(`{"data":[]}`))
	}))
	t.Cleanup(func() { close(release) }) // before the server waits for those it has not answered
	who := role.With(t.Context(), &role.Caller{Kind: role.Admin, ID: 1, Permissions: role.Permissions()})
	read := func(ctx context.Context) (time.Duration, error) {
		began := time.Now()
		_, _, err := s.Gateway.Do(ctx, content.Call{Method: "GET", Collection: "d_translation_keys"})
		return time.Since(began), err
	}
	var waiting sync.WaitGroup
	for range 40 {
		waiting.Go(func() {
			if took, err := read(who); fault.CodeOf(err) != "UNAVAILABLE" || took > 3*time.Second {
				t.Errorf("the first waited %s: %v", took, err)
			}
		})
	}
	waiting.Wait()
	for range 40 {
		if took, err := read(who); fault.CodeOf(err) != "UNAVAILABLE" || took > 200*time.Millisecond {
			t.Errorf("the next waited %s: %v", took, err)
		}
	}
	hangs.Store(false)
	deadline := time.Now().Add(20 * time.Second)
	for {
		if _, err := read(who); err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("calls are refused although the content service answers again")
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// A content service that answers others meanwhile is busy: nobody is refused because its answers come late.
func TestGateway_DirectusIsBusyAndAnswersOthers_LateAnswerArrives(t *testing.T) {
	t.Parallel()
	var reads atomic.Int32
	s := content.New(pretend(t, func(w http.ResponseWriter, r *http.Request) {
		late := 1500 * time.Millisecond // of the question whether it is there
		if strings.Contains(r.URL.Path, "d_translation_keys") {
			late = 0
			if reads.Add(1) == 1 {
				late = 3 * time.Second
			}
		}
		time.Sleep(late)
		_, _ = w.Write([]byte(`{"data":[]}`))
	}))
	who := role.With(t.Context(), &role.Caller{Kind: role.Admin, ID: 1, Permissions: role.Permissions()})
	read := func() error {
		_, _, err := s.Gateway.Do(who, content.Call{Method: "GET", Collection: "d_translation_keys"})
		return err
	}
	late := make(chan error, 1)
	go func() { late <- read() }()
	time.Sleep(1300 * time.Millisecond) // the question is being asked
	if err := read(); err != nil {
		t.Fatalf("the read beside the late one: %v", err)
	}
	if err := <-late; err != nil {
		t.Errorf("the late read: %v", err)
	}
}
