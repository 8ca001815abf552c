package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"
)

// A number one cannot follow is no help: each leads to the list of exactly what it counts.
func TestCardsLeadToWhatTheyCount(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.somethingToCount(t)
		for _, who := range []string{"all", "csm", "scoped", "config", "tech", "content"} {
			paths := p.lists(t, who)
			var start struct {
				Cards []struct {
					Key   string
					Count int
					Link  string
					Items []struct {
						Label, Link string
						Count       int
					}
				}
			}
			if err := json.Unmarshal(p.expect(t, who, "GET /api/dashboard", "", 200, `"cards"`).body, &start); err != nil {
				t.Fatal(err)
			}
			for _, card := range start.Cards {
				p.follow(t, who, paths, card.Key, card.Link, card.Count)
				for _, item := range card.Items {
					p.follow(t, who, paths, card.Key+" "+item.Label, item.Link, item.Count)
				}
			}
		}
	})
}

// somethingToCount makes records in states that cards count, some of another client than the scope of one account covers.
func (p *product) somethingToCount(t *testing.T) {
	t.Helper()
	p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
	inside := p.newProject(t, "Here")
	p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"There","clientId":2,"startPaused":true}}`, 201, "")
	p.expect(t, "csm", fmt.Sprintf("DELETE /api/project/%d?reason=OTHER&comment=mistake", p.newProject(t, "Gone")), "", 200, "")
	late, young, failed := p.newApplication(t, inside, "Noor"), p.newApplication(t, inside, "Tomasz"), p.newApplication(t, inside, "Ines")
	err := p.DB.Write(t.Context(), func(ctx context.Context) error {
		defer p.DB.Touched(ctx, "applications")
		ago := func(days int) int64 { return time.Now().AddDate(0, 0, -days).UnixMilli() }
		for text, args := range map[string][]any{
			"UPDATE applications SET created = $1 WHERE id = $2":  {ago(9), late},
			"UPDATE applications SET created = $1  WHERE id = $2": {ago(5), young},
			"UPDATE applications SET status = 'sf' WHERE id = $1": {failed},
			"INSERT INTO staff_blocks (kind, account, network, started, until) SELECT 'account', account, '', 1, $1 FROM staff WHERE email = 'tech@poolkeeper.example'": {ago(-1)},
		} {
			if _, err := p.DB.Exec(ctx, text, args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	start := string(p.expect(t, "all", "GET /api/dashboard", "", 200, "").body)
	for _, card := range []string{"unconfirmed", "sendFailed", "lockedAccounts", "pausedProjects"} {
		if !strings.Contains(start, fmt.Sprintf(`{"key":%q,"count":1,`, card)) {
			t.Errorf("nothing counted of %s: %s", card, start)
		}
	}
}

// lists tells the call behind each screen.
func (p *product) lists(t *testing.T, who string) map[string]string {
	t.Helper()
	var meta struct {
		Resources []struct{ Route, Path string }
	}
	if err := json.Unmarshal(p.expect(t, who, "GET /api/meta", "", 200, `"resources"`).body, &meta); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{"/users/admins": "/api/admin"}
	for _, r := range meta.Resources {
		out[r.Route] = r.Path
	}
	return out
}

// follow asks for the list that a link leads to, the way the panel does.
func (p *product) follow(t *testing.T, who string, paths map[string]string, what, link string, count int) {
	t.Helper()
	at, err := url.Parse(link)
	if err != nil || link == "" {
		t.Errorf("%s as %s leads nowhere: %q %v", what, who, link, err)
		return
	}
	path := paths[at.Path]
	if path == "" {
		return // a screen of its own
	}
	if path == "/api/admin" {
		who = "config" // others are shown the number alone
	} else if !at.Query().Has("filter") {
		t.Errorf("%s as %s would put back the filter that was used last: %s", what, who, link)
	}
	ask, filters := url.Values{"limit": {"1"}}, map[string]any{}
	if trouble := at.Query().Get("trouble"); trouble != "" {
		ask.Set("trouble", trouble)
	}
	if text := at.Query().Get("filter"); text != "" {
		if err := json.Unmarshal([]byte(text), &filters); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range filters {
		ask.Set(name, strings.Trim(strings.ReplaceAll(fmt.Sprint(value), " ", ","), "[]"))
		if one, ok := value.(string); ok {
			ask.Set(name, one)
		}
	}
	p.expect(t, who, "GET "+path+"?"+ask.Encode(), "", 200, fmt.Sprintf(`"totalResults":%d`, count))
}
