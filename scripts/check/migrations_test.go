package check

import (
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
)

// firstMarked is the first migration that has to say what it takes away; those before it were released without.
const firstMarked = 290

// An older copy of the service that still runs asks for what a migration has dropped or renamed: what a release stops
// to use, the next one removes, and the migration says so.
func TestMigrations_WhatIsDroppedOrRenamed_IsMarkedAsContract(t *testing.T) {
	t.Parallel()
	all, err := store.Migrations()
	if err != nil || len(all) == 0 {
		t.Fatalf("%d migrations, %v", len(all), err)
	}
	for _, fault := range unmarkedRemovals(all) {
		t.Error(fault)
	}
	bad := []store.Migration{{Version: firstMarked, Name: "0290_x.sql", Removes: []string{"changes"}}}
	if len(unmarkedRemovals(bad)) != 1 {
		t.Error("a migration that drops a table without saying so is not found")
	}
}

// unmarkedRemovals are the migrations that take something away and do not begin with `-- contract:`. One that is marked
// as expand is believed, since it may drop what no release has used.
func unmarkedRemovals(all []store.Migration) (out []string) {
	for _, m := range all {
		if m.Version >= firstMarked && len(m.Removes) > 0 && !m.Marked {
			out = append(out, m.Name+" drops, renames or demands "+strings.Join(m.Removes, ", ")+
				": begin its comment with \"contract:\", in the release after the last that uses it")
		}
	}
	return out
}
