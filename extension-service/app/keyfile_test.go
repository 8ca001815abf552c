package app_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/platform/config"
)

// A start without the key file that the data is encrypted under is refused, and says which file that is.
func TestStart_KeyFileLost_IsRefusedWithItsName(t *testing.T) {
	t.Parallel()
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	open := func() (*app.Service, config.Settings, error) {
		own := settings
		if err := own.OpenSecret(); err != nil {
			t.Fatal(err)
		}
		s, err := app.Open(t.Context(), own, silent())
		return s, own, err
	}
	s, own, err := open()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Close(), os.Remove(own.KeyFile())); err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(); err == nil || !strings.Contains(err.Error(), own.KeyFile()) {
		t.Errorf("it starts, or does not say which file is missing: %v", err)
	}
}
