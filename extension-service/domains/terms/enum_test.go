package terms_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/terms"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// call runs an endpoint by name.
func call(t *testing.T, name string, query map[string]string, body string) (map[string]any, error) {
	t.Helper()
	all := terms.Endpoints(map[string][]enum.Choice{
		"JOB_NEW_STATUS": {{Value: "ACTIVE", Text: "project.status.ACTIVE"}},
		"GENDER":         freelancers.Gender("").Enum().Choices(),
		"SALUTATION":     freelancers.Salutation("").Enum().Choices(), "USER_STATUS": freelancers.Status("").Enum().Choices(),
	})
	at := slices.IndexFunc(all, func(e resource.Endpoint) bool { return e.Name == name })
	if at < 0 {
		t.Fatalf("no endpoint %s", name)
	}
	none := func(string) string { return "" }
	out, err := all[at].Handle.Call(t.Context(), &resource.Request{
		Queries: query, Body: []byte(body), Param: none,
		Header: none, Cookie: none,
	})
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	return m, nil
}

func TestCountries_InALanguage_AreNamedAndSorted(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ locale, first, germany string }{
		"english by default":       {"", "Afghanistan", "Germany"},
		"german, umlauts in order": {"de", "Afghanistan", "Deutschland"},
		"an unknown language":      {"tlh", "Afghanistan", "Germany"},
		"a region does not matter": {"de-AT", "Afghanistan", "Deutschland"},
		"french sorts its accents": {"fr", "Afghanistan", "Allemagne"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			query := map[string]string{}
			if tc.locale != "" {
				query["locale"] = tc.locale
			}
			m, err := call(t, "reference.countries", query, "")
			if err != nil {
				t.Fatal(err)
			}
			list := m["results"].([]any)
			if len(list) != 249 || m["totalResults"] != 249.0 {
				t.Errorf("%d countries, ISO 3166-1 has 249", len(list))
			}
			if got := list[0].(map[string]any)["name"]; got != tc.first {
				t.Errorf("first is %v", got)
			}
			dial := regexp.MustCompile(`^(\+[1-9][0-9]*)?$`)
			for _, one := range list {
				c := one.(map[string]any)
				if !dial.MatchString(c["dialCode"].(string)) || c["name"] == "" {
					t.Errorf("odd country %v", c)
				}
				if c["code"] == "DE" && (c["name"] != tc.germany || c["dialCode"] != "+49") {
					t.Errorf("Germany is %v", c)
				}
			}
		})
	}
}

func TestEnumerations_Described_HaveValuesAndTexts(t *testing.T) {
	t.Parallel()
	m, err := call(t, "reference.describeEnum", nil, `{"enumType":"GENDER"}`)
	if err != nil || m["totalResults"] != 4.0 || m["results"].([]any)[3].(map[string]any)["text"] != "gender.UNDISCLOSED" {
		t.Errorf("gender: %v %v", m, err)
	}
	m, err = call(t, "reference.describeEnum", nil, `{"enumTypes":["GENDER","JOB_NEW_STATUS"]}`)
	if err != nil || len(m) != 2 || len(m["JOB_NEW_STATUS"].([]any)) != 1 {
		t.Errorf("several: %v %v", m, err)
	}
	for body, want := range map[string]string{
		`{}`:                           "map[enumType:[validation.required]]",
		`{"enumType":"X"}`:             "map[enumType:[validation.oneOf]]",
		`{"enumTypes":["GENDER","X"]}`: "map[enumTypes:[validation.oneOf]]",
		`{"enumType":7}`:               "map[enumType:[validation.text]]",
	} {
		_, err := call(t, "reference.describeEnum", nil, body)
		if got := fmt.Sprint(fault.From(err).Fields); fault.CodeOf(err) != "VALIDATION" || got != want {
			t.Errorf("%s: %s, want %s: %v", body, got, want, err)
		}
	}
}
