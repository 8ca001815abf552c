package app_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io/fs"
	"mime/multipart"
	"path/filepath"
	"strings"
	"testing"
)

// picture is a small image with something to see in it.
func picture(w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, color.NRGBA{byte(x * 255 / w), byte(y * 255 / h), byte((x ^ y) & 0xFF), 255})
		}
	}
	return img
}

func pngOf(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegOf(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const minimalPDF = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"

// uploadBody is a form with one file.
func uploadBody(t *testing.T, name string, content []byte, allowed ...string) (contentType, body string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, a := range allowed {
		if err := w.WriteField("allowedMimeType", a); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("resource", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), b.String()
}

func (p *product) upload(t *testing.T, who, name string, content []byte, allowed ...string) answer {
	t.Helper()
	contentType, body := uploadBody(t, name, content, allowed...)
	return p.call(t, who, "POST", "/api/resource", body, "Content-Type", contentType)
}

func (p *product) uploaded(t *testing.T, who, name string, content []byte) string {
	t.Helper()
	got := p.upload(t, who, name, content)
	if got.status != 201 {
		t.Fatalf("upload %s as %s: %d %s", name, who, got.status, got.body)
	}
	id, _ := got.json(t)["id"].(string)
	return id
}

func TestUpload_AnyFile_IsStoredByteForByte(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		content := pngOf(t, picture(64, 48))
		got := p.upload(t, "csm", "Übersicht.png", content, "image/*", "application/pdf")
		m := got.json(t)
		if got.status != 201 || m["name"] != "Übersicht.png" || m["mimeType"] != "image/png" || m["width"] != 64.0 ||
			m["height"] != 48.0 || m["size"] != float64(len(content)) {
			t.Fatalf("%d %s", got.status, got.body)
		}
		at := "/api/resource/" + m["id"].(string)
		file := p.call(t, "csm", "GET", at, "")
		if file.status != 200 || !bytes.Equal(file.body, content) {
			t.Errorf("%d, %d bytes of %d", file.status, len(file.body), len(content))
		}
		for name, want := range map[string]string{
			"Content-Type": "image/png", "Content-Disposition": "attachment; filename*=utf-8''%C3%9Cbersicht.png",
			"X-Content-Type-Options": "nosniff",
			"Cache-Control":          "no-store", "Content-Length": fmt.Sprint(len(content)), "Accept-Ranges": "bytes",
		} {
			if file.header.Get(name) != want {
				t.Errorf("%s is %q, want %q", name, file.header.Get(name), want)
			}
		}
		if meta := p.call(t, "csm", "GET", at+"/meta", "").json(t); meta["sha256"] != m["sha256"] ||
			len(meta["usedBy"].([]any)) != 0 {
			t.Errorf("meta %v", meta)
		}
		if head := p.call(t, "csm", "HEAD", at, ""); head.status != 200 ||
			head.header.Get("Content-Length") != fmt.Sprint(len(content)) || len(head.body) > 0 {
			t.Errorf("HEAD: %d %v", head.status, head.header)
		}
		p.expect(t, "csm", "DELETE "+at, "", 204, "")
		p.expect(t, "csm", "GET "+at, "", 404, `"NOT_FOUND"`)
	})
}

func TestRanges_OfAFile_AreServedOrRefused(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	content := []byte(strings.Repeat("0123456789", 1000))
	at := "/api/resource/" + p.uploaded(t, "csm", "digits.txt", content)
	tag := p.call(t, "csm", "GET", at, "").header.Get("ETag")
	for name, tc := range map[string]struct {
		headers []string
		status  int
		part    string
		body    []byte
	}{
		"from to":            {[]string{"Range", "bytes=10-19"}, 206, "bytes 10-19/10000", content[10:20]},
		"to the end":         {[]string{"Range", "bytes=9995-"}, 206, "bytes 9995-9999/10000", content[9995:]},
		"the last ones":      {[]string{"Range", "bytes=-3"}, 206, "bytes 9997-9999/10000", content[9997:]},
		"beyond the end":     {[]string{"Range", "bytes=9990-99999"}, 206, "bytes 9990-9999/10000", content[9990:]},
		"more than all":      {[]string{"Range", "bytes=-99999"}, 206, "bytes 0-9999/10000", content},
		"behind the end":     {[]string{"Range", "bytes=10000-"}, 416, "bytes */10000", nil},
		"nothing":            {[]string{"Range", "bytes=-0"}, 416, "bytes */10000", nil},
		"backwards":          {[]string{"Range", "bytes=5-2"}, 200, "", content},
		"several":            {[]string{"Range", "bytes=0-1,5-6"}, 200, "", content},
		"nonsense":           {[]string{"Range", "lines=1-2"}, 200, "", content},
		"too large a number": {[]string{"Range", "bytes=99999999999999999999-"}, 200, "", content},
		"of this version":    {[]string{"Range", "bytes=0-0", "If-Range", tag}, 206, "bytes 0-0/10000", content[:1]},
		"of another version": {[]string{"Range", "bytes=0-0", "If-Range", `"x"`}, 200, "", content},
		"known already":      {[]string{"If-None-Match", tag}, 304, "", nil},
	} {
		got := p.call(t, "csm", "GET", at, "", tc.headers...)
		if got.status != tc.status || got.header.Get("Content-Range") != tc.part || tc.body != nil &&
			!bytes.Equal(got.body, tc.body) {
			t.Errorf("%s: %d %q, %d bytes", name, got.status, got.header.Get("Content-Range"), len(got.body))
		}
	}
}

// A file is read by those who may read a record that names it, and before that by the one who brought it.
func TestFiles_OutsideTheScope_AreNotFound(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		other := p.expect(t, "config", "POST /api/client", `{"name":"Elbe","code":"ELBE"}`, 201, `"id"`).json(t)["id"]
		id := p.uploaded(t, "csm", "plan.pdf", []byte(minimalPDF))
		at := "/api/resource/" + id
		for who, status := range map[string]int{"csm": 200, "content": 404, "tech": 404, "all": 404, "scoped": 404} {
			p.expect(t, who, "GET "+at+"/meta", "", status, "")
			p.expect(t, who, "GET "+at, "", status, "")
			p.expect(t, who, "GET "+at+"/inline", "", status, "")
			p.expect(t, who, "POST "+at+"/ticket", "", status, "")
		}
		naming := `{"attachments":["` + id + `"]}`
		mine := p.project(t, 1)
		foreign := p.project(t, int64(other.(float64)))
		p.expect(t, "all", "PUT "+mine, naming, 422, `"attachments[0]"`) // whoever cannot read it cannot name it either
		p.expect(t, "csm", "PUT "+foreign, naming, 200, id)
		for who, status := range map[string]int{"csm": 200, "all": 200, "content": 404, "tech": 404, "scoped": 404} {
			p.expect(t, who, "GET "+at, "", status, "")
		}
		p.expect(t, "csm", "PUT "+mine, naming, 200, id)
		p.expect(t, "scoped", "GET "+at+"/meta", "", 200, `"entity":"project"`)
		if seen := p.call(t, "scoped", "GET", at+"/meta", "").json(t)["usedBy"].([]any); len(seen) != 1 {
			t.Errorf("scoped sees the uses %v", seen)
		}
		p.expect(t, "csm", "DELETE "+at, "", 409, `"IN_USE"`)
		p.expect(t, "csm", "PUT "+mine, `{"attachments":[]}`, 200, `"attachments":[]`)
		p.expect(t, "scoped", "GET "+at, "", 404, "")
		p.expect(t, "csm", "PUT "+foreign, `{"attachments":[]}`, 200, `"attachments":[]`)
		p.expect(t, "csm", "DELETE "+at, "", 204, "")
	})
}

// project makes one and returns its address.
func (p *product) project(t *testing.T, client int64) string {
	t.Helper()
	body := fmt.Sprintf(`{"dataObj":{"title":"Ledger","clientId":%d,"rateUnit":"Hr"}}`, client)
	return fmt.Sprintf("/api/project/%v", p.expect(t, "csm", "POST /napi/create/project", body, 201, `"id"`).json(t)["id"])
}

func TestImageField_OtherFileType_IsRefused(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	document := p.uploaded(t, "all", "logo.pdf", []byte(minimalPDF))
	logo := p.uploaded(t, "all", "logo.png", pngOf(t, picture(320, 160)))
	p.expect(t, "all", "PUT /api/client/1", `{"logoResourceId":"`+document+`"}`, 415, `"logoResourceId":["error.mime"]`)
	p.expect(t, "all", "PUT /api/client/1", `{"logoResourceId":"nothing"}`, 422,
		`"logoResourceId":["validation.reference"]`)
	p.expect(t, "", "GET /api/image/"+logo, "", 404, "")
	p.expect(t, "all", "PUT /api/client/1", `{"logoResourceId":"`+logo+`"}`, 200, logo)
	got := p.call(t, "", "GET", "/api/image/"+logo, "")
	if got.status != 200 || got.header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
		t.Errorf("a client's logo: %d %v", got.status, got.header)
	}
}

// A browser keeps an image that is not for everybody for nobody else who signs in at it.
func TestImage_NotPublic_IsCachedForTheSameTokenOnly(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	photo := p.uploaded(t, "csm", "photo.png", pngOf(t, picture(320, 160)))
	for _, path := range []string{"/api/image/" + photo, "/api/image/" + photo + "?w=64"} {
		got := p.call(t, "csm", "GET", path, "")
		if got.status != 200 || got.header.Get("Cache-Control") != "private, max-age=31536000, immutable" ||
			got.header.Get("Vary") != "Authorization" {
			t.Errorf("%s: %d %v", path, got.status, got.header)
		}
	}
}

func TestVariants_OfAnImage_HaveTheRequestedSize(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	opaque := p.uploaded(t, "csm", "photo.jpg", jpegOf(t, picture(1600, 900)))
	clear := image.NewNRGBA(image.Rect(0, 0, 200, 400))
	drawn := p.uploaded(t, "csm", "drawing.png", pngOf(t, clear))
	for path, want := range map[string]struct {
		status, w, h int
		mime         string
	}{
		"/api/resource/" + opaque + "/thumb":                 {200, 160, 90, "image/jpeg"},
		"/api/resource/" + opaque + "/preview":               {200, 960, 540, "image/jpeg"},
		"/api/resource/" + opaque + "/inline":                {200, 1600, 900, "image/jpeg"},
		"/api/resource/" + drawn + "/thumb":                  {200, 80, 160, "image/png"},
		"/api/resource/" + drawn + "/preview":                {200, 200, 400, "image/png"}, // never larger than it is
		"/api/image/" + opaque + "?w=320":                    {200, 320, 180, "image/jpeg"},
		"/api/image/" + opaque + "?h=96":                     {200, 171, 96, "image/jpeg"},
		"/api/image/" + opaque + "?w=64&h=64":                {200, 64, 64, "image/jpeg"},
		"/api/image/" + opaque + "?w=64&h=64&fit=contain":    {200, 64, 36, "image/jpeg"},
		"/api/image/" + drawn + "?w=2048&h=2048":             {200, 200, 200, "image/png"},
		"/api/image/" + opaque + "?w=65":                     {status: 422},
		"/api/image/" + opaque + "?w=8":                      {status: 422},
		"/api/image/" + opaque + "?w=4096":                   {status: 422},
		"/api/image/" + opaque + "?w=64&fit=stretch":         {status: 422},
		"/api/image/" + opaque + "?x=1":                      {status: 422},
		"/api/image/nothing":                                 {status: 404},
		"/api/resource/" + opaque + "/huge":                  {status: 404},
		"/api/resource/" + opaque + "/thumb?w=1":             {status: 422},
		"/api/resource/0123456789abcdef0123456789abcd/thumb": {status: 404},
	} {
		got := p.call(t, "csm", "GET", path, "")
		if got.status != want.status {
			t.Errorf("%s: %d %.200s", path, got.status, got.body)
			continue
		}
		if want.status != 200 {
			continue
		}
		shape, _, err := image.DecodeConfig(bytes.NewReader(got.body))
		if err != nil || shape.Width != want.w || shape.Height != want.h || got.header.Get("Content-Type") != want.mime {
			t.Errorf("%s: %d×%d %s, %v; want %v", path, shape.Width, shape.Height, got.header.Get("Content-Type"), err, want)
		}
		if !strings.Contains(got.header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s has no sandbox", path)
		}
	}
	p.expect(t, "content", "GET /api/image/"+opaque, "", 404, "")
	text := p.uploaded(t, "csm", "list.csv", []byte("a,b\n1,2\n"))
	p.expect(t, "csm", "GET /api/resource/"+text+"/inline", "", 404, "")
	p.expect(t, "csm", "GET /api/resource/"+text+"/thumb", "", 404, "")
}

func TestDownload_Token_WorksOnce(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	id := p.uploaded(t, "csm", `CV "final" Jörg.pdf`[:2]+" Jörg.pdf", []byte(minimalPDF))
	url, _ := p.expect(t, "csm", "POST /api/resource/"+id+"/ticket", "", 200, "/api/download/").json(t)["url"].(string)
	got := p.call(t, "", "GET", url, "")
	if got.status != 200 || string(got.body) != minimalPDF ||
		got.header.Get("Content-Disposition") != "attachment; filename*=utf-8''CV%20J%C3%B6rg.pdf" {
		t.Errorf("%d %v %s", got.status, got.header, got.body)
	}
	p.expect(t, "", "GET "+url, "", 404, "")
}

func TestCatalogue_Image_IsFoundByTagAndProtectedWhileInUse(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		picked := p.uploaded(t, "content", "team.png", pngOf(t, picture(160, 90)))
		document := p.uploaded(t, "content", "team.pdf", []byte(minimalPDF))
		p.expect(t, "content", "POST /api/catalogImage", `{"resourceId":"`+document+`"}`, 415, `"MIME_NOT_ALLOWED"`)
		p.expect(t, "content", "POST /api/catalogImage", `{"resourceId":"`+picked+`","tags":["`+strings.Repeat("x", 41)+`"]}`,
			422, `"tags"`)
		p.expect(t, "csm", "POST /api/catalogImage", `{"resourceId":"`+picked+`"}`, 403, "")
		made := p.expect(t, "content", "POST /api/catalogImage",
			`{"resourceId":"`+picked+`","titleKey":"catalog.team","tags":["team","office","team"],"clientId":1}`, 201,
			`"/api/image/`+picked+`"`).json(t)
		if fmt.Sprint(made["tags"]) != "[office team]" {
			t.Errorf("tags %v", made["tags"])
		}
		at := fmt.Sprintf("/api/catalogImage/%v", made["id"])
		p.expect(t, "tech", "GET /api/catalogImage?tag=team", "", 200, `"totalResults":1`)
		p.expect(t, "tech", "GET /api/catalogImage?tag=te", "", 200, `"totalResults":0`)
		p.expect(t, "tech", "GET /api/catalogImage?clientId=1", "", 200, `"url":"/api/image/`+picked+`"`)
		p.expect(t, "content", "PUT "+at, `{"tags":["meeting"]}`, 200, `["meeting"]`)
		p.expect(t, "tech", "GET /api/catalogImage?tag=meeting", "", 200, `"totalResults":1`)
		p.expect(t, "tech", "GET /api/catalogImage?tag=team", "", 200, `"totalResults":0`)
		if got := p.call(t, "", "GET", "/api/image/"+picked+"?w=64", ""); got.status != 200 {
			t.Errorf("nobody sees the catalogue: %d", got.status)
		}
		p.expect(t, "tech", "GET /api/resource/"+picked+"/meta", "", 200, `"catalogImage"`)
		project := p.project(t, 1)
		p.expect(t, "csm", "PUT "+project, `{"attachments":["`+picked+`"]}`, 200, picked)
		p.expect(t, "content", fmt.Sprintf("DELETE /api/catalogImage?id=%v", made["id"]), "", 409, `"IN_USE"`)
		p.expect(t, "csm", "PUT "+project, `{"attachments":[]}`, 200, "")
		p.expect(t, "content", "DELETE /api/catalogImage", `{"ids":[`+fmt.Sprint(made["id"])+`,99]}`, 404, "")
		p.expect(t, "content", "DELETE /api/catalogImage", `{}`, 422, `"ids"`)
		p.expect(t, "content", fmt.Sprintf("DELETE /api/catalogImage?id=%v", made["id"]), "", 200, `"deleted":[`)
		p.expect(t, "content", "GET /api/resource/"+picked+"/meta", "", 200, `"usedBy":[]`)
		p.expect(t, "", "GET /api/image/"+picked, "", 404, "")
	})
}

// What nobody names goes after a week, with its bytes; what a record names stays.
func TestCleanup_UnusedFiles_AreRemovedWithTheirBytes(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		unused, used := p.uploaded(t, "csm", "a.txt", []byte("unused")), p.uploaded(t, "csm", "b.txt", []byte("used"))
		p.expect(t, "csm", "PUT "+p.project(t, 1), `{"attachments":["`+used+`"]}`, 200, used)
		week := "UPDATE resources SET created = created - 8 * 86400000"
		if err := p.DB.Write(t.Context(), func(ctx context.Context) error {
			_, err := p.DB.Exec(ctx, week)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := p.SweepFiles(t.Context()); err != nil {
			t.Fatal(err)
		}
		p.expect(t, "csm", "GET /api/resource/"+unused, "", 404, "")
		p.expect(t, "csm", "GET /api/resource/"+used, "", 200, "used")
	})
}

// A form is sent again under one key, as by a client that has lost the answer.
func TestUpload_RepeatedUnderOneKey_IsStoredOnce(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		send := func(who, key, name, content string) answer {
			contentType, body := uploadBody(t, name, []byte(content))
			return p.call(t, who, "POST", "/api/resource", body, "Content-Type", contentType, "Idempotency-Key", key)
		}
		other := strings.Replace(minimalPDF, "1.4", "1.5", 1)
		first := send("csm", "k1", "plan.pdf", minimalPDF)
		if again := send("csm", "k1", "plan.pdf", minimalPDF); again.status != 201 || !bytes.Equal(again.body, first.body) {
			t.Errorf("again: %d %s\nafter %s", again.status, again.body, first.body)
		}
		for _, step := range []struct {
			who, key, name, content string
			status                  int
		}{
			{"csm", "k1", "plan.pdf", other, 409},
			{"csm", "k1", "other.pdf", minimalPDF, 409},
			{"csm", strings.Repeat("k", 65), "plan.pdf", minimalPDF, 422},
			{"content", "k1", "plan.pdf", minimalPDF, 201},
			{"csm", "k2", "plan.pdf", "no pdf at all", 415},
			{"csm", "k2", "plan.pdf", other, 201},
		} {
			if got := send(step.who, step.key, step.name, step.content); got.status != step.status {
				t.Errorf("%s under %.3s as %s: %d %s, want %d", step.name, step.key, step.who, got.status, got.body, step.status)
			}
		}
		stored := 0
		err := filepath.WalkDir(filepath.Join(p.Settings.DataDir, "files"),
			func(_ string, entry fs.DirEntry, err error) error {
				if err == nil && !entry.IsDir() {
					stored++
				}
				return err
			})
		if err != nil || stored != 3 {
			t.Errorf("%d files are kept of three uploads, %v", stored, err)
		}
	})
}
