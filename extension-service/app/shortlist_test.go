package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"testing"
	"time"
)

type shortlisted struct {
	Must    []string `json:"must"`
	Remain  int      `json:"remain"`
	Results []struct {
		FreelancerID int64    `json:"freelancerId"`
		Score        int      `json:"score"`
		Missing      []string `json:"missing"`
		Unmet        *string  `json:"unmet"`
		Points       []struct {
			Points int `json:"points"`
		} `json:"points"`
	} `json:"results"`
	Rules []struct {
		Rule  string `json:"rule"`
		Count int    `json:"count"`
	} `json:"rules"`
}

// people are those of a shortlist in its order.
func (r shortlisted) people() (out []int64) {
	for _, one := range r.Results {
		out = append(out, one.FreelancerID)
	}
	return out
}

func (p *product) shortlist(t *testing.T, who string, project int, body string) (out shortlisted) {
	t.Helper()
	if err := json.Unmarshal(p.expect(t, who, fmt.Sprintf("POST /api/project/%d/shortlist", project), body, 200, "").body,
		&out); err != nil {
		t.Fatal(err)
	}
	return out
}

func (p *product) able(t *testing.T, first, more string) int64 {
	t.Helper()
	id := p.consenting(t, first)
	at := fmt.Sprint("/api/freelancer/", id)
	version := p.expect(t, "csm", "GET "+at, "", 200, "").json(t)["version"]
	p.expect(t, "csm", "PUT "+at, fmt.Sprintf(`{"version":%v,%s}`, version, more), 200, "")
	return id
}

// People are shortlisted for a project by what the rules read of them, the wishes of whoever asks applied.
func TestShortlist_OfAProject_RanksTheBestMatchesFirst(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		project := p.newProject(t, "Bridges")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/project/%d", project),
			`{"version":1,"skills":["Fortran","Simula","Ada"],"rateMax":100}`, 200, "")
		best := p.able(t, "Grace", `"skills":["fortran","SIMULA","Ada"],"hourRate":70,"currency":"EUR"`)
		dear := p.able(t, "Barbara", `"skills":["Fortran","Simula","Ada"],"hourRate":100,"currency":"EUR"`)
		p.able(t, "Margaret", `"skills":["Fortran","Simula","Ada"],"hourRate":101,"currency":"EUR"`)
		p.able(t, "Adele", `"skills":["Fortran"],"hourRate":50,"currency":"EUR"`)

		all := `{"must":["Fortran","Simula","Ada"]}`
		got := p.shortlist(t, "csm", project, all)
		if people := got.people(); fmt.Sprint(people) != fmt.Sprint([]int64{best, dear}) || got.Remain != 2 {
			t.Errorf("ranked are %v, want %d and %d", people, best, dear)
		}
		for _, one := range got.Results {
			sum := 0
			for _, part := range one.Points {
				sum += part.Points
			}
			if sum != one.Score {
				t.Errorf("%d points make a score of %d", sum, one.Score)
			}
		}
		got = p.shortlist(t, "csm", project, `{"off":["rate"]}`)
		if people := got.people(); len(people) != 4 || people[0] != best {
			t.Errorf("ranked are %v, want all four, %d first", people, best)
		}
		got = p.shortlist(t, "csm", project,
			`{"must":["Fortran"],"off":["rate"],"weights":{"skills":0,"rate":100,"availability":0,"place":0,"experience":0},"limit":1}`)
		if people := got.people(); len(people) != 1 || got.Results[0].Score != 100 {
			t.Errorf("by the rate alone %v is first with %+v", people, got.Results)
		}

		p.expect(t, "csm", "POST /api/projectApplication", fmt.Sprintf(`{"projectId":%d,"freelancerId":%d}`, project, best),
			201, "")
		got = p.shortlist(t, "csm", project, all)
		if people := got.people(); len(people) != 1 || people[0] != dear {
			t.Errorf("whoever has applied is proposed again: %v", people)
		}
	})
}

// People who were chosen elsewhere are ranked among themselves, each with what is not met, but for those who can be
// offered to nobody.
func TestShortlist_OfChosenPeople_NamesTheRuleNotMet(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		project := p.newProject(t, "Bridges")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/project/%d", project), `{"version":1,"skills":["Fortran"],"rateMax":100}`,
			200, "")
		fits := p.able(t, "Grace", `"skills":["fortran"],"hourRate":70,"currency":"EUR"`)
		dear := p.able(t, "Barbara", `"skills":["Fortran"],"hourRate":101,"currency":"EUR"`)
		other := p.able(t, "Adele", `"skills":["Simula"],"hourRate":50,"currency":"EUR"`)
		silent := p.named(t, "Margaret")
		gone := p.named(t, "Edith")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d/status", gone), `{"status":"DL","reason":"MISTAKE"}`, 200, "")
		p.able(t, "Kathleen", `"skills":["Fortran"]`)

		got := p.shortlist(t, "csm", project, fmt.Sprintf(
			`{"freelancerIds":[%d,%d,%d,%d,%d],"must":[],"off":["skills","languages","rightToWork","available","rate",`+
				`"notYetSent","consent"]}`, fits, dear, other, silent, gone))
		unmet := map[int64]string{}
		for _, one := range got.Results {
			unmet[one.FreelancerID] = ""
			if one.Unmet != nil {
				unmet[one.FreelancerID] = *one.Unmet
			}
		}
		want := map[int64]string{fits: "", dear: "rate", other: "", silent: "consent"}
		if !maps.Equal(unmet, want) || got.people()[0] != fits {
			t.Errorf("not met are %v, want %v, %d first", unmet, want, fits)
		}
		if got := p.shortlist(t, "csm", project, `{"freelancerIds":[]}`); len(got.Results) != 0 {
			t.Errorf("of nobody %d are ranked", len(got.Results))
		}
	})
}

func TestShortlist_InvalidRequest_IsRefusedAtItsField(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		call := fmt.Sprintf("POST /api/project/%d/shortlist", p.newProject(t, "Bridges"))
		p.expect(t, "csm", call, `{"weights":{"skills":50,"rate":0,"availability":0,"place":0,"experience":0}}`, 422,
			`"weights":["validation.weights"]`)
		p.expect(t, "csm", call, `{"off":["gender"]}`, 422, `"off`)
		p.expect(t, "csm", call, `{"limit":101}`, 422, `"limit":["validation.maxValue"]`)
		p.expect(t, "content", call, `{}`, 403, "")
		p.expect(t, "csm", "POST /api/project/987654/shortlist", `{}`, 404, "")
	})
}

// The rate of a profile is shown in its own currency and unit: nothing converts it into those of the project, and hours
// go as far as the capacity.
func TestShortlist_RateInAnotherCurrency_IsShownUnconverted(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		project := p.newProject(t, "Bridges")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/project/%d", project),
			`{"version":1,"skills":["Fortran"],"hoursPerWeek":40}`, 200, "")
		p.able(t, "Grace", `"skills":["Fortran"],"hourRate":120.5,"currency":"CHF","availabilityPct":75`)
		p.expect(t, "csm", fmt.Sprintf("POST /api/project/%d/shortlist", project), `{}`, 200,
			`"rate":null,"askedRate":120.5,"askedUnit":"Hr","rateCurrency":"CHF","hoursPerWeek":30`)
	})
}

// Whoever may see some clients only is proposed nobody who is bound to another one.
func TestShortlist_CallerWithAScope_ProposesNobodyOfAnotherClient(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		project := p.newProject(t, "Bridges")
		other := p.expect(t, "config", "POST /api/client", `{"name":"Elsewhere","code":"EW","currency":"EUR"}`, 201,
			"").json(t)["id"]
		bound := p.able(t, "Grace", `"skills":["Fortran"]`)
		p.able(t, "Barbara", `"skills":["Fortran"]`)
		p.expect(t, "csm", "POST /api/boundClient", fmt.Sprintf(`{"freelancerId":%d,"clientId":%v,"scope":"client"}`, bound,
			other), 201, "")
		for who, want := range map[string]bool{"csm": true, "scoped": false} {
			isThere := false
			for _, id := range p.shortlist(t, who, project, `{"must":["Fortran"]}`).people() {
				isThere = isThere || id == bound
			}
			if isThere != want {
				t.Errorf("%s is proposed somebody bound to another client: %v", who, isThere)
			}
		}
	})
}

// Whoever was sent to a client, or is about to be, is not found among those who were not.
func TestFreelancers_FilterNotSentToAClient_ExcludesSentOnes(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		other := p.expect(t, "config", "POST /api/client", `{"name":"Elsewhere","code":"EW","currency":"EUR"}`, 201,
			"").json(t)["id"]
		sent, unsent := p.newPerson(t, "Ada", "Byron")["id"], p.newPerson(t, "Grace", "Hopper")["id"]
		for _, person := range []any{sent, unsent} {
			p.expect(t, "csm", "POST /api/projectApplication",
				fmt.Sprintf(`{"projectId":%d,"freelancerId":%v}`, p.newProject(t, "Bridges"), person), 201, "")
		}
		found := func(client any) (ids []any) {
			for _, row := range p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer?notSentTo=%v&s=id:asc", client), "", 200,
				"").json(t)["results"].([]any) {
				ids = append(ids, row.(map[string]any)["id"])
			}
			return ids
		}
		if got := found(1); len(got) != 2 {
			t.Errorf("before anybody was sent %v are found", got)
		}
		err := p.DB.Write(t.Context(), func(ctx context.Context) error {
			_, err := p.DB.Exec(ctx, "UPDATE applications SET sent_at = $1 WHERE freelancer_id = $2", time.Now().UnixMilli(),
				int64(sent.(float64)))
			p.DB.Touched(ctx, "applications", "sent_at")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := found(1); fmt.Sprint(got) != fmt.Sprint([]any{unsent}) {
			t.Errorf("found are %v, want %v alone", got, unsent)
		}
		if got := found(other); len(got) != 2 {
			t.Errorf("of the client that nobody was sent to, %v are found", got)
		}
	})
}
