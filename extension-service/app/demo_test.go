package app_test

import (
	"strings"
	"testing"

	"poolkeeper.example/extension-service/app"
)

// The accounts of the demonstration open by a password that everybody can read: whoever can be reached from elsewhere
// has none.
func TestDemoAccounts_BeyondLoopback_PreventTheStart(t *testing.T) {
	t.Parallel()
	settings := settingsIn(t.TempDir(), t.TempDir()+"/poolkeeper.db")
	open := func(host string) error {
		t.Helper()
		settings.Host = host
		s, err := app.Open(t.Context(), settings, silent())
		if err != nil {
			return err
		}
		if host == "127.0.0.1" {
			err = s.FillAccounts(t.Context())
		}
		if closed := s.Close(); closed != nil {
			t.Error(closed)
		}
		return err
	}
	if err := open("0.0.0.0"); err != nil {
		t.Fatalf("without such accounts: %v", err)
	}
	if err := open("127.0.0.1"); err != nil {
		t.Fatal(err)
	}
	if err := open("0.0.0.0"); err == nil || !strings.Contains(err.Error(),
		"csm@poolkeeper.example, tech@poolkeeper.example") {
		t.Errorf("the start says %v", err)
	}
	if err := open("::1"); err != nil {
		t.Errorf("on a loopback address: %v", err)
	}
}
