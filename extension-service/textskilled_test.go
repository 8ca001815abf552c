package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/internal/test/directustest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// Killed again and again while it plans an import of many texts, carries it out and takes it back, the program goes on
// after each start: every text comes in once and goes once, each with one step of the history, and nothing else is in
// the history.
func TestProveTextImports_KilledAgainAndAgain_ApplyEveryTextOnce(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("kills processes")
	}
	k := &killedTexts{
		programPlace: newPlace(t), stored: directustest.StartFake(t), r: stress.Rand(t),
		kills: stress.Size(2, 8), keys: stress.Size(600, 50_000),
	}
	k.programPlace = k.withTexts(k.stored)
	k.withService(t, func(s *app.Service) error { return s.FillAccounts(t.Context()) })
	k.start(t)
	k.who.awaitTexts(t)

	began := time.Now()
	in := map[string]any{"resourceId": k.who.upload(t, "texts.json", []byte(encode(t, k.texts()))), "newKeys": true}
	seen := k.who.importTexts(t, in, 200, 202)
	if seen.JobID != "" { // a long file is planned by a job
		k.kill(t)
		k.who.eventually(t, planPath(seen.JobID), stateIs("PLANNED"))
		seen = k.who.planOf(t, seen.JobID)
	}
	if seen.New != 2*k.keys || seen.Refused+seen.Conflicts != 0 {
		t.Fatalf("%d texts are planned as %+v", 2*k.keys, short(seen))
	}
	in["planId"] = seen.PlanID
	job := k.who.importTexts(t, in, 202).JobID
	k.killWhileWriting(t)
	k.who.eventually(t, planPath(job), stateIs("COMPLETED"))
	t.Logf("%d texts were planned and imported over %d kills in %s", 2*k.keys, k.kills,
		time.Since(began).Round(time.Second))
	k.sameTexts(t, "imported", k.servedTexts())
	k.hasHistory(t, 1)

	k.who.mustSend(t, "POST", "/api/job/"+job+"/undo", "", 200)
	k.killWhileWriting(t)
	k.who.eventually(t, planPath(job), stateIs("UNDONE"))
	k.sameTexts(t, "taken back", map[string]string{})
	k.hasHistory(t, 2)
}

// killedTexts is one place whose program is killed while it imports texts.
type killedTexts struct {
	programPlace
	stored *directustest.Fake
	run    *program
	who    *client
	r      *rand.Rand
	kills  int // of each part of the work
	keys   int // each in two languages
}

const killedKeys = "killed."

func (k *killedTexts) start(t *testing.T) {
	t.Helper()
	k.run = k.programPlace.start(t)
	k.who = k.run.signIn(t)
}

func (k *killedTexts) kill(t *testing.T) {
	t.Helper()
	k.run.Kill()
	k.start(t)
}

// killWhileWriting kills the program after random writes, often before it has recorded them.
func (k *killedTexts) killWhileWriting(t *testing.T) {
	t.Helper()
	const rows = 200 // that are written at once
	for n := range k.kills {
		from, share := k.stored.Changes(), 2*k.keys/rows/(k.kills+1)
		until := from + 1 + k.r.IntN(max(1, share))
		for deadline := time.Now().Add(patience); k.stored.Changes() < until; {
			if time.Now().After(deadline) {
				t.Fatalf("kill %d: nothing is written", n)
			}
			<-time.After(time.Millisecond)
		}
		k.kill(t)
	}
}

// texts are those of the file, by language and key.
func (k *killedTexts) texts() map[string]map[string]string {
	out := map[string]map[string]string{"en": {}, "de": {}}
	for i := range k.keys {
		key := fmt.Sprint(killedKeys, i)
		out["en"][key], out["de"][key] = fmt.Sprint("Text ", i), fmt.Sprint("Wort ", i)
	}
	return out
}

// servedTexts are those texts as the content service tells them.
func (k *killedTexts) servedTexts() map[string]string {
	out := map[string]string{}
	for locale, texts := range k.texts() {
		for key, text := range texts {
			out[locale+" "+key] = text + " TRANSLATED"
		}
	}
	return out
}

func (k *killedTexts) sameTexts(t *testing.T, when string, want map[string]string) {
	t.Helper()
	got := k.stored.Texts(killedKeys)
	if maps.Equal(got, want) {
		return
	}
	t.Errorf("%s: there are %d texts, want %d", when, len(got), len(want))
	for id, text := range want {
		if got[id] != text {
			t.Fatalf("%s: %s is %q, want %q", when, id, got[id], text)
		}
	}
}

// hasHistory says that each text has so many steps of the history.
func (k *killedTexts) hasHistory(t *testing.T, steps int) {
	t.Helper()
	k.run.Kill()
	k.withService(t, func(s *app.Service) error {
		var texts, wrong int
		_, err := s.DB.Row(t.Context(), []any{&texts, &wrong}, `
			SELECT count(*), coalesce(sum(CASE WHEN steps = $1 THEN 0 ELSE 1 END), 0)
			  FROM (SELECT count(*) AS steps FROM text_changes WHERE message_key LIKE 'killed.%' GROUP BY locale, message_key) counted`, steps)
		if texts != 2*k.keys || wrong > 0 {
			t.Errorf("%d of %d texts are in the history, %d of them with other than %d steps", texts, 2*k.keys, wrong, steps)
		}
		return err
	})
	k.start(t)
}

func planPath(jobID string) string { return "/api/translation/import/" + jobID }

func stateIs(state string) func(map[string]any) bool {
	return func(answer map[string]any) bool { return answer["state"] == state }
}
