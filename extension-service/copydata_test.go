package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/internal/test/buckettest"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// What a copy on PostgreSQL, a bucket and a server of mails keeps in its own folder are caches: the folder is deleted
// between two requests, and the copy reads, writes, uploads and sends on, and so it does after its next start.
func TestCopy_DataFolderIsDeletedBetweenRequests_LosesNoData(t *testing.T) {
	t.Parallel()
	stress.SkipInShort(t, "starts the program twice")
	box, mails := newMailbox(t)
	place := programPlace{
		dir: filepath.Join(t.TempDir(), "data"), url: pgtest.PostgresURL(t),
		shared: sharing{bucket: buckettest.New(t).Address}, env: []string{"SMTP_URL=" + mails},
	}
	place.withService(t, func(s *app.Service) error { return s.FillAccounts(t.Context()) })
	run := place.start(t)
	who := run.signIn(t)
	who.setPortal(t)
	want := map[string]string{}
	write := func(title string) {
		want["/api/resource/"+who.table(t, "name\n"+title+"\n")] = title
		want["/api/project?title="+title] = `"totalResults":1`
		filled(t, who, title)
	}
	write("Before")
	if err := os.RemoveAll(place.dir); err != nil {
		t.Fatal(err)
	}
	write("Afterwards")
	for path, text := range want {
		who.finds(t, path, text)
	}
	box.await(t, 2)
	run.Kill()
	if err := os.RemoveAll(place.dir); err != nil {
		t.Fatal(err)
	}
	who = place.start(t).signIn(t)
	for path, text := range want {
		who.finds(t, path, text)
	}
}

// setPortal sets the address that mails lead to, without which none leaves.
func (c *client) setPortal(t *testing.T) {
	t.Helper()
	c.mustSend(t, "PUT", "/api/setting/portal.url", `{"value":"https://portal.example/start"}`, 200)
}

// await waits until as many mails came.
func (b *mailbox) await(t *testing.T, many int) {
	t.Helper()
	tick, deadline := time.NewTicker(20*time.Millisecond), time.After(patience)
	defer tick.Stop()
	for {
		b.mu.Lock()
		came := len(b.accepted)
		b.mu.Unlock()
		if came >= many {
			return
		}
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("%d of %d mails came", came, many)
		}
	}
}
