package main

import (
	"bytes"
	"errors"
	"io/fs"
	"mime/multipart"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/internal/test/proctest"
)

// As in its image: the whole disk is read-only, there is no home, and the working folder is not its own. Uploads and
// changes are written below DATA_DIR, and /tmp is left as it was.
func TestProgram_ReadOnlyDisks_WritesOnlyItsFolder(t *testing.T) {
	if !proctest.HasOwnMounts(t) {
		return
	}
	data, temporary := proctest.NewDisk(t, 256<<20), proctest.NewDisk(t, 16<<20)
	p := programPlace{dir: data.Dir, url: filepath.Join(data.Dir, "poolkeeper.db")}
	p.withService(t, func(s *app.Service) error { return s.FillAccounts(t.Context()) })
	t.Setenv("TMPDIR", temporary.Dir)
	t.Setenv("HOME", "")
	if err := os.Unsetenv("HOME"); err != nil {
		t.Fatal(err)
	}
	proctest.WriteOnlyTo(t, data, temporary)
	if err := os.WriteFile("written", nil, 0o600); err == nil {
		t.Fatal("the working folder can be written to")
	}

	run := p.start(t)
	who := run.signIn(t)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := form.WriteField("allowedMimeType", "application/pdf"); err != nil {
		t.Fatal(err)
	}
	file, err := form.CreateFormFile("resource", "cv.pdf")
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.Write([]byte("%PDF-1.7\n%" + strings.Repeat("x", 4<<20) + "\n%%EOF\n"))
	if err := errors.Join(err, form.Close()); err != nil {
		t.Fatal(err)
	}
	upload := request{method: "POST", path: "/api/resource", body: body.String(), media: form.FormDataContentType()}
	if got, err := who.send(t.Context(), upload); err != nil || got.status != 201 {
		t.Errorf("upload: %v, %d %s", err, got.status, got.body)
	}
	err = filepath.WalkDir(temporary.Dir, func(path string, _ fs.DirEntry, err error) error {
		if path != temporary.Dir {
			t.Errorf("%s was left behind", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
