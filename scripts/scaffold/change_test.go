package main

import (
	"strings"
	"testing"
)

// What cannot be changed so is refused before a file is written, with what there is.
func TestChange_Impossible_IsRefusedWithTheExistingNames(t *testing.T) {
	t.Parallel()
	tr := newTree(t)
	r := kindOf(t, tr, "tradeFair", "name:text!", "host:text", "level:enum(SMALL|LARGE)!", "booths:int")
	if _, err := tr.change(r, changeCommand{Drop: "name"}); err == nil || !strings.Contains(err.Error(), "no migration") {
		t.Errorf("a resource that is not there: %v", err)
	}
	if err := tr.add(r); err != nil {
		t.Fatal(err)
	}
	before := tr.contents(t)
	for want, command := range map[string]changeCommand{
		"the table trade_fairs has no column nam; did you mean name?": {Drop: "nam"},
		"does not read old:new":                             {Rename: "name"},
		"a field cannot be called order":                    {Rename: "name:order"},
		"has a column host already":                         {Rename: "name:host"},
		`level has no value "SMAL"; did you mean SMALL?`:    {Values: "level:SMAL=TINY"},
		"level has the value LARGE already":                 {Values: "level:+LARGE"},
		"the column name of trade_fairs lists no values":    {Values: "name:A=B"},
		"nothing becomes a ref":                             {Retype: "level:ref"},
		"is of no kind there is":                            {Retype: "level:txt"},
		"RETYPE=name:int, and then RETYPE=name:decimal":     {Retype: "name:decimal"},
		"booths is *int already":                            {Retype: "booths:int"},
		"name one change of tradeFair":                      {},
		"name one change of tradeFair: RENAME=issuer:autho": {Drop: "host", Rename: "name:title"},
	} {
		if _, err := tr.change(r, command); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v instead of %s", command, err, want)
		}
	}
	if after := tr.contents(t); len(after) != len(before) {
		t.Error("a migration was written")
	}
	left, err := tr.change(r, changeCommand{Rename: "host:organiser"})
	if err != nil || !strings.Contains(strings.Join(left, "\n"), `seed/de/tradefair.json`) ||
		!strings.Contains(strings.Join(left, "\n"), `domains/tradefairs/tradefair.go:`) {
		t.Errorf("by hand: %v, %v", left, err)
	}
}
