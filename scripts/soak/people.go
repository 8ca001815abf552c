package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// signInAll opens a session for each of the people. They share an account that may see everything: the dearest calls.
func (s *service) signInAll(ctx context.Context, people int) (tokens []string, err error) {
	first, err := os.ReadFile(filepath.Join(s.Data, "filled"))
	if err != nil {
		return nil, err
	}
	if token, err := s.authorize(ctx, string(first)); err == nil { // the first run on this database
		change := map[string]string{"oldPassword": string(first), "password": password, "passwordConfirm": password}
		if a := s.send(ctx, request{"PUT", "/api/admin/resetPassword", token, change}); a.status != http.StatusOK {
			return nil, fmt.Errorf("change the password: %d %s", a.status, a.body)
		}
	}
	for range people {
		token, err := s.authorize(ctx, password)
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, token)
	}
	return tokens, nil
}

func (s *service) authorize(ctx context.Context, secret string) (string, error) {
	var session struct {
		Token string `json:"access_token"`
	}
	credentials := map[string]string{"username": account, "password": secret}
	a := s.send(ctx, request{method: "POST", path: "/api/authorize", body: credentials})
	if a.err != nil || a.status != http.StatusOK {
		return "", fmt.Errorf("sign in: %d %s, %w", a.status, a.body, a.err)
	}
	return session.Token, json.Unmarshal(a.body, &session)
}

// call is a kind of call: a path of the API, with the ids that can stand in it.
type call struct {
	path string
	ids  []string
}

// findCalls are the calls that read, as the service describes them: all that answer in JSON and need nothing but an id
// of a list.
func (s *service) findCalls(ctx context.Context, token string) (calls []call, err error) {
	var document struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(s.send(ctx, request{"GET", "/api/openapi.json", token, nil}).body, &document); err != nil {
		return nil, err
	}
	for path, methods := range document.Paths {
		list, _, hasID := strings.Cut(path, "/{")
		if methods["get"] == nil || strings.Count(path, "{") > 1 {
			continue
		}
		c := call{path: path}
		if hasID {
			if c.ids = s.idsOf(ctx, list, token); len(c.ids) == 0 {
				continue
			}
		}
		a := s.send(ctx, request{"GET", c.address(), token, nil})
		if a.status == http.StatusOK && strings.HasPrefix(a.media, "application/json") {
			calls = append(calls, c)
		}
	}
	slices.SortFunc(calls, func(a, b call) int { return strings.Compare(a.path, b.path) })
	return calls, nil
}

// idsOf are ids of records that a list shows.
func (s *service) idsOf(ctx context.Context, list, token string) (ids []string) {
	a := s.send(ctx, request{"GET", list + "?limit=100", token, nil})
	if a.status != http.StatusOK {
		return nil
	}
	return idsIn(a.body)
}

// idsIn are the ids of the records of a list, numbers as they were written.
func idsIn(list []byte) (ids []string) {
	var page struct {
		Results []struct {
			ID json.RawMessage `json:"id"`
		} `json:"results"`
	}
	if json.Unmarshal(list, &page) != nil {
		return nil
	}
	for _, r := range page.Results {
		if id := strings.Trim(string(r.ID), `"`); id != "" && id != "null" {
			ids = append(ids, id)
		}
	}
	return ids
}

// address is the path with one of its ids, or another page of a list.
func (c call) address() string {
	before, after, hasID := strings.Cut(c.path, "{")
	if !hasID {
		return c.path
	}
	_, rest, _ := strings.Cut(after, "}")
	return before + c.ids[rand.IntN(len(c.ids))] + rest
}

// useAll has everybody call one thing after the other until ctx ends, with time to think between.
func (s *service) useAll(ctx context.Context, calls []call, tokens []string, think time.Duration) *findings {
	found := &findings{latencies: map[string][]time.Duration{}, errors: map[string]int{}}
	var group sync.WaitGroup
	for _, token := range tokens {
		group.Go(func() {
			for pause(ctx, think) {
				s.useOnce(ctx, found, calls[rand.IntN(len(calls))], token)
			}
		})
	}
	group.Wait()
	return found
}

// patience is how long somebody waits for an answer.
const patience = time.Minute

// writesIn is how many calls there are to one that writes.
const writesIn = 20

// useOnce makes a call and notes how long it took; one in twenty saves something of the person's own.
func (s *service) useOnce(ctx context.Context, found *findings, c call, token string) {
	r := request{"GET", c.address(), token, nil}
	kind := "GET " + c.path
	if rand.IntN(writesIn) == 0 {
		kind = "PUT /api/preference/{key}"
		r = request{"PUT", "/api/preference/soak", token, map[string]any{"value": rand.IntN(1000)}}
	}
	began := time.Now()
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	a := s.send(within, r)
	if ctx.Err() == nil {
		found.add(kind, time.Since(began), a)
	}
}

// pause waits as long as somebody thinks: mostly less than the average, and sometimes much more.
func pause(ctx context.Context, average time.Duration) bool {
	timer := time.NewTimer(time.Duration(rand.ExpFloat64() * float64(average)))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
