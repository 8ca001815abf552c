package pdf_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"poolkeeper.example/extension-service/platform/pdf"
)

func sample(t *testing.T) pdf.Document {
	t.Helper()
	logo := image.NewNRGBA(image.Rect(0, 0, 64, 32))
	for i := range logo.Pix {
		logo.Pix[i] = byte(i)
	}
	logo.Set(0, 0, color.NRGBA{})
	var b bytes.Buffer
	if err := png.Encode(&b, logo); err != nil {
		t.Fatal(err)
	}
	return pdf.Document{
		Title: "Jörg Müßig-Çelik", Subtitle: "Senior Backend Engineer (Köln)", Handle: "A-7K3M9Q", Client: "Norrsken Bank",
		Locale: "de",
		Made:   time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC), Logo: &pdf.Picture{MimeType: "image/png", Bytes: b.Bytes()},
		Footer: "Norrsken Bank · vertraulich",
		Facts:  []pdf.Line{{"Verfügbar ab", "2027-01-12"}, {"Stunden je Woche", "40"}, {"Satz", "95,00 € je Stunde"}},
		Sections: []pdf.Section{
			{Title: "Nachricht", Text: "Guten Tag,\nich arbeite seit zehn Jahren mit Go.\n" +
				strings.Repeat("Ein langer Absatz über vieles. ", 120)},
			{Title: "Profil", Lines: []pdf.Line{
				{"Name auf Kyrillisch", "Дмитрий Шостакович"},
				{"Griechisch", "Μίκης Θεοδωράκης"},
				{"Polnisch", "Świętosław Żółć"},
				{"Rumänisch", "Ștefan Țepeș"},
			}},
			{Title: "Leer"},
		},
		Answers: pdf.Answers{Title: "Fragen", List: []pdf.Answer{
			{Question: "Haben Sie eine Sicherheitsüberprüfung?", Value: "Ja", Printed: true},
			{Question: "Interne Frage", Value: "streng geheim", Printed: false},
		}},
	}
}

// textOf is what a document shows, each of its texts with a line of its own.
func textOf(t *testing.T, document []byte) string {
	t.Helper()
	var out strings.Builder
	for _, shown := range shownIn(t, document) {
		out.WriteString(shown.text + "\n")
	}
	return out.String()
}

// contents are the streams of the pages, unpacked.
func contents(t *testing.T, document []byte) [][]byte {
	t.Helper()
	var out [][]byte
	for _, part := range bytes.Split(document, []byte("stream\n"))[1:] {
		z, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			continue // the word stands at the end of each as well
		}
		if text, err := io.ReadAll(z); err == nil && bytes.Contains(text, []byte("BT ")) {
			out = append(out, text)
		}
	}
	return out
}

var (
	literal = regexp.MustCompile(`(?s)BT (\S+) (\S+) (?:Tf|Td \(((?:\\.|[^\\)])*)\) ?Tj)`)
	escaped = regexp.MustCompile(`(?s)\\(.)`)
)

func decoded(b []byte) string {
	var units []uint16
	for ; len(b) > 1; b = b[2:] {
		units = append(units, binary.BigEndian.Uint16(b))
	}
	return string(utf16.Decode(units))
}

func TestProfile_SameContent_IsTheSameDocument(t *testing.T) {
	t.Parallel()
	first, err := pdf.Profile(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(first, []byte("%PDF-")) || !bytes.Contains(first[len(first)-20:], []byte("%%EOF")) {
		t.Fatal("it is no PDF")
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if again, err := pdf.Profile(sample(t)); err != nil || !bytes.Equal(first, again) {
				t.Errorf("%d bytes after %d, %v", len(again), len(first), err)
			}
		})
	}
	all.Wait()
	other := sample(t)
	other.Title = "Jörg Müßig"
	if again, err := pdf.Profile(other); err != nil || bytes.Equal(first, again) {
		t.Errorf("another name makes the same document, %v", err)
	}
	for _, want := range []string{
		"/Creator (", "/Title (", "/Subject (", "/CreationDate (D:20261121093000)",
		"/ModDate (D:20261121093000)",
	} {
		if !bytes.Contains(first, []byte(want)) {
			t.Errorf("it does not say %s", want)
		}
	}
	t.Logf("%d bytes", len(first))
}

func TestProfile_Content_IsPrinted(t *testing.T) {
	t.Parallel()
	document, err := pdf.Profile(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	got := textOf(t, document)
	for _, want := range []string{
		"Jörg Müßig-Çelik", "Köln", "A-7K3M9Q", "Verfügbar ab", "95,00 €", "Дмитрий Шостакович", "Μίκης Θεοδωράκης",
		"Świętosław Żółć", "Ștefan Țepeș",
		"Sicherheitsüberprüfung", "1 / ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	for _, not := range []string{"streng geheim", "Interne Frage", "Leer"} {
		if strings.Contains(got, not) {
			t.Errorf("it says %q", not)
		}
	}
}

// Whoever is named in other letters is seen by name, and the font for it comes only where it is needed.
func TestProfile_EasternLetters_ArePrintedWithTheirFont(t *testing.T) {
	t.Parallel()
	const font = "/BaseFont /utf8eastern"
	d := pdf.Document{
		Title: "李小龍 (Bruce Lee)", Client: "山田電機", Facts: []pdf.Line{{"이름", "김민수"}},
		Sections: []pdf.Section{{Title: "自己紹介", Text: "私は十年以上、銀行のために開発しています。" + strings.Repeat("長", 200)}},
	}
	document, err := pdf.Profile(d)
	if err != nil {
		t.Fatal(err)
	}
	got := textOf(t, document)
	for _, want := range []string{
		"李小龍 (Bruce Lee)", "山田電機", "김민수", "自己紹介", "銀行のために開発しています。",
		strings.Repeat("長", 24) + "\n",
	} {
		if !strings.Contains(got, want) && !strings.Contains(strings.ReplaceAll(got, " ", ""), want) {
			t.Errorf("it does not say %q\n%s", want, got)
		}
	}
	if !bytes.Contains(document, []byte(font)) {
		t.Error("the letters are those of no font")
	}
	if western, err := pdf.Profile(sample(t)); err != nil || bytes.Contains(western, []byte(font)) {
		t.Errorf("a western document brings the font, too: %v", err)
	}
}

func TestProfile_RightToLeft_IsPrintedInOrder(t *testing.T) {
	t.Parallel()
	d := pdf.Document{
		Title: "משה כהן", Facts: []pdf.Line{{"Name", "محمد علي"}, {"Stadt", "القاهرة (Kairo)"}, {"Zwei", "אב\u2029גד"}},
		Sections: []pdf.Section{{Title: "T", Text: "سلام\n" + strings.Repeat("שלום עולם ", 30)}},
	}
	document, err := pdf.Profile(d)
	if err != nil {
		t.Fatal(err)
	}
	got := textOf(t, document)
	for _, want := range []string{
		"ןהכ השמ", // from right to left
		"\uFEF2\uFEE0\uFECB \uFEAA\uFEE4\uFEA4\uFEE3", // joined: meem and ayn at the beginning, yeh and dal at the end
		"\uFEE1\uFEFC\uFEB3",                          // lam and alef in one
		"(Kairo)",
		"םולש",
		"דג בא", // what is behind a paragraph's end is not lost
	} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not say %q\n%q", want, got)
		}
	}
	if strings.Contains(got, "מש") {
		t.Error("letters run from left to right")
	}
}

func TestProfile_UnusualTexts_ArePrinted(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]pdf.Document{
		"nothing": {},
		"emoji": {
			Title:    "A \U0001F600 B",
			Sections: []pdf.Section{{Title: "\U0001F680", Text: "go \U0001F680\U0001F680"}},
		},
		"a word of a page": {
			Title: strings.Repeat("x", 5000),
			Facts: []pdf.Line{{strings.Repeat("y", 300), strings.Repeat("z", 3000)}},
		},
		"many pages": {Title: "T", Sections: []pdf.Section{{Title: "S", Text: strings.Repeat("Wort ", 20_000)}}},
		"other scripts": {
			Title:   "李小龍 محمد עברית",
			Answers: pdf.Answers{Title: "?", List: []pdf.Answer{{Question: "名前", Value: "ひらがな", Printed: true}}},
		},
		"control and NUL":   {Title: "a\x00b\x1bc", Footer: "{nb} {current}"},
		"no logo at all":    {Title: "T", Logo: &pdf.Picture{MimeType: "image/png", Bytes: []byte("\x89PNG\r\n\x1a\nno")}},
		"a broken logo":     {Title: "T", Logo: &pdf.Picture{MimeType: "image/gif", Bytes: []byte("GIF89a")}},
		"not UTF-8 at all":  {Title: "\xff\xfe", Subtitle: "a\xc3"},
		"a thousand facts":  {Title: "T", Facts: make([]pdf.Line, 1000)},
		"a thousand titles": {Title: "T", Sections: many(1000)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if document, err := pdf.Profile(d); err != nil || !bytes.HasPrefix(document, []byte("%PDF-")) {
				t.Errorf("%d bytes, %v", len(document), err)
			}
		})
	}
}

func many(n int) []pdf.Section {
	out := make([]pdf.Section, n)
	for i := range out {
		out[i] = pdf.Section{Title: "Titel", Lines: []pdf.Line{{"Etikett", "Wert"}}}
	}
	return out
}
