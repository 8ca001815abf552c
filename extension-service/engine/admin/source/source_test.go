package source_test

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/source"
)

type (
	hull struct {
		Length int // here: length
	}
	boat[T any] struct {
		hull

		Name T // here: name
	}
	Spec[T any] struct {
		Name    string
		Of      *T
		Columns []any
		Access  access
		Actions []any
	}
	access struct{ Read, Delete string }
)

func action(string, ...any) any { return nil }

// declared is a declaration as packages of the business write them.
func declared() (Spec[hull], []any) {
	h := new(hull)
	further := []any{action("sink")} // here: sink
	return Spec[hull]{               // here: declaration
		Name: "boat",
		Of:   h,
		Columns: []any{
			&h.Length, // here: column
		},
		Access: access{
			Read:   "boat.read",
			Delete: "boat.delete", // here: delete
		},
		Actions: []any{ // here: actions
			action("sail"),
			action("moor", // here: moor
				1),
		},
	}, further
}

const folder = "extension-service/engine/admin/source"

// here is the line that a comment marks.
func here(t *testing.T, mark string) string {
	t.Helper()
	text, err := os.ReadFile("source_test.go")
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(text), "// here: "+mark+"\n")
	if !found {
		t.Fatalf("nothing is marked %q", mark)
	}
	return fmt.Sprintf("%s/source_test.go:%d", folder, strings.Count(before, "\n")+1)
}

func TestField_OfAnyStruct_IsFoundWhereItIsWritten(t *testing.T) {
	t.Parallel()
	kind := reflect.TypeFor[boat[string]]()
	if at := source.Field(kind, []int{1}); at != here(t, "name") {
		t.Errorf("the field of a generic type: %q", at)
	}
	if at := source.Field(kind, []int{0, 0}); at != here(t, "length") {
		t.Errorf("the field of an embedded struct: %q", at)
	}
	if at := source.Field(reflect.TypeFor[struct{ A int }](), []int{0}); at != "" {
		t.Errorf("the field of a struct without a name: %q", at)
	}
	if at := source.Field(reflect.TypeFor[strings.Builder](), []int{0}); at != "" {
		t.Errorf("the field of another module: %q", at)
	}
}

func TestPart_OfADeclaration_IsFoundAsFarAsItIsWritten(t *testing.T) {
	t.Parallel()
	spec, further := declared()
	if spec.Name != "boat" || len(further) != 1 {
		t.Fatal("the declaration is another")
	}
	for name, tc := range map[string]struct {
		want string
		keys []string
		word string
	}{
		"a member of a member":        {here(t, "delete"), []string{"Access", "Delete"}, ""},
		"an element":                  {here(t, "column"), []string{"Columns", "0"}, ""},
		"a field by its name":         {here(t, "column"), []string{"Columns"}, "Length"},
		"an action by its name":       {here(t, "moor"), []string{"Actions"}, "moor"},
		"an action written elsewhere": {here(t, "sink"), []string{"Actions"}, "sink"},
		"an action that is not there": {here(t, "actions"), []string{"Actions"}, "fly"},
		"what is not written":         {"", []string{"Filters"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if at := source.Part(here(t, "declaration"), tc.keys, tc.word); at != tc.want {
				t.Errorf("it is found at %q, not at %q", at, tc.want)
			}
		})
	}
	if at := source.Part("an unknown place", []string{"Name"}); at != "" {
		t.Errorf("a part of nothing: %q", at)
	}
	if names := source.Names(here(t, "declaration")); !slices.Equal(names, []string{"boat"}) {
		t.Errorf("the package declares %v", names)
	}
}
