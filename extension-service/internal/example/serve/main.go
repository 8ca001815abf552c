// Command serve runs the product with the example resource, for the browser tests.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/cmd/seed/demo"
	"poolkeeper.example/extension-service/internal/example"
	"poolkeeper.example/extension-service/platform/config"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		stop()
		os.Exit(1)
	}
}

func serve(ctx context.Context) error {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	s, err := app.Open(ctx, settings, slog.New(slog.NewJSONHandler(os.Stderr, nil)), example.Extension)
	if err != nil {
		return err
	}
	if err := demo.FillProduct(ctx, s); err != nil {
		return errors.Join(err, s.Close())
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", settings.Address())
	if err != nil {
		return errors.Join(err, s.Close())
	}
	return s.Run(ctx, listener)
}
