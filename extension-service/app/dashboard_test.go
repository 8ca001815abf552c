package app_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// looser are the cards whose list holds more than they count; the list says so by its order.
var looser = map[string]bool{"unconfirmed": true}

// A number one cannot follow is no help: each leads to the list of exactly what it counts.
func TestCardsLeadToWhatTheyCount(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for _, who := range []string{"all", "csm", "scoped", "config"} {
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

// lists tells the call behind each screen.
func (p *product) lists(t *testing.T, who string) map[string]string {
	t.Helper()
	var meta struct {
		Resources []struct{ Route, Path string }
	}
	if err := json.Unmarshal(p.expect(t, who, "GET /api/meta", "", 200, `"resources"`).body, &meta); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
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
	if path == "" || looser[what] {
		return // a screen of its own
	}
	ask, filters := url.Values{"limit": {"1"}}, map[string]any{}
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
