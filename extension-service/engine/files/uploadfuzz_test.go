package files

import (
	"bytes"
	"mime/multipart"
	"os"
	"testing"

	"poolkeeper.example/extension-service/internal/test/textfiletest"
	"poolkeeper.example/extension-service/platform/fault"
)

// formWith is the body of an upload of one file, divided by "b".
func formWith(f *testing.F, name string, content []byte) []byte {
	f.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	if err := w.SetBoundary("b"); err != nil {
		f.Fatal(err)
	}
	part, err := w.CreateFormFile("resource", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		f.Fatal(err)
	}
	return body.Bytes()
}

// A form is read, and its file is found to be of a kind that is taken, or what is wrong is said; nothing stays on the
// disk.
func FuzzUpload(f *testing.F) {
	for _, file := range textfiletest.Small(f) {
		f.Add(formWith(f, file.Name, file.Raw))
	}
	f.Add(formWith(f, "cv.pdf", []byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n%%EOF\r\n")))
	f.Add(formWith(f, "a.png",
		[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00")))
	f.Add(formWith(f, "a.jpg", []byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xd9")))
	f.Add(formWith(f, "../a.docx", []byte("PK\x03\x04")))
	f.Add([]byte("--b\r\nContent-Disposition: form-data; name=\"allowedMimeType\"\r\n\r\nimage/*\r\n--b\r\n" +
		"Content-Disposition: form-data; name=\"freelancerId\"\r\n\r\n7\r\n--b--\r\n"))
	f.Add([]byte("--b\r\nContent-Disposition: form-data; name=resource; filename*=utf-8''%C3%9C.txt\r\n\r\na\r\n--b--"))
	spool := f.TempDir()
	service := &Service{Deps: Deps{Spool: spool}, images: make(limiter, imagesAtOnce)}
	f.Fuzz(func(t *testing.T, body []byte) {
		form := form{service: service, parts: multipart.NewReader(bytes.NewReader(body), "b")}
		err := form.read()
		if err != nil {
			err = readable(err)
		} else {
			_, err = service.inspect(form.file, uploadRequest{name: form.name, allowed: form.allowed})
		}
		if kind := fault.KindOf(err); err != nil && kind == fault.Internal {
			t.Errorf("%q is our failure: %v", body, err)
		}
		if err := form.drop(); err != nil {
			t.Error(err)
		}
		if left, err := os.ReadDir(spool); err != nil || len(left) > 0 {
			t.Fatalf("%v is left: %v", left, err)
		}
	})
}
