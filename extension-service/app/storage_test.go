package app_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/platform/config"
)

// bucket is a storage that takes an object only once it is let go, or refuses all of them.
type bucket struct {
	requested, release chan struct{}
	refuses            bool
}

func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodHead: // there it is
	case r.Method != http.MethodPut:
		w.WriteHeader(http.StatusNotFound)
	case b.refuses:
		w.WriteHeader(http.StatusForbidden)
	default:
		b.requested <- struct{}{}
		<-b.release
		w.Header().Set("ETag", `"1"`)
	}
}

// An application is handed over while the bucket delays its profile: others write meanwhile, and what is sent has its
// profile. A bucket that refuses leaves the application as it was.
func TestStorage_SlowBucket_BlocksNobodyElse(t *testing.T) {
	t.Parallel()
	for engine, url := range map[string]func(testing.TB) string{
		"sqlite":   furnished.SQLite,
		"postgres": furnished.Postgres,
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			b := &bucket{requested: make(chan struct{}), release: make(chan struct{})}
			server := httptest.NewServer(b)
			t.Cleanup(server.Close)
			settings := settingsIn(t.TempDir(), url(t))
			settings.S3URL = config.Secret(strings.Replace(server.URL, "http://", "http://key:secret@",
				1) + "/kept?region=eu-central-1")
			p := openProduct(t, settings)
			p.expect(t, "config", "PUT /api/client/1", `{"sendChannel":"MANUAL","markupPct":10}`, 200, `"MANUAL"`)
			project := p.newProject(t, "Bridge builder")
			a := fmt.Sprintf("/api/projectApplication/%d", p.newApplication(t, project, "Noor"))
			p.expect(t, "csm", "PUT "+a+"/status", `{"status":"a","reason":"TALENT_DECISION"}`, 200, `"status":"a"`)

			b.refuses = true
			p.expect(t, "csm", "PUT "+a+"/status", `{"status":"s2c"}`, 503, `UNAVAILABLE`)
			p.expect(t, "csm", "GET "+a, "", 200, `"status":"a"`)

			b.refuses = false
			sent := make(chan answer)
			for _, who := range []string{"csm", "all"} {
				p.token(t, who) // before two calls run at once
			}
			go func() { sent <- p.call(t, "csm", "PUT", a+"/status", `{"status":"s2c"}`) }()
			<-b.requested
			p.expect(t, "all", fmt.Sprintf("PUT /api/project/%d", project), `{"siteCity":"Graz"}`, 200, `"siteCity":"Graz"`)
			close(b.release)
			select {
			case got := <-sent:
				if got.status != 200 || !strings.Contains(string(got.body), `"status":"s2c"`) ||
					strings.Contains(string(got.body), `"pdfResourceId":""`) {
					t.Errorf("%d %s", got.status, got.body)
				}
			case <-time.After(patience):
				t.Fatal("it was never sent")
			}
		})
	}
}

// Without a server of mails nobody has got any: the panel does not call them sent, they are found by their own state,
// and can be sent once there is a server.
func TestMails_WithoutSMTPServer_AreShownAsStoredInAFile(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		id := p.famous(t)
		p.awaitAnswer(t, "csm", fmt.Sprintf("/api/mail?entity=freelancer&id=%d", id), func(mails answer) bool {
			return strings.Contains(string(mails.body), `"state":"KEPT_AS_FILE"`)
		})
		p.expect(t, "tech", "GET /api/mails?state=SENT", "", 200, `"totalResults":0`)
		stored := p.expect(t, "tech", "GET /api/mails?state=KEPT_AS_FILE&template=user.verify", "", 200, `"totalResults":1`)
		mail := stored.json(t)["results"].([]any)[0].(map[string]any)
		p.expect(t, "tech", fmt.Sprint("POST /api/mail/", mail["id"], "/resend"), "", 200, `"state":"QUEUED"`)
	})
}

// Whatever the usual rights of new files are: databases and their logs, the queue, uploads and mails are the owner's
// alone.
func TestDataFolder_StoredFiles_AreReadableByTheOwnerOnly(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.runWorkers(t)
	id := p.famous(t)
	p.awaitAnswer(t, "csm", fmt.Sprintf("/api/mail?entity=freelancer&id=%d", id), func(mails answer) bool {
		return strings.Contains(string(mails.body), "KEPT_AS_FILE")
	})
	seen := map[string]bool{}
	err := filepath.WalkDir(p.Settings.DataDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		found, err := d.Info()
		if err != nil {
			return nil //nolint:nilerr // it was removed meanwhile
		}
		name, _ := filepath.Rel(p.Settings.DataDir, path)
		if seen[strings.Split(name, string(filepath.Separator))[0]] = true; name != "." && found.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %v", name, found.Mode())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"indexes.db", "index-1.db", "index-1.db-wal", "jobs.db", "files", "mail"} {
		if !seen[part] {
			t.Errorf("%s was not looked at: %v", part, seen)
		}
	}
}
