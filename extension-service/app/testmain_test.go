package app_test

import (
	"os"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// TestMain is the process of mappings too, as the product's own program is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == transform.Command {
		if err := transform.Serve(os.Stdin, os.Stdout, time.Now); err != nil {
			os.Exit(1)
		}
		return
	}
	pgtest.Main(m)
}
