package main

import (
	"net"
	"syscall"
	"testing"

	"poolkeeper.example/extension-service/platform/config"
)

func TestHealthcheck_RunningOrStoppedService_IsReported(t *testing.T) {
	p := newPlace(t)
	run := p.start(t)
	host, port, err := net.SplitHostPort(run.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOST", host)
	t.Setenv("PORT", port)
	t.Setenv("DATA_DIR", t.TempDir())
	if err := (healthcheck{}).Run(t.Context()); err != nil {
		t.Errorf("while the service answers: %v", err)
	}
	run.Signal(t, syscall.SIGKILL)
	<-run.Done()
	if err := (healthcheck{}).Run(t.Context()); err == nil {
		t.Error("once the service is gone, the check is content")
	}
}

func TestLocalAddress_AllAddresses_IsLoopback(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]string{
		"0.0.0.0": "127.0.0.1:8080", "::": "127.0.0.1:8080", "127.0.0.3": "127.0.0.3:8080", "db.example": "db.example:8080",
	} {
		if got := localAddress(config.Settings{Host: host, Port: 8080}); got != want {
			t.Errorf("%s: %s, want %s", host, got, want)
		}
	}
}
