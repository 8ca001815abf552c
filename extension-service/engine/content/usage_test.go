package content

import (
	"slices"
	"testing"

	"poolkeeper.example/extension-service/platform/role"
)

func customerWith(id int64, name string, isos ...string) customer {
	c := customer{ID: id, Name: name}
	for _, iso := range isos {
		c.Languages = append(c.Languages, languageCode{iso})
	}
	return c
}

func TestUsage_OfAText_NamesWhoSeesAChange(t *testing.T) {
	t.Parallel()
	rows := []row{
		{Locale: "en", Key: "k", Value: "Save"},
		{Locale: "de", Key: "k", Value: "Speichern"},
		{Client: 2, Locale: "de", Key: "k", Value: "Sichern"},
		{Client: 3, Locale: "en", Key: "k", Value: "Keep"},
	}
	texts := newTexts(rows, []customer{
		customerWith(1, "Plain", "en", "de-AT"), customerWith(2, "German", "de", "fr"),
		customerWith(3, "English", "en", "de", "fr"), customerWith(4, "French", "fr"),
	})
	all := &role.Caller{Kind: role.Admin, Scope: role.Scope{}}
	for name, tc := range map[string]struct {
		locale string
		who    *role.Caller
		want   []Showing
		beyond int
	}{
		"the English text is the fallback where there is no French one": {"en", all, []Showing{
			{1, "Plain", []string{"en"}, nil},
			{2, "German", []string{"fr"}, nil},
			{3, "English", nil, []string{"en", "fr"}},
			{4, "French", []string{"fr"}, nil},
		}, 0},
		"a text is that of the regions of its language too": {"de", all, []Showing{
			{1, "Plain", []string{"de-AT"}, nil}, {2, "German", nil, []string{"de"}}, {3, "English", []string{"de"}, nil},
		}, 0},
		"a new one would precede the English one": {"fr", all, []Showing{
			{2, "German", []string{"fr"}, nil}, {3, "English", []string{"fr"}, nil}, {4, "French", []string{"fr"}, nil},
		}, 0},
		"in any language": {"", all, []Showing{
			{1, "Plain", []string{"en", "de-AT"}, nil},
			{2, "German", []string{"fr"}, []string{"de"}},
			{3, "English", []string{"de"}, []string{"en", "fr"}},
			{4, "French", []string{"fr"}, nil},
		}, 0},
		"within the scope": {
			"fr", &role.Caller{Kind: role.Admin, Scope: role.Scope{ClientIDs: []int64{4}}},
			[]Showing{{4, "French", []string{"fr"}, nil}},
			2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := texts.usage(tc.who, usageInput{Key: "k", Locale: tc.locale})
			same := func(a, b Showing) bool {
				return a.ID == b.ID && a.Name == b.Name && slices.Equal(a.Inherits, b.Inherits) &&
					slices.Equal(a.Overrides, b.Overrides)
			}
			if !slices.EqualFunc(got.Clients, tc.want, same) || got.Beyond != tc.beyond {
				t.Errorf("%+v, want %+v and %d", got, tc.want, tc.beyond)
			}
		})
	}
}

func TestUsage_KeyShownNowhere_IsUnused(t *testing.T) {
	t.Parallel()
	texts := newTexts([]row{
		{Locale: "en", Key: "shipped", Value: "a"},
		{Locale: "en", Key: "named", Value: "b"},
		{Locale: "de", Key: "left", Value: "c"},
		{Locale: "en", Key: "left", Value: "d"},
		{Client: 2, Locale: "de", Key: "own", Value: "e"},
	}, nil)
	for client, want := range map[int64][]string{0: {"left"}, 2: {"own"}, 3: nil} {
		var got []string
		for _, key := range texts.unusedKeys(client, map[string]string{"shipped": "a"}, map[string]bool{"named": true}) {
			got = append(got, key.Key)
		}
		if !slices.Equal(got, want) {
			t.Errorf("client %d: %v, want %v", client, got, want)
		}
	}
}
