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
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// furnished is what every product begins with: the accounts of the demonstration, a session of each, and one client.
// Tokens live for a quarter of an hour, and a test longer than its copy is fresh.
var furnished = pgtest.Template{Fill: fillDatabase, Fresh: 4 * time.Minute}

// sessions are those of the furnished databases, whose copies know them as well: the first session's name → signedIn.
var sessions sync.Map

// signedIn are the access tokens of a furnished database, by account.
type signedIn struct {
	since  time.Time
	tokens map[string]string
}

// usable is how long after the signing in a product may still begin with these tokens.
const usable = 10 * time.Minute

// sessionsOf are the tokens a product begins with: none over a database that was not furnished. Without them every
// product would check passwords, each of which takes 19 MiB and more time than all else of a small test.
func sessionsOf(t *testing.T, db *store.DB) map[string]string {
	t.Helper()
	var first string
	if _, err := db.Row(t.Context(), []any{&first}, "SELECT coalesce(min(sid), '') FROM staff_sessions"); err != nil {
		t.Fatal(err)
	}
	known, _ := sessions.Load(first)
	if in, ok := known.(signedIn); ok && time.Since(in.since) < usable {
		err := db.Write(t.Context(), func(ctx context.Context) error {
			_, err := db.Exec(ctx, "UPDATE staff_sessions SET proved = $1", time.Now().UnixMilli())
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return maps.Clone(in.tokens)
	}
	return map[string]string{}
}

func fillDatabase(ctx context.Context, url string) (err error) {
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
	in := signedIn{time.Now(), map[string]string{}}
	for _, who := range []string{"config", "csm", "tech", "content", "all", "norole", "scoped"} {
		if in.tokens[who], err = signIn(s, who); err != nil {
			return err
		}
		if who == "config" { // the first one makes the client that the last one is confined to
			if err := makeClient(s, in.tokens[who]); err != nil {
				return err
			}
		}
	}
	var first string
	_, err = s.DB.Row(ctx, []any{&first}, "SELECT min(sid) FROM staff_sessions")
	sessions.Store(first, in)
	return err
}

func makeClient(s *app.Service, token string) error {
	r := posted("/api/client", `{"name":"Norrsken Bank","code":"NB","currency":"EUR"}`)
	r.Header.Set("Authorization", "Bearer "+token)
	got, err := send(s, r)
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
	got, err := send(s, posted("/api/authorize", `{"username":"`+who+`@poolkeeper.example","password":"`+
		staff.DemoPassword+`"}`))
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
