package main

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"poolkeeper.example/extension-service/app"
)

// dump is one of the product, and what was acknowledged before it began.
type dump struct {
	guided

	restored programPlace
	restore  string
	answered []call
}

// dumpUnderLoad dumps the product by the commands of the guide while people work.
func (o *operation) dumpUnderLoad(t *testing.T) dump {
	t.Helper()
	backUp, restore := commandsOf(t, "PostgreSQL")
	content := o.services["content"]
	directus := o.database.URL(setting(t, content, "DB_USER"), setting(t, content, "DB_PASSWORD"),
		setting(t, content, "DB_DATABASE"))
	of := o.programPlace
	of.dir = o.places[0].dir
	g, restored := newGuided(t, of, directus)
	restored.shared, restored.secret = sharing{bucket: o.shared.bucket}, o.secret
	o.mu.Lock()
	answered := slices.Clone(o.answered)
	o.mu.Unlock()
	g.run(t, withoutUploads(backUp))
	return dump{g, restored, withoutUploads(restore), answered}
}

// withoutUploads leaves those commands out that the guide has for uploads in a folder; here they lie in the bucket.
func withoutUploads(commands string) string {
	return regexp.MustCompile(`(?m)^ +tar .*\n`).ReplaceAllString(commands, "")
}

// checkDump restores the dump beside the product: what was acknowledged before it was taken is there, once, and nothing
// goes out.
func (o *operation) checkDump(t *testing.T, d dump) {
	t.Helper()
	d.run(t, d.restore)
	k := &killing{programPlace: d.restored, load: newLoad(), reported: map[string]bool{}, r: rand.New(rand.NewPCG(1, 1))}
	k.answered = d.answered
	k.withService(t, func(s *app.Service) error { return k.checkRows(t, s) })
	run := d.restored.start(t)
	got := signInAt(t, "http://"+run.address, ownPassword).mustSend(t, "GET", "/api/restore", "", 200)
	if got["held"] != true {
		t.Errorf("it is not held: %v", got)
	}
	t.Logf("%d writes that were acknowledged before the dump are in it", k.heard)
}
