package app_test

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
)

func keysOf[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func (g *hostileMaker) damaged() hostileUpload {
	name, content := g.validFile()
	for name == "cv.pdf" {
		name, content = g.validFile()
	}
	bad := bytes.Clone(content)
	switch g.rng.IntN(3) {
	case 0:
		bad = bad[:12+g.rng.IntN(len(bad)-12)]
	case 1:
		bad = append(bad[:20:20], g.randomBytes(200)...)
	default:
		at := len(bad)/2 + g.rng.IntN(len(bad)/4)
		if name != "photo.png" { // others have no checksum: only their frame can be hurt
			bad, at = g.png, len(g.png)-20
			bad, name = bytes.Clone(bad), "photo.png"
		}
		bad[at] ^= 0x55
	}
	return sent("damaged "+name, form(name, bad), 415)
}

func (g *hostileMaker) strangeText() hostileUpload {
	if g.rng.IntN(2) == 0 { // any text is a table or a note, but neither JSON nor XLIFF
		content := pick(g, []byte("name\n<script>fetch('//x')</script>\n"), []byte("x <iframe src=//x>"),
			[]byte("\xff\xfea\x00b\x00"),
			append(bytes.Repeat([]byte("ä,ö\n"), 20_000), "\xff\xff"...))
		return sent("a text of another kind", form(pick(g, "x.json", "t.xlf", "y.arb"), content), 415)
	}
	content := pick(g, append([]byte("a,b\n"), 0), append(bytes.Repeat([]byte("line\n"), 20_000), "\x00"...),
		append([]byte("\x1b[2J"), g.randomBytes(4000)...),
		[]byte("<?php echo 1;"), []byte("\xef\xbb\xbf\n<!-- --><script>fetch('//x')</script>\n"))
	return sent("a text that is none", form(pick(g, "a.txt", "list.csv", "x.json", "t.xlf"), content), 415)
}

func (g *hostileMaker) wrongForm() hostileUpload {
	name, content := g.validFile()
	field := func(disposition, value string) string {
		return "Content-Disposition: " + disposition + "\r\n\r\n" + value
	}
	switch g.rng.IntN(8) {
	case 0:
		return sent("two files", form(name, content, field(`form-data; name="resource"; filename="a.png"`, string(g.png))),
			422)
	case 1:
		return sent("another field", form(name, content, field(`form-data; name="path"`, "/etc")), 422)
	case 2:
		return sent("no type at all", form(name, content, field(`form-data; name="allowedMimeType"`, "*/*; <script>")), 422)
	case 3:
		return sent("a type that it is not", form(name, content,
			field(`form-data; name="allowedMimeType"`, "application/x-other")), 415)
	case 4:
		return sent("a field without a name", form(name, content, field("form-data", "x")), 422)
	case 5:
		return sent("a thousand fields", form(name, content,
			slices.Repeat([]string{field(`form-data; name="allowedMimeType"`, "image/png")}, 1000)...), 400)
	case 6:
		return sent("a file that is a field", []byte("--"+boundary+"\r\n"+field(`form-data; name="resource"`,
			"hello")+"\r\n--"+boundary+"--\r\n"), 422)
	}
	return sent("nothing", []byte("--"+boundary+"--\r\n"), 400, 422)
}

func (g *hostileMaker) wrongArchive() hostileUpload {
	base := map[string]string{"[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>"}
	name := pick(g, "../../x.xml", "/abs.xml", `a\b.xml`, "word/vbaProject.bin", "word/run.exe", "x/../../y", "macro.js",
		"word/page.html")
	base[name] = "x"
	switch g.rng.IntN(3) {
	case 0:
		return sent("an archive that is no document", form("letter.docx", archive(g.t, map[string]string{"a.txt": "x"})), 415)
	case 1:
		return sent("something before an archive", form("letter.docx", append([]byte("#!/bin/sh\n"), g.docx...)), 415)
	}
	return sent("a document with "+name, form("letter.docx", archive(g.t, base)), 415)
}

func (g *hostileMaker) tooLong() hostileUpload {
	head, size, name := []byte(minimalPDF), int64(25<<20), "cv.pdf"
	if g.rng.IntN(2) == 0 {
		head, size, name = g.png, 10<<20, "photo.png"
	}
	frame := form(name, nil)
	at := bytes.Index(frame, []byte("\r\n\r\n")) + 4
	return hostileUpload{
		what: "too long a " + name, contentType: "multipart/form-data; boundary=" + boundary, statuses: []int{413},
		body: func() io.Reader {
			return io.MultiReader(bytes.NewReader(frame[:at]), bytes.NewReader(head), io.LimitReader(spaces{}, size),
				bytes.NewReader(frame[at:]))
		},
	}
}

// spaces never end.
type spaces struct{}

var blank = bytes.Repeat([]byte(" "), 32<<10)

func (spaces) Read(p []byte) (int, error) { return copy(p, blank), nil }

func archive(t *testing.T, entries map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range keysOf(entries) {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, entries[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// understateSizes says in the directory of an archive that every entry is short.
func understateSizes(z []byte) []byte {
	out := bytes.Clone(z)
	for at := bytes.Index(out, []byte("PK\x01\x02")); at >= 0; {
		binary.LittleEndian.PutUint32(out[at+24:], 100)
		next := bytes.Index(out[at+4:], []byte("PK\x01\x02"))
		if next < 0 {
			break
		}
		at += 4 + next
	}
	return out
}

// overlapping lets every entry of the directory point at the first one's bytes.
func overlapping(z []byte) []byte {
	out := bytes.Clone(z)
	for at := bytes.Index(out, []byte("PK\x01\x02")); at >= 0; {
		binary.LittleEndian.PutUint32(out[at+42:], 0)
		next := bytes.Index(out[at+4:], []byte("PK\x01\x02"))
		if next < 0 {
			break
		}
		at += 4 + next
	}
	return out
}

func chunk(name string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, name...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

const pngMagic = "\x89PNG\r\n\x1a\n"

// pngHeader is an image that promises a size and has hardly anything behind it.
func pngHeader(w, h uint32, depth byte) []byte {
	shape := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	return slices.Concat([]byte(pngMagic), chunk("IHDR", append(shape, depth, 6, 0, 0, 0)),
		chunk("IDAT", []byte{0x78, 0x9c, 3, 0, 0, 0, 0, 1}), chunk("IEND", nil))
}

// realBomb is an image of 12,000 by 12,000 that a few kilobytes unpack to.
func realBomb() []byte {
	const side = 12_000
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	line := make([]byte, 1+side/8)
	for range side {
		_, _ = z.Write(line)
	}
	_ = z.Close()
	shape := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, side), side)
	return slices.Concat([]byte(pngMagic), chunk("IHDR", append(shape, 1, 0, 0, 0, 0)), chunk("IDAT", packed.Bytes()),
		chunk("IEND", nil))
}

// withChunk puts a chunk behind the first one of a PNG.
func withChunk(image []byte, name string, body []byte) []byte {
	at := len(pngMagic) + 25
	return slices.Concat(image[:at], chunk(name, body), image[at:])
}

// withSegment puts a segment at the beginning of a JPEG.
func withSegment(image []byte, marker byte, body []byte) []byte {
	head := binary.BigEndian.AppendUint16([]byte{0xFF, marker}, uint16(len(body)+2))
	return slices.Concat(image[:2], head, body, image[2:])
}

// webpOf is an image of one pixel with further chunks.
func webpOf(further []byte) []byte {
	pixel := []byte("VP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00")
	body := slices.Concat([]byte("WEBP"), pixel, further)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func (x hostileUpload) String() string {
	return fmt.Sprintf("%.120s", strings.ToValidUTF8(x.what, "?"))
}
