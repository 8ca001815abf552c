package main

import (
	"os"
	"regexp"
	"testing"
)

// What is generated is compiled by the nightly walk alone. A field of the table that gets another name is missed here.
func TestRulesFile_EachFieldOfTheTable_IsOneThatTheTableHas(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../extension-service/internal/test/rulestest/rulestest.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`(?m)^\t\t([A-Z]\w+): `).FindAllStringSubmatch(rulesFile, -1)
	if len(named) < 5 {
		t.Fatalf("only %d fields are named: this test shows nothing", len(named))
	}
	table := regexp.MustCompile(`(?s)type Table struct \{.*?\n\}`).FindString(string(source))
	for _, field := range named {
		if !regexp.MustCompile(`(?m)^\t` + field[1] + ` `).MatchString(table) {
			t.Errorf("rulestest.Table has no field %s", field[1])
		}
	}
}
