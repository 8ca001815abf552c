package files_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// fixture is a service over a database and a storage, at a time that stands still.
type fixture struct {
	*files.Service
	now   time.Time
	audit error
}

func newFixture(t *testing.T, db *store.DB, storage files.Storage) *fixture {
	t.Helper()
	w := &fixture{now: time.Now()} // the storages stamp what they keep with the time of the clock
	w.Service = files.New(files.Deps{
		DB: db, Storage: storage, Spool: t.TempDir(), Now: func() time.Time { return w.now },
		Audit:   func(context.Context, ...store.Entry) error { return w.audit },
		Reaches: func(context.Context, string, int64) (bool, error) { return false, nil },
	})
	return w
}

// eachPlace runs fn over every pair of database and storage.
func eachPlace(t *testing.T, fn func(t *testing.T, w *fixture)) {
	t.Helper()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		for name, open := range storages {
			t.Run(name, func(t *testing.T) { fn(t, newFixture(t, db, open(t))) })
		}
	})
}

var uploader = &role.Caller{
	Kind: role.Admin, ID: 7, Name: "Ida",
	Permissions: []role.Permission{role.ResourceRead, role.ResourceWrite},
}

func withUploader(ctx context.Context) context.Context { return role.With(ctx, uploader) }

func (w *fixture) saved(t *testing.T, name string, content []byte) (files.Resource, []byte) {
	t.Helper()
	r, err := w.Save(withUploader(t.Context()), name, "", bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	_, file, err := w.Open(withUploader(t.Context()), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	got, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return r, got
}

func picture() image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, 40, 20))
	for i := range img.Pix {
		img.Pix[i] = byte(i | 3)
	}
	img.Set(0, 0, color.NRGBA{R: 255, A: 255})
	return img
}

func encoded(t *testing.T, encode func(w io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegImage(t *testing.T) []byte {
	t.Helper()
	return encoded(t, func(w io.Writer) error { return jpeg.Encode(w, picture(), nil) })
}

func pngImage(t *testing.T) []byte {
	t.Helper()
	return encoded(t, func(w io.Writer) error { return png.Encode(w, picture()) })
}

// exif says that the camera was turned to the right, and where it was.
const (
	turned = "MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	exif   = turned + "GPS: 50.9413 N"
	flat   = "II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00GPS: 50.9413 N"
)

func segment(marker byte, body string) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xFF, marker}, uint16(len(body)+2)), body...)
}

func chunk(name, body string) []byte {
	out := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), name+body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

func riff(chunks ...string) []byte {
	body := []byte("WEBP" + strings.Join(chunks, ""))
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func riffChunk(name, body string) string {
	if len(body)%2 == 1 {
		body += "\x00"
	}
	return name + string(binary.LittleEndian.AppendUint32(nil, uint32(len(body)))) + body
}

const pixel = "\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07"

// Notes about the maker of an image go, the rest stays byte for byte; of how it is turned stays no more than that.
func TestImages_Metadata_IsRemoved(t *testing.T) {
	t.Parallel()
	jpg, drawn := jpegImage(t), pngImage(t)
	comment, profile := segment(0xFE, "made by hand"), segment(0xE2, "ICC_PROFILE\x00\x01\x01 colours")
	text := chunk("tEXt", "Title\x00A picture")
	at := len("\x89PNG\r\n\x1a\n") + 25
	flagged := riffChunk("VP8X", "\x0c\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	for name, tc := range map[string]struct {
		file          string
		content, want []byte
		width, height int64
	}{
		"JPEG": {
			"a.jpg",
			slices.Concat(jpg[:2], segment(0xE1, "Exif\x00\x00"+exif), comment,
				segment(0xE1, "http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta><script>"), profile,
				segment(0xED, "Photoshop 3.0\x008BIM\x04\x04IPTC"), jpg[2:]),
			slices.Concat(jpg[:2], segment(0xE1, "Exif\x00\x00"+turned), comment, profile, jpg[2:]), 20, 40,
		},
		"JPEG with notes as long as what stays": {
			"a.jpg", slices.Concat(jpg[:2], segment(0xE1, "Exif\x00\x00"+strings.TrimSuffix(turned, "\x00\x00\x00\x00")+"GPS!"),
				jpg[2:]),
			slices.Concat(jpg[:2], segment(0xE1, "Exif\x00\x00"+turned), jpg[2:]), 20, 40,
		},
		"upright JPEG with notes": {
			"a.jpg", slices.Concat(jpg[:2], segment(0xE1, "Exif\x00\x00"+flat), segment(0xE1, "Exif\x00\x00"+exif), jpg[2:]),
			jpg, 40, 20,
		},
		"JPEG without notes": {"a.jpeg", jpg, jpg, 40, 20},
		"PNG": {
			"a.png",
			slices.Concat(drawn[:at], chunk("eXIf", exif), text,
				chunk("iTXt", "XML:com.adobe.xmp\x00\x00\x00\x00\x00<x:xmpmeta/>"), chunk("zTXt", "Raw profile type iptc\x00\x00x"),
				drawn[at:]),
			slices.Concat(drawn[:at], chunk("eXIf", turned), text, drawn[at:]), 20, 40,
		},
		"PNG without notes": {"a.png", drawn, drawn, 40, 20},
		"WebP": {
			"a.webp", riff(flagged, riffChunk("VP8L", pixel), riffChunk("EXIF", exif), riffChunk("XMP ", "<x:xmpmeta/>")),
			riff(riffChunk("VP8X", "\x08"+strings.Repeat("\x00", 9)), riffChunk("VP8L", pixel), riffChunk("EXIF", turned)), 1, 1,
		},
		"upright WebP with notes": {
			"a.webp", riff(flagged, riffChunk("VP8L", pixel), riffChunk("EXIF", flat)),
			riff(riffChunk("VP8X", strings.Repeat("\x00", 10)), riffChunk("VP8L", pixel)), 1, 1,
		},
		"WebP with notes that are not announced": {
			"a.webp", riff(riffChunk("VP8L", pixel), riffChunk("EXIF", exif)), riff(riffChunk("VP8L", pixel)), 1, 1,
		},
		"WebP without notes": {"a.webp", riff(riffChunk("VP8L", pixel)), riff(riffChunk("VP8L", pixel)), 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pgtest.Each(t, func(t *testing.T, db *store.DB) {
				r, got := newFixture(t, db, files.Folder(t.TempDir())).saved(t, tc.file, tc.content)
				if !bytes.Equal(got, tc.want) {
					t.Errorf("%d bytes are kept of %d, want %d", len(got), len(tc.content), len(tc.want))
				}
				if r.Size != int64(len(got)) || r.Width != tc.width || r.Height != tc.height {
					t.Errorf("it is described as %+v", r)
				}
			})
		})
	}
}

// What is taken is what the bytes say, whatever the name says within reason.
func TestUpload_Type_FollowsFromTheBytes(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	sheet := encoded(t, func(w io.Writer) error { _, err := book.WriteTo(w); return err })
	eachPlace(t, func(t *testing.T, w *fixture) {
		for name, tc := range map[string]struct {
			sent    string
			content []byte
			mime    string
		}{
			"a JPEG called PNG": {"photo.png", jpegImage(t), "image/jpeg"},
			"photo.png":         {"photo", pngImage(t), "image/png"},
			"Bücher.xlsx":       {"Bücher.xlsx", sheet, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
			"talents.csv":       {"talents.csv", []byte("name,rate\nJörg,95\nIda,100\n"), "text/csv"},
			"texts.json":        {"texts.json", []byte(`{"a":"b"}`), "application/json"},
			"texts.xlf": {
				"texts.xlf", []byte(
					`<?xml version="1.0"?><xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"/>`),
				"application/xliff+xml",
			},
			"note.v2.txt": {"note.v2.txt", []byte("Grüße aus Köln"), "text/plain"},
			"cv.pdf":      {"cv", []byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n%%EOF\r\n"), "application/pdf"},
		} {
			r, got := w.saved(t, tc.sent, tc.content)
			if r.MimeType != tc.mime || !bytes.Equal(got, tc.content) || !strings.HasPrefix(name, "a ") && r.Name != name {
				t.Errorf("%s: %s %s, %d bytes", name, r.Name, r.MimeType, len(got))
			}
		}
		if _, err := w.Save(withUploader(t.Context()), "a.png", "application/pdf",
			bytes.NewReader(pngImage(t))); fault.CodeOf(err) != "MIME_NOT_ALLOWED" {
			t.Errorf("an image where a PDF is wanted: %v", err)
		}
	})
}

// zipped is an archive with the files, all of them marked with flags.
func zipped(t *testing.T, flags uint16, files map[string]string) []byte {
	t.Helper()
	return encoded(t, func(w io.Writer) error {
		z := zip.NewWriter(w)
		for _, name := range slices.Sorted(maps.Keys(files)) {
			f, err := z.CreateHeader(&zip.FileHeader{Name: name, Flags: flags, Method: zip.Deflate})
			if err != nil {
				return err
			}
			if _, err := io.WriteString(f, files[name]); err != nil {
				return err
			}
		}
		return z.Close()
	})
}

func TestUpload_ArchiveThatIsNoDocument_IsRefused(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db, files.Folder(t.TempDir()))
		for name, tc := range map[string]struct {
			flags      uint16
			types      string
			more       string // one part more
			isAccepted bool
		}{
			"a document":              {0, "<Types/>", "word/media/a.xml", true},
			"a locked one":            {1, "<Types/>", "word/media/a.xml", false},
			"one part behind another": {0, "<Types/>", "WORD/document.xml", false},
			"macros by another name": {
				0, `<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>`,
				"word/settings.bin", false,
			},
			"a document that may run": {
				0, "application/vnd.ms-word.document.macroEnabled.main+xml", "word/media/a.xml",
				false,
			},
			"a list of types without end": {0, strings.Repeat("<Types/>\n", 1<<17+1), "word/media/a.xml", false},
		} {
			content := zipped(t, tc.flags, map[string]string{
				"[Content_Types].xml": tc.types, "word/document.xml": "<w/>",
				tc.more: "x",
			})
			_, err := w.Save(withUploader(t.Context()), "letter.docx", "", bytes.NewReader(content))
			if accepted := err == nil; accepted != tc.isAccepted || !accepted &&
				!slices.Contains([]string{"MIME_NOT_ALLOWED", "TOO_LARGE"}, fault.CodeOf(err)) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// No row stands without its bytes, and no bytes stay without their row.
func TestUpload_Failed_LeavesNeitherRowNorBytes(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, w *fixture) {
		w.audit = errors.New("the database is gone")
		if _, err := w.Save(withUploader(t.Context()), "a.txt", "", strings.NewReader("text")); err == nil {
			t.Fatal("saved without a row")
		}
		if got := names(t, w.Storage); len(got) > 0 {
			t.Errorf("left: %v", got)
		}
		w.audit = nil
		upload, _ := w.saved(t, "b.txt", []byte("text"))
		mustWrite(t, w.Storage, "leftbyacrash", []byte("bytes without a row"))
		for _, step := range []struct {
			after time.Duration
			want  []string
		}{
			{0, []string{upload.ID, "leftbyacrash"}}, // its row may be on the way
			{2 * time.Hour, []string{upload.ID}},
			{8 * 24 * time.Hour, nil}, // nobody has ever named it
		} {
			w.now = w.now.Add(step.after)
			if err := w.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			slices.Sort(step.want)
			if got := names(t, w.Storage); !slices.Equal(got, step.want) {
				t.Errorf("after %v: %v, want %v", step.after, got, step.want)
			}
		}
	})
}

// A service that is started over the wrong database must not take every file for forgotten.
func TestSweep_MostFilesUnknown_RemovesNothing(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, w *fixture) {
		for i := range 30 {
			mustWrite(t, w.Storage, fmt.Sprintf("file%02d", i), []byte("of another database"))
		}
		w.now = w.now.Add(2 * time.Hour)
		if err := w.Sweep(t.Context()); err == nil {
			t.Error("nobody is told")
		}
		if got := names(t, w.Storage); len(got) != 30 {
			t.Errorf("%d files are left", len(got))
		}
	})
}

// full is a storage that takes nothing more.
type full struct{ files.Storage }

func (full) Write(context.Context, string, io.Reader, int64) error {
	return errors.New("the disk is full")
}

func TestUpload_StorageFull_LeavesNoRow(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db, full{files.Folder(t.TempDir())})
		if _, err := w.Save(withUploader(t.Context()), "a.txt", "", strings.NewReader("text")); err == nil {
			t.Fatal("saved without bytes")
		}
		var n int
		if _, err := db.Row(t.Context(), []any{&n}, "SELECT count(*) FROM resources"); err != nil || n > 0 {
			t.Errorf("%d rows, %v", n, err)
		}
	})
}
