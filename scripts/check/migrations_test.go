package check

import (
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
)

// firstMarked is the first migration that has to say which kind it is; those before it were released without.
const firstMarked = 290

// An older copy of the service that still runs asks for what a migration has dropped or renamed: what a release stops
// to use, the next one removes. Whoever upgrades reads from each migration whether that copy can go on.
func TestMigrations_EachNewOne_DeclaresWhetherItExpandsOrContracts(t *testing.T) {
	t.Parallel()
	all, err := store.Migrations()
	if err != nil || len(all) == 0 {
		t.Fatalf("%d migrations, %v", len(all), err)
	}
	for _, fault := range unmarkedMigrations(all) {
		t.Error(fault)
	}
	for name, tc := range map[string]struct {
		migration store.Migration
		want      string
	}{
		"drops unsaid":        {store.Migration{Version: firstMarked, Removes: []string{"changes"}}, `"contract: "`},
		"adds unsaid":         {store.Migration{Version: firstMarked}, `"expand: "`},
		"declares it":         {store.Migration{Version: firstMarked, Marked: true}, ""},
		"released before":     {store.Migration{Version: firstMarked - 1}, ""},
		"drops what is added": {store.Migration{Version: firstMarked, Removes: []string{"changes"}, Marked: true}, ""},
	} {
		found := strings.Join(unmarkedMigrations([]store.Migration{tc.migration}), "")
		if (found == "") != (tc.want == "") || !strings.Contains(found, tc.want) {
			t.Errorf("%s: %q, want %q", name, found, tc.want)
		}
	}
}

// unmarkedMigrations are those that begin neither with `-- expand:` nor with `-- contract:`. One that is marked as
// expand is believed, since it may drop what no release has used.
func unmarkedMigrations(all []store.Migration) (out []string) {
	for _, m := range all {
		switch {
		case m.Version < firstMarked || m.Marked:
		case len(m.Removes) > 0:
			out = append(out, m.Name+" drops, renames or demands "+strings.Join(m.Removes, ", ")+
				": begin its comment with \"contract: \", in the release after the last that uses it")
		default:
			out = append(out, m.Name+" takes nothing away: begin its comment with \"expand: \"")
		}
	}
	return out
}
