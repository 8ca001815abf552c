package app_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// hostileUpload is one upload that must be refused.
type hostileUpload struct {
	what        string
	contentType string
	body        func() io.Reader
	length      int64 // what the header says; 0 is the truth
	statuses    []int
}

// hostileUploads makes the table: the same one at every run.
func hostileUploads(t *testing.T, n int) []hostileUpload {
	t.Helper()
	g := &hostileMaker{
		t: t, rng: rand.New(rand.NewPCG(20261121, 25)), png: pngOf(t, picture(24, 24)),
		jpeg: jpegOf(t, picture(24, 24)),
	}
	g.webp = webpOf(nil)
	g.docx = archive(t, map[string]string{"[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>"})
	g.prepare()
	makers := []func() hostileUpload{
		g.wrongType, g.polyglot, g.bomb, g.pathName, g.truncated, g.wrongBoundary, g.hugeHeader, g.empty, g.doubleEnding,
		g.nulName,
		g.damaged, g.strangeText, g.wrongForm, g.wrongArchive, g.tooLong,
	}
	out := make([]hostileUpload, n)
	for i := range out {
		at := i % len(makers)
		if at == len(makers)-1 && i > 8*len(makers) { // these are megabytes each: a few are enough
			at = g.rng.IntN(len(makers) - 1)
		}
		out[i] = makers[at]()
	}
	return out
}

type hostileMaker struct {
	t                     *testing.T
	rng                   *rand.Rand
	png, jpeg, webp, docx []byte
	bombs                 map[string][]byte
}

func pick[T any](g *hostileMaker, list ...T) T { return list[g.rng.IntN(len(list))] }

func (g *hostileMaker) randomBytes(n int) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(g.rng.UintN(256))
	}
	return out
}

const boundary = "----edge-of-the-form"

// form is a body with one file, whose name is sent as it is.
func form(name string, content []byte, before ...string) []byte {
	var b bytes.Buffer
	for _, part := range before {
		b.WriteString("--" + boundary + "\r\n" + part + "\r\n")
	}
	fmt.Fprintf(&b, "--%s\r\nContent-Disposition: form-data; name=\"resource\"; filename=\"%s\"\r\nContent-Type: image/png\r\n\r\n",
		boundary, name)
	b.Write(content)
	b.WriteString("\r\n--" + boundary + "--\r\n")
	return b.Bytes()
}

func sent(what string, body []byte, statuses ...int) hostileUpload {
	return hostileUpload{
		what: what, contentType: "multipart/form-data; boundary=" + boundary, statuses: statuses,
		body: func() io.Reader { return bytes.NewReader(body) },
	}
}

func (g *hostileMaker) validFile() (name string, content []byte) {
	switch g.rng.IntN(4) {
	case 0:
		return "photo.png", g.png
	case 1:
		return "photo.jpg", g.jpeg
	case 2:
		return "photo.webp", g.webp
	}
	return "cv.pdf", []byte(minimalPDF)
}

// foreign are the beginnings of what is not taken.
var foreign = map[string]string{
	"program of Windows": "MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00",
	"program of Linux":   "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00>\x00",
	"GIF":                "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,",
	"BMP":                "BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00", "TIFF": "II*\x00\x08\x00\x00\x00",
	"SVG":                   `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`,
	"SVG after a prolog":    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`,
	"HTML":                  "<!DOCTYPE html><html><script>alert(1)</script></html>",
	"HTML behind a comment": "<!-- hello --> <script>alert(1)</script>", "PHP": "<?php system($_GET['c']); ?>",
	"shell": "#!/bin/sh\nrm -rf /\n", "Java": "\xca\xfe\xba\xbe\x00\x00\x00\x34", "WebAssembly": "\x00asm\x01\x00\x00\x00",
	"gzip": "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03",
	"RAR":  "Rar!\x1a\x07\x01\x00", "7z": "7z\xbc\xaf\x27\x1c\x00\x04",
	"OLE": "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00\x00\x00", "RTF": `{\rtf1\ansi{\object\objdata 0105}}`,
	"MP4": "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom", "HEIC": "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00heicmif1",
	"icon": "\x00\x00\x01\x00\x01\x00\x10\x10", "Flash": "FWS\x05\x00\x00\x00\x00",
	"link of Windows":    "L\x00\x00\x00\x01\x14\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00F",
	"PostScript":         "%!PS-Adobe-3.0\n",
	"XML with an entity": `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>`,
}

func (g *hostileMaker) wrongType() hostileUpload {
	what := pick(g, keysOf(foreign)...)
	return sent("wrong type: "+what, form(pick(g, "photo.png", "cv.pdf", "list.csv", "noname", "letter.docx"),
		append([]byte(foreign[what]), g.randomBytes(g.rng.IntN(2000))...)), 415)
}

func (g *hostileMaker) polyglot() hostileUpload {
	name, content := g.validFile()
	tail := pick(g, []byte("<script>alert(1)</script>"), []byte("<?php phpinfo();"), g.docx,
		[]byte("PK\x05\x06"+strings.Repeat("\x00", 18)), []byte("MZ\x90\x00"), g.randomBytes(64))
	switch g.rng.IntN(5) {
	case 0:
		return sent("markup in a PNG", form("photo.png",
			withChunk(g.png, "tEXt", append([]byte("Comment\x00"), "<script>alert(1)</script>"...))), 415)
	case 1:
		return sent("markup in a JPEG", form("photo.jpg", withSegment(g.jpeg, 0xFE, []byte("<?php system('id');"))), 415)
	case 2:
		return sent("a PDF that begins late", form("cv.pdf",
			append([]byte(pick(g, "<html>", "MZ", "\x00\x00", "GIF89a")), minimalPDF...)), 415)
	case 3:
		return sent("a document with a tail", form("letter.docx", append(bytes.Clone(g.docx), tail...)), 415)
	}
	return sent("something behind "+name, form(name, append(bytes.Clone(content), tail...)), 415)
}

func (g *hostileMaker) bomb() hostileUpload {
	what := pick(g, keysOf(g.bombs)...)
	ending := map[bool]string{true: "photo.png", false: "letter.docx"}[strings.HasPrefix(what, "image")]
	return sent(what, form(ending, g.bombs[what]), 413, 415)
}

// prepare makes what takes long once.
func (g *hostileMaker) prepare() {
	zeros := strings.Repeat("\x00", 30<<20)
	ofZeros := archive(g.t, map[string]string{"[Content_Types].xml": "<Types/>", "word/document.xml": zeros})
	many := map[string]string{"[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>"}
	for i := range 5000 {
		many[fmt.Sprintf("word/media/%d.xml", i)] = ""
	}
	g.bombs = map[string][]byte{
		"image of 60,000 by 60,000": pngHeader(60_000, 60_000, 8),
		"image of 2 billion by 1":   pngHeader(2_000_000_000, 1, 8),
		"image with much behind it": pngHeader(8000, 8000, 8),
		"image of 16 bits":          pngHeader(4500, 4500, 16),
		"image that really unpacks": realBomb(),
		"archive of zeros":          ofZeros,
		"archive of 5,000 entries":  archive(g.t, many),
		"archive with false sizes":  understateSizes(ofZeros),
		"archive within an archive": archive(g.t, map[string]string{
			"[Content_Types].xml": "<Types/>",
			"x.zip":               string(archive(g.t, map[string]string{"a": zeros})),
		}),
		"archive of overlapping ones": overlapping(archive(g.t,
			map[string]string{"[Content_Types].xml": "<Types/>", "word/document.xml": strings.Repeat("ab", 5000)})),
	}
}

func (g *hostileMaker) pathName() hostileUpload {
	_, content := g.validFile()
	name := pick(g, "../../../etc/passwd.png", `..\\..\\windows\\system32\\cv.pdf`, "/etc/cron.d/x.png", `C:\\boot.png`,
		"a/b/c.pdf", "..", ".", ".htaccess", "~/../x/.ssh.png",
		"con:.png", "a.png/", "./x.png", "x.png.", "file:///x.png", `\\\\host\\share\\x.png`, "photo\u202Egnp.exe",
		"a\u2028b.png", "*.png", "a|b.png", "<x>.png")
	return sent("a name that is a path: "+name, form(name, content), 415, 422)
}

func (g *hostileMaker) truncated() hostileUpload {
	name, content := g.validFile()
	body := form(name, content)
	at := 1 + g.rng.IntN(len(body)-6)
	out := sent(fmt.Sprintf("cut after %d of %d bytes", at, len(body)), body[:at], 400, 415, 422)
	if g.rng.IntN(2) == 0 {
		out.what, out.length = out.what+", the header says more", int64(len(body))
	}
	return out
}

func (g *hostileMaker) wrongBoundary() hostileUpload {
	name, content := g.validFile()
	out := sent("", form(name, content), 400, 422)
	out.contentType = pick(g, "multipart/form-data; boundary=other", "multipart/form-data",
		"multipart/form-data; boundary=", "multipart/mixed; boundary="+boundary, "application/json", "",
		"multipart/form-data; boundary=\"\x01\"", "multipart/form-data; boundary="+strings.Repeat("x", 5000), "text/plain",
		"multipart/form-data;;;boundary", "application/x-www-form-urlencoded")
	out.what = "content type " + out.contentType
	return out
}

func (g *hostileMaker) hugeHeader() hostileUpload {
	name, content := g.validFile()
	switch g.rng.IntN(4) {
	case 0:
		return sent("a name of 5,000 characters", form(strings.Repeat("n", 5000)+".png", content), 422)
	case 1:
		return sent("20,000 headers of a part", []byte("--"+boundary+"\r\n"+strings.Repeat("X-A: b\r\n",
			20_000)+"\r\nx\r\n--"+boundary+"--\r\n"), 400)
	case 2:
		body := form(name, content, "Content-Disposition: form-data; name=\"allowedMimeType\"\r\nX: "+strings.Repeat("h",
			11<<20)+"\r\n\r\nimage/png")
		return sent("a header of 11 MB", body, 400)
	}
	out := sent("a content type of 20 kB", form(name, content), 400, 431)
	out.contentType += "; x=" + strings.Repeat("y", 20<<10)
	return out
}

func (g *hostileMaker) empty() hostileUpload {
	return sent("no bytes", form(pick(g, "photo.png", "cv.pdf", "a.txt", "list.csv"), nil), 422)
}

func (g *hostileMaker) doubleEnding() hostileUpload {
	_, content := g.validFile()
	name := pick(g, "cv.pdf.exe", "photo.php.png", "photo.png.html", "a.svg.png", "report.js", "x.htm", "x.asp.jpg",
		"letter.docm", "y.PHTML.jpg", "z.png.bat", "q.sh.pdf", "w.jar.webp", "photo.png.docx", "cv.csv")
	return sent("ending of "+name, form(name, content), 415)
}

func (g *hostileMaker) nulName() hostileUpload {
	_, content := g.validFile()
	name := pick(g, "photo.png\x00.exe", "\x00", "a\x00b.png", "photo\x01.png", "a\x7fb.pdf", "a\x1b[31m.png",
		"\xff\xfe.png", "a\xc3(.png")
	return sent(fmt.Sprintf("name %q", name), form(name, content), 400, 415, 422)
}
