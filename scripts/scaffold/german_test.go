package main

import (
	"slices"
	"strings"
	"testing"
)

// The list of words is long enough for usual fields, and in German.
func TestScaffold_WordList_ContainsUsualNames(t *testing.T) {
	t.Parallel()
	list := germanList()
	if len(list) < 200 {
		t.Errorf("it has %d words", len(list))
	}
	for english, german := range map[string]string{
		"certificate": "Zertifikat", "certificates": "Zertifikate", "expires on": "Läuft ab am", "week": "Woche",
		"hours": "Stunden", "amount": "Betrag",
		"not started": "Nicht begonnen", "companies": "Firmen",
	} {
		if got := list[english].one; got != german {
			t.Errorf("%s is %q and not %q", english, got, german)
		}
	}
}

func TestScaffold_GermanTexts_ComeFromTheWordListOrAreReportedMissing(t *testing.T) {
	t.Parallel()
	tr := newTree(t)
	r := kindOf(t, tr, "timesheet", "name:text!", "freelancer:ref!", "weekStart:date", "workedOn:date", "gizmo:text",
		"state:enum(DRAFT|APPROVED|FROBBED)")
	known, err := knownTexts(tr.root + "/" + seedDir)
	if err != nil {
		t.Fatal(err)
	}
	texts := r.texts(known)
	for key, want := range map[string]wording{
		"resources.timesheet.name":                  {"Timesheet", "Stundenzettel"},
		"resources.timesheet.fields.freelancerName": {"Freelancer", "Freelancer"},
		"resources.timesheet.fields.workedOn":       {"Worked on", "Gearbeitet am"},
		"resources.timesheet.fields.gizmo":          {"Gizmo", "Gizmo"},
		"enum.timesheetState.DRAFT":                 {"Draft", "Entwurf"},
	} {
		if texts[key] != want {
			t.Errorf("%s is %v and not %v", key, texts[key], want)
		}
	}
	left := english(texts)
	want := []string{
		"enum.timesheetState.FROBBED", "resources.timesheet.fields.gizmo",
		"resources.timesheet.fields.weekStart", "resources.timesheet.filters.gizmo",
	}
	if !slices.Equal(left, want) {
		t.Errorf("it leaves %s in English", strings.Join(left, ", "))
	}
}
