package app_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/backup"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/config"
	"poolkeeper.example/extension-service/platform/role"
)

const roomy = 1 << 30 // bytes for the write-ahead log

// ownFolder are settings over a furnished database that lies in the data folder, as it does by default.
func ownFolder(t *testing.T) config.Settings {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	settings := settingsIn(dir, filepath.Join(dir, "poolkeeper.db"))
	text, err := os.ReadFile(furnished.SQLite(t))
	if err == nil {
		err = errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(settings.DatabaseURL, text, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	return settings
}

// backedUp fills a product and backs it up while others write to it. It returns where the archive is, what was uploaded
// and whose mail waits.
func backedUp(t *testing.T, p *product) (archive, upload string) {
	t.Helper()
	p.newProject(t, "Acknowledged")
	upload = p.uploaded(t, "csm", "cv.pdf", []byte(minimalPDF))
	p.expect(t, "csm", "POST /api/freelancer", `{"firstName":"Ida","lastName":"Neu","email":"ida@new.example"}`, 201, "")
	ctx, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for n := range 3 {
		writers.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				p.newProject(t, fmt.Sprintf("Meanwhile %d %d", n, i))
			}
		})
	}
	archive = filepath.Join(t.TempDir(), "backup.zip")
	m, err := app.BackUp(t.Context(), p.Settings, archive, roomy)
	stop()
	writers.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if m.Schema != store.SchemaVersion() || m.Tables["poolkeeper.db"]["projects"] == 0 || len(m.Gone) > 0 {
		t.Errorf("%+v", m)
	}
	return archive, upload
}

// What is backed up while others write is restored elsewhere as it was, and held there until somebody decides what
// becomes of that which has waited.
func TestRestore_ProductBackedUpUnderWrites_IsIdenticalAndPaused(t *testing.T) {
	t.Parallel()
	archive, upload := backedUp(t, openProduct(t, ownFolder(t)))
	dir := filepath.Join(t.TempDir(), "restored")
	settings := settingsIn(dir, filepath.Join(dir, "poolkeeper.db"))
	_, tables, err := app.Restore(t.Context(), settings, archive)
	if err != nil {
		t.Fatal(err)
	}
	for _, each := range tables {
		if each.Archived != each.Found {
			t.Errorf("%+v", each)
		}
	}
	p := openProduct(t, settings)
	p.expect(t, "csm", "GET /api/project?title=Acknowledged", "", 200, `"totalResults":1`)
	p.expect(t, "csm", "GET /api/resource/"+upload, "", 200, minimalPDF)
	p.runWorkers(t)
	p.publishIndex(t)

	p.expect(t, "csm", "GET /api/restore", "", 403, "FORBIDDEN")
	p.expect(t, "csm", "GET /api/dashboard", "", 200, `"isHeld":true`)
	p.expect(t, "config", "GET /api/restore", "", 200, `"mails":[{"name":"user.verify","count":1}]`)
	for _, step := range []struct {
		who, body string
		status    int
		want      string
	}{
		{"csm", `{"mails":"DROP","deliveries":"RELEASE","jobs":"RELEASE","reason":"They went out"}`, 403, "FORBIDDEN"},
		{"config", `{"mails":"DROP","deliveries":"RELEASE","jobs":"RELEASE"}`, 422, `"reason"`},
		{"config", `{"mails":"LATER","deliveries":"RELEASE","jobs":"RELEASE","reason":"They went out"}`, 422, `"mails"`},
		{"config", `{"mails":"DROP","deliveries":"RELEASE","jobs":"RELEASE","reason":"They went out"}`, 200, `"held":false`},
		{"config", `{"mails":"DROP","deliveries":"RELEASE","jobs":"RELEASE","reason":"They went out"}`, 404, "NOT_FOUND"},
	} {
		p.expect(t, step.who, "POST /api/restore/release", step.body, step.status, step.want)
	}
	p.expect(t, "tech", "GET /api/mail?state=CANCELLED", "", 200, `"totalResults":1`)
	p.expect(t, "tech", "GET /api/audit?entity=restore", "", 200, `"action":"release"`)
}

// An archive holds people and hashes of passwords.
func TestBackup_Archive_IsReadableByTheOwnerOnly(t *testing.T) {
	t.Parallel()
	archive, _ := backedUp(t, openProduct(t, ownFolder(t)))
	if found, err := os.Stat(archive); err != nil || found.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", found.Mode(), err)
	}
}

// What may have reached a VMS after the backup goes out only if somebody says so.
func TestRestore_PossiblySentDeliveries_AreSentOnlyOnRelease(t *testing.T) {
	t.Parallel()
	for decision, want := range map[string]struct{ application, message, left string }{
		"DROP": {
			`"status":"sf","statusReason":"VMS_DUPLICATE"`,
			`"state":"FAILED","failure":"VMS_DUPLICATE","detail":"RESTORED"`, "none",
		},
		"RELEASE": {`"status":"sp"`, `"state":"RETRY"`, "one"},
	} {
		t.Run(decision, func(t *testing.T) {
			t.Parallel()
			p, a := openWaitingForVMS(t)
			if err := backup.HoldSends(t.Context(), p.DB, time.Now().Add(-time.Hour), time.Now()); err != nil {
				t.Fatal(err)
			}
			p.expect(t, "config", "GET /api/restore", "", 200, `"deliveries":[{"name":"APPLICATION","count":1}]`)
			p.expect(t, "config", "POST /api/restore/release", `{"mails":"DROP","jobs":"DROP","reason":"The fire"}`, 422,
				`"deliveries"`)
			release := fmt.Sprintf(`{"mails":"DROP","deliveries":%q,"jobs":"DROP","reason":"The fire"}`, decision)
			_, p.tokens["confined"] = p.joined(t, "confined@restore.example", `"roles":["d"],"scopes":{"clientIds":[1]}`)
			p.expect(t, "confined", "POST /api/restore/release", release, 404, "NOT_FOUND")
			p.expect(t, "config", "POST /api/restore/release", release, 200, `"held":false`)
			p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%d", a), "", 200, want.application)
			p.expect(t, "csm", "GET /api/vms/message/1", "", 200, want.message)
			p.change(t, "UPDATE outbound_tasks SET due = $1", time.Now().UnixMilli())
			if sent, err := p.Deliver(role.AsSystem(t.Context(), "test"), 1); err != nil || sent != (want.left == "one") {
				t.Errorf("sent %v: %v", sent, err)
			}
		})
	}
}

// digest is one hash over everything below a folder.
func digest(t *testing.T, dir string) string {
	t.Helper()
	sum := sha256.New()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		_, _ = fmt.Fprintf(sum, "%s %d\n%s", path, len(text), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// altered writes an archive again, each member as change returns it; one that it returns as nil is left out.
func altered(t *testing.T, archive string, change func(name string, text []byte) []byte) string {
	t.Helper()
	from, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	var out bytes.Buffer
	to := zip.NewWriter(&out)
	for _, f := range from.File {
		body, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		if text = change(f.Name, text); text == nil {
			continue
		}
		part, err := to.Create(f.Name)
		if err == nil {
			_, err = part.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "altered.zip")
	if err := errors.Join(to.Close(), os.WriteFile(path, out.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// ofSize says of the members whose name begins so that they are larger than any disk.
func ofSize(prefix string) func(m *backup.Manifest) {
	return func(m *backup.Manifest) {
		for i := range m.Members {
			if strings.HasPrefix(m.Members[i].Name, prefix) {
				m.Members[i].Size = 1 << 60
			}
		}
	}
}

// ofManifest changes the manifest alone.
func ofManifest(t *testing.T, change func(m *backup.Manifest)) func(name string, text []byte) []byte {
	return func(name string, text []byte) []byte {
		if name != "manifest.json" {
			return text
		}
		var m backup.Manifest
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		change(&m)
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

// flipped changes one byte in the middle of the members whose name begins so.
func flipped(prefix string) func(name string, text []byte) []byte {
	return func(name string, text []byte) []byte {
		if strings.HasPrefix(name, prefix) {
			text[len(text)/2] ^= 1
		}
		return text
	}
}

// An archive that is damaged, incomplete or of another version is refused, and so is one while the product runs;
// nothing is touched then.
func TestRestore_WrongArchive_ChangesNothing(t *testing.T) {
	t.Parallel()
	archive, upload := backedUp(t, openProduct(t, ownFolder(t)))
	settings := ownFolder(t)
	s, err := app.Open(t.Context(), settings, silent())
	if err != nil {
		t.Fatal(err)
	}
	there := &product{Service: s, tokens: sessionsOf(t, s.DB)}
	there.newProject(t, "Mine")
	if _, _, err := app.Restore(t.Context(), settings, archive); !errors.Is(err, store.ErrInUse) {
		t.Errorf("while it runs: %v", err)
	}
	if err := there.Close(); err != nil {
		t.Fatal(err)
	}
	half := filepath.Join(t.TempDir(), "half.zip")
	text, err := os.ReadFile(archive)
	if err == nil {
		err = os.WriteFile(half, text[:len(text)/2], 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	same := func(_ string, text []byte) []byte { return text }
	without := func(prefix string) func(string, []byte) []byte {
		return func(name string, text []byte) []byte {
			if strings.HasPrefix(name, prefix) {
				return nil
			}
			return text
		}
	}
	before := digest(t, settings.DataDir)
	for name, tc := range map[string]struct{ path, want string }{
		"cut off":          {half, "no whole archive"},
		"not there":        {half + ".none", "no whole archive"},
		"damaged database": {altered(t, archive, flipped("poolkeeper.db")), "poolkeeper.db is damaged"},
		"damaged upload":   {altered(t, archive, flipped("files/")), "files/" + upload + " is damaged"},
		"no manifest":      {altered(t, archive, without("manifest.json")), "no manifest"},
		"no database":      {altered(t, archive, without("poolkeeper.db")), "poolkeeper.db is missing"},
		"upload left out":  {altered(t, archive, without("files/")), "is missing"},
		"another format": {altered(t, archive, ofManifest(t, func(m *backup.Manifest) {
			m.Format = 2
		})), "format 2"},
		"a newer schema": {altered(t, archive, ofManifest(t, func(m *backup.Manifest) {
			m.Schema++
		})), "knows only"},
		"other counts": {altered(t, archive, ofManifest(t, func(m *backup.Manifest) {
			m.Tables["poolkeeper.db"]["projects"]++
		})), "rows of projects"},
		"no room for the database": {altered(t, archive, ofManifest(t, ofSize("poolkeeper.db"))), "MiB free"},
		"no room for an upload":    {altered(t, archive, ofManifest(t, ofSize("files/"))), "MiB free"},
		"a way out of folder": {altered(t, archive, ofManifest(t, func(m *backup.Manifest) {
			m.Members[1].Name = "files/../../x"
		})), "no member of ours"},
	} {
		if _, _, err := app.Restore(t.Context(), settings, tc.path); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
		if digest(t, settings.DataDir) != before {
			t.Fatalf("%s: something was touched", name)
		}
	}
	if _, _, err := app.Restore(t.Context(), settings, altered(t, archive, same)); err != nil {
		t.Fatal(err)
	}
	p := openProduct(t, settings)
	p.expect(t, "csm", "GET /api/project?title=Mine", "", 200, `"totalResults":0`)
	p.expect(t, "csm", "GET /api/project?title=Acknowledged", "", 200, `"totalResults":1`)
}

// A backup that may not be made leaves nothing behind.
func TestBackup_ThatFails_LeavesNoFile(t *testing.T) {
	t.Parallel()
	settings, dir := ownFolder(t), t.TempDir()
	path := filepath.Join(dir, "backup.zip")
	if _, err := app.BackUp(t.Context(), settings, path, -1); !errors.Is(err, store.ErrLogGrown) {
		t.Errorf("no room for the log: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	if _, err := app.BackUp(t.Context(), settings, path, roomy); err != nil {
		t.Fatal(err)
	}
	if _, err := app.BackUp(t.Context(), settings, path, roomy); err == nil ||
		!strings.Contains(err.Error(), "there already") {
		t.Errorf("over another: %v", err)
	}
	if _, err := app.BackUp(t.Context(), settingsIn(dir, "postgres://nobody@127.0.0.1/none"), path+"2",
		roomy); err == nil || !strings.Contains(err.Error(), "its own tools") {
		t.Errorf("PostgreSQL: %v", err)
	}
}
