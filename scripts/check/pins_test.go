package check

import (
	"encoding/json"
	"os/exec"
	"testing"
)

// The SQLite driver is C translated against one version of libc: with another one it may corrupt memory.
func TestPins_LibcOfSQLite_IsTheOneItWasTranslatedWith(t *testing.T) {
	t.Parallel()
	const libc = "modernc.org/libc"
	used, driver := moduleOf(t, libc), moduleOf(t, "modernc.org/sqlite")
	list := exec.CommandContext(t.Context(), "go", "mod", "edit", "-json", driver.GoMod)
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	var required struct {
		Require []struct{ Path, Version string }
	}
	if err := json.Unmarshal(out, &required); err != nil {
		t.Fatal(err)
	}
	for _, r := range required.Require {
		if r.Path == libc && r.Version != used.Version {
			t.Errorf("go.mod has libc %s, SQLite %s was translated with %s", used.Version, driver.Version, r.Version)
		}
	}
}

func moduleOf(t *testing.T, path string) (m struct{ Version, GoMod string }) {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-m", "-json", path)
	list.Dir = root
	out, err := list.Output()
	if err == nil {
		err = json.Unmarshal(out, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}
