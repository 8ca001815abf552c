package resource_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// person has every kind of text that a person is known by.
type person struct {
	Name    string          `json:"name"    check:"required,max=80"`
	Email   string          `json:"email"   kind:"email" check:"max=254"`
	Phone   string          `json:"phone"   kind:"phone" check:"max=16"`
	Site    string          `json:"site"    kind:"url" check:"max=300"`
	Remark  string          `json:"remark"  kind:"longtext" check:"max=500"`
	Skills  []string        `json:"skills"  check:"max=10,distinct"`
	Home    postal.Address  `json:"home"`
	Answers map[string]any  `json:"answers"`
	Sample  map[string]any  `json:"sample"  check:"foreign"`
	Any     json.RawMessage `json:"any"     kind:"json"`
}

func bindPerson(t *testing.T, members map[string]any) (person, string) {
	t.Helper()
	if members["name"] == nil {
		members["name"] = "Zoe"
	}
	body, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	handle := resource.Handle(func(_ context.Context, in person) (person, error) { return in, nil })
	out, err := handle.Call(t.Context(), &resource.Request{Body: body})
	got, _ := out.(person)
	return got, summary(err)
}

func TestLine_LineEndsAndControlCharacters_AreRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Ada\nLovelace": "oneLine", "Ada\tLovelace": "oneLine", "Ada\r\nLovelace": "oneLine", "Ada\u2028Lovelace": "oneLine",
		"Ada\u2029": "", "\tAda\n": "",
		"Ada\u202eecalevoL": "direction", "\u2066Ada\u2069": "direction", "Ada\u200f": "direction", "Ada\u200e": "direction",
		"Ada\u061c": "direction",
		"\u202aAda": "direction", "Ada\u0000": "control", "Ada\u0007": "control", "Ada\u0085Lovelace": "control",
		"Ada\u000bLovelace":  "control",
		"\u0646\u200c\u0627": "", "\u0915\u094d\u200d\u0937": "", "Anna-Lena O\u2019Neil": "", "\u674e\u5c0f\u9f99": "",
	} {
		for _, field := range []string{"name", "city"} {
			members, at := map[string]any{field: text}, field
			if field == "city" {
				members, at = map[string]any{"home": map[string]any{"city": text}}, "home.city"
			}
			full := want
			if full != "" {
				full = at + "=validation." + want
			}
			if got, wrong := bindPerson(t, members); wrong != full {
				t.Errorf("%s %q: refused with %q, want %q", at, text, wrong, full)
			} else if wrong == "" && field == "name" && got.Name != strings.TrimSpace(text) {
				t.Errorf("%q became %q", text, got.Name)
			}
		}
	}
	for _, text := range []string{"first\nsecond", "a\tb", "\u05e9\u05dc\u05d5\u05dd \u202babc\u202c"} {
		if got, wrong := bindPerson(t, map[string]any{"remark": text}); wrong != "" || got.Remark != text {
			t.Errorf("a text of several lines %q became %q, refused with %q", text, got.Remark, wrong)
		}
	}
}

func TestLine_InvisibleText_IsEmpty(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		" ", "\u3164", "\u200b", "\u200b \u200d", "\u2060", "\ufeff", "\u00ad", "\u2800",
		"\uffa0", "\u115f", "\u3000", "\u034f", "\u202e\u202c",
	} {
		if _, wrong := bindPerson(t, map[string]any{"name": text}); wrong != "name=validation.required" {
			t.Errorf("the name %q: %q", text, wrong)
		}
		if got, wrong := bindPerson(t, map[string]any{"remark": text, "home": map[string]any{"city": text}}); wrong != "" ||
			got.Remark+got.Home.City != "" {
			t.Errorf("%q became %q and %q, refused with %q", text, got.Remark, got.Home.City, wrong)
		}
	}
}

func TestSkills_DifferingInCase_AreOne(t *testing.T) {
	t.Parallel()
	got, wrong := bindPerson(t, map[string]any{"skills": []string{
		" Go", "go", "GO\u00a0", "Data  Science", "data science",
		"\u200bgo", "go\ufeff", "C",
	}})
	if want := []string{"Go", "Data  Science", "C"}; wrong != "" || !slices.Equal(got.Skills, want) {
		t.Errorf("skills %q, refused with %q", got.Skills, wrong)
	}
}

func TestSkills_TooMany_AreRefusedEvenIfDuplicates(t *testing.T) {
	t.Parallel()
	many := slices.Repeat([]string{"Go"}, 11)
	if _, wrong := bindPerson(t, map[string]any{"skills": many[:10]}); wrong != "" {
		t.Error(wrong)
	}
	if _, wrong := bindPerson(t, map[string]any{"skills": many}); wrong != "skills=validation.maxItems" {
		t.Errorf("11 times the same: %q", wrong)
	}
}

func TestEmail_OfAnyField_IsStoredWithALabels(t *testing.T) {
	t.Parallel()
	got, wrong := bindPerson(t, map[string]any{"email": " Mara@B\u00dcCHER.Example "})
	if wrong != "" || got.Email != "Mara@xn--bcher-kva.example" {
		t.Errorf("%q %s", got.Email, wrong)
	}
	for _, address := range []string{
		"mara@-example.org", "mara@exam ple.org", "ma\u200bra@example.org",
		strings.Repeat("a", 65) + "@example.org",
	} {
		if _, wrong := bindPerson(t, map[string]any{"email": address}); wrong != "email=validation.email" {
			t.Errorf("%q: %q", address, wrong)
		}
	}
}

func TestPhone_WrittenAsWithinACountry_IsReadByTheAddress(t *testing.T) {
	t.Parallel()
	got, wrong := bindPerson(t, map[string]any{"phone": "0170 1234567", "home": map[string]any{"country": "DE"}})
	if wrong != "" || got.Phone != "+491701234567" {
		t.Errorf("%q %s", got.Phone, wrong)
	}
	if _, wrong := bindPerson(t, map[string]any{"phone": "0170 1234567"}); wrong != "phone=validation.phoneCountry" {
		t.Error(wrong)
	}
}

func TestURL_BlanksQuotesAndInvisibleCharacters_AreRefused(t *testing.T) {
	t.Parallel()
	for site, want := range map[string]bool{
		"https://example.org/a?b=c#d": true, "http://example.org:8080": true, "https://b\u00fccher.example/\u00fc": true,
		"https://exam ple.org": false, "https://example.org/a b": false, "https://example.org/\"onclick": false,
		"https://example.org/'x":    false,
		"https://exam\u200bple.org": false, "https://example.org/\u202e": false, "https://example.org/\u201cx\u201d": false,
		"https://:8080":           false,
		"https://example.org/<x>": false, "https://example.org/\u00a0x": false, "ftp://example.org": false,
		"https://example.org/\u3164": false,
	} {
		if _, wrong := bindPerson(t, map[string]any{"site": site}); (wrong == "") != want {
			t.Errorf("%q: %q", site, wrong)
		}
	}
}

func TestJSON_NamesOfPrototypes_AreRefusedAnywhere(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"__proto__", "constructor", "prototype"} {
		for path, members := range map[string]map[string]any{
			"answers." + name:   {"answers": map[string]any{name: 1}},
			"answers.a." + name: {"answers": map[string]any{"a": map[string]any{name: map[string]any{}}}},
			"any[0]." + name:    {"any": []any{map[string]any{name: true}}},
		} {
			if _, wrong := bindPerson(t, members); wrong != path+"=validation.key" {
				t.Errorf("%v: %q, want %s", members, wrong, path)
			}
		}
		if _, wrong := bindPerson(t, map[string]any{
			"answers": map[string]any{"a": name},
			"sample":  map[string]any{name: 1},
		}); wrong != "" {
			t.Errorf("as a value, and in what another system has sent, %s is taken: %q", name, wrong)
		}
	}
}

func TestReadLine_TextsOutsideAField_ObeyTheSameRules(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind               field.Kind
		text, stored, want string
	}{
		{field.Text, " Ada ", "Ada", ""},
		{field.Text, "a\nb", "a\nb", "validation.oneLine"},
		{field.Code, "AB\tE", "AB\tE", "validation.oneLine"},
		{field.Code, "AB\u202eCD", "AB\u202eCD", "validation.direction"},
		{field.Email, "Mara@EXAMPLE.org", "Mara@example.org", ""},
		{field.Email, "mara", "mara", "validation.email"},
		{field.Phone, "tel:+49 (0) 170 1234567", "+491701234567", ""},
		{field.Phone, "+49 170 1234567 ext 3", "+49 170 1234567 ext 3", "validation.phoneExtension"},
		{field.URL, "https://example.org", "https://example.org", ""},
		{field.Locale, " DE_at", "de-AT", ""},
		{field.Locale, "Deutsch!", "deutsch!", "validation.locale"},
		{field.Text, "\u3164", "", ""},
	} {
		if stored, wrong := field.ReadLine(c.kind, c.text); stored != c.stored || wrong != c.want {
			t.Errorf("%s: %s", fmt.Sprintf("%s %q", c.kind, c.text), fmt.Sprintf("%q %q", stored, wrong))
		}
	}
}
