package search

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/fault"
)

var things = Schema{Type: "thing", SettingsVersion: 1, Fields: []Field{
	{Name: "title", Type: Text, Searchable: true, Sortable: true, Filterable: true},
	{Name: "status", Type: Keyword, Searchable: true, Sortable: true, Filterable: true},
	{Name: "clientId", Type: Long, Searchable: true, Filterable: true},
	{Name: "open", Type: Boolean, Searchable: true},
	{Name: "rate", Type: Double, Searchable: true},
	{Name: "secret", Type: Keyword},
}}

func TestParse_Queries_GiveTermsOrACode(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want []Term
		code string
	}{
		"nothing":   {"", nil, ""},
		"an id":     {"id:123", []Term{{"id", []string{"123"}, false}}, ""},
		"one field": {`title:"Go"`, []Term{{"title", []string{"Go"}, true}}, ""},
		"joined": {
			`id:1 AND title:"a b" AND status:"X"`,
			[]Term{{"id", []string{"1"}, false}, {"title", []string{"a b"}, true}, {"status", []string{"X"}, true}},
			"",
		},
		"the same field twice": {
			`title:"a" AND title:"b"`,
			[]Term{{"title", []string{"a"}, true}, {"title", []string{"b"}, true}},
			"",
		},
		"escapes": {
			`title:"say \"hi\" \\ AND title:\"x\""`,
			[]Term{{"title", []string{`say "hi" \ AND title:"x"`}, true}},
			"",
		},
		"a wildcard is a text": {`title:"a*"`, []Term{{"title", []string{"a*"}, true}}, ""},
		"a long":               {`clientId:"7"`, []Term{{"clientId", []string{"7"}, true}}, ""},
		"a boolean":            {`open:"true"`, []Term{{"open", []string{"true"}, true}}, ""},
		"beyond ASCII":         {`title:"Größe 木"`, []Term{{"title", []string{"Größe 木"}, true}}, ""},
		"a part":               {"title:*alf*", []Term{{"title", []string{"alf"}, false}}, ""},
		"a part with a blank":  {`title:*a AND b*`, []Term{{"title", []string{"a AND b"}, false}}, ""},
		"a part and an id": {
			`id:4 AND title:*alf* AND status:"X"`,
			[]Term{{"id", []string{"4"}, false}, {"title", []string{"alf"}, false}, {"status", []string{"X"}, true}},
			"",
		},
		"escapes in a part":   {`title:*5\* "x" \\*`, []Term{{"title", []string{`5* "x" \`}, false}}, ""},
		"asterisks in quotes": {`title:"*alf*"`, []Term{{"title", []string{"*alf*"}, true}}, ""},

		"id that is no number":    {"id:abc", nil, "VALIDATION"},
		"id without number":       {"id:", nil, "VALIDATION"},
		"negative id":             {"id:-1", nil, "VALIDATION"},
		"id beyond 64 bits":       {"id:99999999999999999999", nil, "VALIDATION"},
		"quoted id":               {`id:"1"`, nil, "VALIDATION"},
		"id with a fraction":      {"id:1.5", nil, "VALIDATION"},
		"long that is no number":  {`clientId:"x"`, nil, "VALIDATION"},
		"boolean that is neither": {`open:"yes"`, nil, "VALIDATION"},
		"double that is none":     {`rate:"1,5"`, nil, "VALIDATION"},
		"double that is infinite": {`rate:"Inf"`, nil, "VALIDATION"},
		"unknown field":           {`nope:"x"`, nil, "UNKNOWN_FIELD"},
		"field not searched":      {`secret:"x"`, nil, "UNKNOWN_FIELD"},
		"no quotes":               {"title:Go", nil, "VALIDATION"},
		"open quote":              {`title:"Go`, nil, "VALIDATION"},
		"open escape":             {`title:"Go\`, nil, "VALIDATION"},
		"other escape":            {`title:"\n"`, nil, "VALIDATION"},
		"empty value":             {`title:""`, nil, "VALIDATION"},
		"wildcard":                {"title:*", nil, "VALIDATION"},
		"empty part":              {"title:**", nil, "VALIDATION"},
		"open part":               {"title:*Go", nil, "VALIDATION"},
		"open escape in a part":   {`title:*Go\`, nil, "VALIDATION"},
		"beginning":               {"title:Go*", nil, "VALIDATION"},
		"wildcard in a part":      {"title:*G*o*", nil, "VALIDATION"},
		"quote escaped in a part": {`title:*\"*`, nil, "VALIDATION"},
		"part of a code":          {"status:*CT*", nil, "VALIDATION"},
		"part of a number":        {"clientId:*7*", nil, "VALIDATION"},
		"part of an id":           {"id:*1*", nil, "VALIDATION"},
		"part of no field":        {"nope:*x*", nil, "UNKNOWN_FIELD"},
		"OR":                      {`title:"a" OR title:"b"`, nil, "VALIDATION"},
		"lower case and":          {`title:"a" and title:"b"`, nil, "VALIDATION"},
		"two blanks":              {`title:"a"  AND title:"b"`, nil, "VALIDATION"},
		"dangling AND":            {`title:"a" AND `, nil, "VALIDATION"},
		"leading AND":             {` AND title:"a"`, nil, "VALIDATION"},
		"blank":                   {" ", nil, "VALIDATION"},
		"brackets":                {`(title:"a")`, nil, "VALIDATION"},
		"word without a field":    {"hello", nil, "VALIDATION"},
		"NUL":                     {"title:\"a\x00\"", nil, "VALIDATION"},
		"invalid UTF-8":           {"title:\"\xff\"", nil, "VALIDATION"},
		"too long":                {`title:"` + strings.Repeat("a", maxQuery) + `"`, nil, "VALIDATION"},
		"too many terms":          {strings.Repeat("id:1 AND ", maxTerms) + "id:1", nil, "VALIDATION"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Parse(tc.text, things)
			if fault.CodeOf(err) != tc.code || !reflect.DeepEqual(got, tc.want) {
				t.Errorf("Parse(%q) = %v, %v; want %v, code %q", tc.text, got, err, tc.want, tc.code)
			}
		})
	}
}

// Reads the cases that the panel's own builder is tested with.
func TestTerms_CasesOfThePanel_GiveTheSameText(t *testing.T) {
	file, err := os.ReadFile("testdata/terms.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Values map[string]string
		Text   string
	}
	if err := json.Unmarshal(file, &cases); err != nil {
		t.Fatal(err)
	}
	for _, tc := range cases {
		if got := Terms(tc.Values); got != tc.Text {
			t.Errorf("Terms(%v) = %s, want %s", tc.Values, got, tc.Text)
		}
		if _, err := Parse(tc.Text, things); err != nil {
			t.Errorf("Parse(%s): %v", tc.Text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`id:1`, `title:"a" AND status:"b"`, `title:"\\\""`, `id:1 AND `, `title:*a\**`,
		"title:\"\x00\"", `rate:"NaN"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		terms, err := Parse(text, things)
		if err != nil {
			if k := fault.KindOf(err); k != fault.Invalid {
				t.Fatalf("Parse(%q) fails with kind %s: %v", text, k, err)
			}
			return
		}
		var again []string
		for _, term := range terms {
			value := term.Values[0]
			if !term.Exact && term.Field != "id" {
				value = "*" + value + "*"
			} else if len(value) > 2 && value[0] == '*' && strings.HasSuffix(value, "*") {
				return // asterisks between quotation marks, which Terms does not write
			}
			again = append(again, Terms(map[string]string{term.Field: value}))
		}
		if joined := strings.Join(again, " AND "); joined != text {
			t.Fatalf("Parse(%q) reads %q", text, joined)
		}
	})
}
