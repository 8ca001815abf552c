package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/staff"
	"poolkeeper.example/extension-service/store"
	"poolkeeper.example/extension-service/store/pgtest"
)

// furnished is what every product begins with: the accounts of the demonstration, a session of each, and one client.
var furnished = pgtest.Template{Fill: furnish}

// sessions are those of the furnished databases, whose copies know them as well.
var sessions struct {
	mu sync.Mutex
	of map[store.Dialect]furnishedSessions
}

type furnishedSessions struct {
	begun  time.Time
	tokens map[string]string // account → access token
}

// sessionsFresh is how long sessions are handed out: they live for a quarter of an hour, and so must the test.
const sessionsFresh = 3 * time.Minute

// sessionsOf are the tokens a product begins with: none when they have become too old to last.
func sessionsOf(engine store.Dialect) map[string]string {
	sessions.mu.Lock()
	defer sessions.mu.Unlock()
	if s := sessions.of[engine]; time.Since(s.begun) < sessionsFresh {
		return maps.Clone(s.tokens)
	}
	return map[string]string{}
}

func furnish(ctx context.Context, url string) (err error) {
	dir, err := os.MkdirTemp("", "poolkeeper-furnish-")
	if err != nil {
		return err
	}
	s, err := openIn(ctx, dir, url)
	if err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	defer func() { err = errors.Join(err, s.Close(), os.RemoveAll(dir)) }()
	if err := s.FillAccounts(ctx); err != nil {
		return err
	}
	mine := furnishedSessions{begun: time.Now(), tokens: map[string]string{}}
	for _, who := range []string{"config", "csm", "tech", "content", "all", "norole", "scoped"} {
		if mine.tokens[who], err = signIn(s, who); err != nil {
			return err
		}
		if who == "config" { // the first one makes the client that the last one is confined to
			if err := makeClient(s, mine.tokens[who]); err != nil {
				return err
			}
		}
	}
	sessions.mu.Lock()
	if sessions.of == nil {
		sessions.of = map[store.Dialect]furnishedSessions{}
	}
	sessions.of[s.DB.Dialect()] = mine
	sessions.mu.Unlock()
	return nil
}

func makeClient(s *app.Service, token string) error {
	r := posted("/api/client", `{"name":"Norrsken Bank","code":"NB","currency":"EUR"}`)
	r.Header.Set("Authorization", "Bearer "+token)
	got, err := ask(s, r)
	if err == nil && got.status != 201 {
		err = fmt.Errorf("the client: %d %s", got.status, got.body)
	}
	return err
}

func posted(path, body string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return r
}

// signIn returns the access token of a new session of a demo account.
func signIn(s *app.Service, who string) (string, error) {
	got, err := ask(s, posted("/api/authorize", `{"username":"`+who+`@poolkeeper.example","password":"`+staff.DemoPassword+`"}`))
	if err == nil && got.status != 200 {
		err = fmt.Errorf("%d %s", got.status, got.body)
	}
	if err != nil {
		return "", fmt.Errorf("sign in %s: %w", who, err)
	}
	var answer struct {
		Token string `json:"access_token"`
	}
	err = json.Unmarshal(got.body, &answer)
	return answer.Token, err
}
