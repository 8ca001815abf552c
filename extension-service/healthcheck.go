package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/go-resty/resty/v2"

	"poolkeeper.example/extension-service/platform/config"
)

type healthcheck struct{}

// Run asks the service of the same settings on this machine whether it answers, as a container engine does again and
// again. It is an error when it does not, or not within two seconds.
func (healthcheck) Run(ctx context.Context) error {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	url := "http://" + localAddress(settings) + "/healthz"
	answer, err := resty.New().SetTimeout(2 * time.Second).R().SetContext(ctx).Get(url)
	if err != nil {
		return fmt.Errorf("the service does not answer: %w", err)
	}
	if answer.StatusCode() != http.StatusOK {
		return fmt.Errorf("the service answers %s at %s", answer.Status(), url)
	}
	return nil
}

// localAddress is where the service is reached on its own machine, also when it listens on all addresses of it.
func localAddress(settings config.Settings) string {
	host, _, err := net.SplitHostPort(settings.Address())
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		return net.JoinHostPort("127.0.0.1", strconv.Itoa(settings.Port))
	}
	return settings.Address()
}
