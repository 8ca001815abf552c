package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"poolkeeper.example/extension-service/internal/sandbox"
)

type sandboxVMS struct {
	Listen  string `default:"127.0.0.1:8090" placeholder:"ADDRESS" help:"Address and port on this machine to listen on."`
	Product string `placeholder:"URL" help:"Address of a product with demo data, whose connections are told of what happens in the sandbox."`
}

// errNotLoopback answers an address that other machines could reach: the secrets of a sandbox are known to everybody.
var errNotLoopback = errors.New("the sandbox listens on a loopback address only, such as 127.0.0.1:8090")

// Run plays the systems until ctx ends.
func (s sandboxVMS) Run(ctx context.Context) error {
	host, _, err := net.SplitHostPort(s.Listen)
	if ip := net.ParseIP(host); err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return errNotLoopback
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", s.Listen)
	if err != nil {
		return err
	}
	now := time.Now //nolint:forbidigo // the program has the clock
	vms := sandbox.New(sandbox.Options{Now: now, Log: logger(), Product: s.Product})
	server := &http.Server{Handler: vms, ReadHeaderTimeout: 5 * time.Second}
	fmt.Fprintf(os.Stdout, "Sandbox VMS  http://%s\n", listener.Addr())
	for _, a := range sandbox.Systems() {
		fmt.Fprintf(os.Stdout, "  http://%s/%-7s %s %s %s\n", listener.Addr(), a.Name, a.Auth, a.AuthName, a.Secret)
	}
	var working sync.WaitGroup
	working.Go(func() { vms.Run(ctx) })
	working.Go(func() {
		<-ctx.Done()
		_ = server.Close() // nobody waits for the answers of a sandbox
	})
	err = server.Serve(listener)
	if errors.Is(err, http.ErrServerClosed) {
		working.Wait()
		err = nil
	}
	return err
}
