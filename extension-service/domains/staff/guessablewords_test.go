package staff

import (
	"context"
	"errors"
	"testing"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
)

func TestPassword_MostlyWordsOfTheOrganisation_IsRefusedWithTheWord(t *testing.T) {
	t.Parallel()
	s := New(Options{Now: time.Now, ForbiddenWords: func(context.Context) ([]string, error) {
		return []string{"Poolkeeper", "Grüne Wolke", "SAP", "компания"}, nil
	}})
	ada := &account{Admin: Admin{Email: "a.l@lovelace-works.example", FirstName: "Augusta Ada", LastName: "Öztürk"}}
	for name, tc := range map[string]struct{ password, want string }{
		"the word and digits":                 {"poolkeeper2026", "Poolkeeper"},
		"in capitals, with signs at its end":  {"POOLKEEPER!!!!!!!!!!", "Poolkeeper"},
		"with letters that look alike":        {"P00lk33p3r#2026", "Poolkeeper"},
		"with signs between":                  {"pool-keeper-2026", "Poolkeeper"},
		"twice":                               {"PoolkeeperPoolkeeper", "Poolkeeper"},
		"two words, without accents":          {"gruneWolke+1234", "Grüne Wolke"},
		"a short word, often":                 {"sapsapsapsap", "SAP"},
		"in another script":                   {"Компания-2026", "компания"},
		"several words together":              {"sapPoolkeeper12345678", "Poolkeeper"},
		"the person's name":                   {"AugustaAugusta1", "Augusta"},
		"the family name, without its points": {"ozturk-ozturk-7", "Öztürk"},
		"the host of the address":             {"LovelaceWorks2026", "lovelace-works"},
		"half of it and no more":              {"poolkeeper-tenletters", ""},
		"among other words":                   {"poolkeeper copper lantern", ""},
		"names below four letters":            {"Ada likes Ada", ""},
		"the end of a host's name":            {"example-example-1", ""},
		"none of it":                          {"copper-lantern-drifts", ""},
	} {
		bad := fault.Validation()
		if err := s.checkNew(t.Context(), bad, ada, tc.password); err != nil {
			t.Fatal(err)
		}
		params, _ := bad.Params["password"]["password.guessableWord"].(map[string]any)
		got, _ := params["word"].(string)
		if got != tc.want || has(bad.Fields, "password", "password.guessableWord") != (tc.want != "") {
			t.Errorf("%s: %q for its word, want %q", name, got, tc.want)
		}
	}
}

func TestPassword_WordsCannotBeRead_IsNotAccepted(t *testing.T) {
	t.Parallel()
	away := errors.New("the database is away")
	s := New(Options{Now: time.Now, ForbiddenWords: func(context.Context) ([]string, error) { return nil, away }})
	a := &account{Admin: Admin{Email: "ada@x.example"}}
	if err := s.checkNew(t.Context(), fault.Validation(), a, "copper-lantern-drifts"); !errors.Is(err, away) {
		t.Errorf("%v, want %v", err, away)
	}
}
