package app_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// titles are those of the records that the palette finds, in its order.
func (p *product) titles(t *testing.T, text string) (out []string) {
	t.Helper()
	var found struct {
		Results []struct{ Resource, Title string }
	}
	answer := p.expect(t, "all", "GET /api/find?q="+url.QueryEscape(text), "", 200, "")
	if err := json.Unmarshal(answer.body, &found); err != nil {
		t.Fatal(err)
	}
	for _, one := range found.Results {
		out = append(out, one.Resource+" "+one.Title)
	}
	return out
}

func (p *product) addPerson(t *testing.T, first, last, more string) {
	t.Helper()
	body := fmt.Sprintf(`{"firstName":%q,"lastName":%q,"locale":"en","force":true%s}`, first, last, more)
	p.expect(t, "csm", "POST /api/freelancer", body, 201, "")
}

func TestPalette_CompleteNameOfAPerson_PrecedesBeginningsAndParts(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for i, last := range []string{"Qwardling", "Qward", "Bequward", "Steqward"} {
			p.addPerson(t, "Saul", last, fmt.Sprintf(`,"email":"s%d@names.example"`, i))
		}
		p.newProject(t, "Qward rollout")
		got := p.titles(t, "qward")
		want := []string{
			"freelancer Saul Qward", "project Qward rollout", "freelancer Saul Qwardling",
			"freelancer Saul Steqward",
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("qward finds %q, want %q", got, want)
		}
		for _, text := range []string{"Qward, Saul", "saul qward", "QWARD saul"} {
			if got := p.titles(t, text); len(got) == 0 || got[0] != want[0] {
				t.Errorf("%q finds %q", text, got)
			}
		}
		for i := range 6 { // more than the palette shows, and newer
			p.addPerson(t, "Saul", fmt.Sprintf("Steqward %c", 'a'+i), fmt.Sprintf(`,"email":"p%d@names.example"`, i))
		}
		if got := p.titles(t, "qward"); len(got) != 6 || !slices.Equal(got[:3], want[:3]) {
			t.Errorf("among more than it shows qward finds %q", got)
		}
	})
}

func TestNames_AnySpelling_AreFoundInThePaletteAndTheList(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.addPerson(t, "Işık", "O’Neilqx", `,"email":"isik@names.example"`)
		p.addPerson(t, "Anna-Lena", "Łøđqx", `,"email":"anna@names.example"`)
		for text, want := range map[string]string{
			"isik oneilqx": "Işık O’Neilqx", "IŞIK O'Neilqx": "Işık O’Neilqx", "O`neilqx, Işık": "Işık O’Neilqx",
			"O\u200bʼNeilqx": "Işık O’Neilqx",
			"lodqx":          "Anna-Lena Łøđqx", "anna lena lodqx": "Anna-Lena Łøđqx", "Łøđqx anna\u2011lena": "Anna-Lena Łøđqx",
		} {
			if got := p.titles(t, text); len(got) != 1 || got[0] != "freelancer "+want {
				t.Errorf("the palette finds %q by %q", got, text)
			}
			p.expect(t, "csm", "GET /api/freelancer?name="+url.QueryEscape(text), "", 200, `"totalResults":1`)
		}
	})
}

func TestPalette_HandleInAnySpelling_FindsItsRecord(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newProject(t, "Handled")
		var project struct{ Handle string }
		body := p.expect(t, "csm", fmt.Sprintf("GET /api/project/%d", id), "", 200, "").body
		if err := json.Unmarshal(body, &project); err != nil {
			t.Fatal(err)
		}
		letter, digits, _ := strings.Cut(project.Handle, "-")
		for _, text := range []string{
			letter + "-" + digits, letter + digits, letter + " " + digits, letter + "\u2011" + digits, letter + "–" + digits,
			" " + strings.ToLower(letter+digits) + " ",
		} {
			if got := p.titles(t, text); len(got) != 1 || got[0] != "project Handled" {
				t.Errorf("%q finds %q", text, got)
			}
		}
	})
}

// Of two records whose addresses hold what is typed, the one whose address begins with it comes first.
func TestPalette_NumberThatBeginsSo_ComesBeforeOneThatEndsSo(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		add := func(email string) any {
			return p.expect(t, "csm", "POST /api/freelancer", `{"firstName":"Ada","lastName":"Byron","force":true,"email":"`+
				email+`"}`, 201, "").json(t)["id"]
		}
		begins, ends := add("1000006@people.example"), add("ada91000006@people.example")
		got := p.expect(t, "csm", "GET /api/find?q=1000006", "", 200, "").json(t)["results"].([]any)
		if len(got) != 2 || got[0].(map[string]any)["id"] != begins || got[1].(map[string]any)["id"] != ends {
			t.Errorf("found are %v, want %v, then %v", got, begins, ends)
		}
	})
}

func TestPhone_InAnySpelling_FindsThePersonWithoutShowingIt(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.addPerson(t, "Ida", "Dialled",
			`,"email":"ida@names.example","mobileNumber":"0170 / 765 43-21","homeAddress":{"country":"DE"}`)
		for _, text := range []string{
			"+49 170 7654321", "0170 7654321", "0049 (0)170 7654321", "tel:+49-170-7654321",
			"4917 07654321",
		} {
			if got := p.titles(t, text); len(got) != 1 || got[0] != "freelancer Ida Dialled" {
				t.Errorf("%q finds %q", text, got)
			}
			p.expect(t, "csm", "GET /api/freelancer?name="+url.QueryEscape(text), "", 200, `"totalResults":1`)
			if body := p.expect(t, "all", "GET /api/find?q="+url.QueryEscape(text), "", 200,
				"").body; strings.Contains(string(body), "7654321") {
				t.Errorf("the palette shows the number: %s", body)
			}
		}
		for _, text := range []string{"7654321", "170765432", "+49170765432"} {
			if got := p.titles(t, text); len(got) != 0 {
				t.Errorf("a part of the number, %q, finds %q", text, got)
			}
		}
	})
}

func TestEmail_SpellingsOfOneMailbox_AreInUse(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.addPerson(t, "Jörg", "Post", `,"email":"JÖRG@Bücher.example"`)
		for _, address := range []string{
			"jörg@bücher.example", "Jörg@BÜCHER.example", "jörg@xn--bcher-kva.example",
			"jo\u0308rg@bu\u0308cher.example",
		} {
			p.expect(t, "csm", "POST /api/freelancer", fmt.Sprintf(`{"firstName":"J","lastName":"P","email":%q,"force":true}`,
				address), 409, "EMAIL_TAKEN")
		}
		p.expect(t, "csm", "GET /api/freelancer?email="+url.QueryEscape("bücher.ex"), "", 200,
			`"email":"JÖRG@xn--bcher-kva.example"`)
		p.expect(t, "csm", "GET /api/freelancer?email="+url.QueryEscape("jörg@BÜCHER.example"), "", 200, `"totalResults":1`)
		msp := `{"name":"Buch %d","email":%q,"vatId":"DE136695976","contactFirstName":"A","contactLastName":"B"}`
		p.expect(t, "csm", "POST /api/msp", fmt.Sprintf(msp, 1, "Ä@bücher.example"), 201, "")
		p.expect(t, "csm", "POST /api/msp", fmt.Sprintf(msp, 2, "ä@xn--bcher-kva.example"), 409, "EMAIL_TAKEN")
		admin := `{"email":%q,"firstName":"A","lastName":"B","roles":["c"]}`
		p.expect(t, "config", "POST /api/admin", fmt.Sprintf(admin, "Ö@bücher.example"), 201, "")
		p.expect(t, "config", "POST /api/admin", fmt.Sprintf(admin, "ö@BÜCHER.example"), 409, "EMAIL_TAKEN")
		p.expect(t, "config", "PUT /api/setting/mail.from", `{"value":"Desk <desk@bücher.example>"}`, 200,
			"desk@xn--bcher-kva.example")
	})
}
