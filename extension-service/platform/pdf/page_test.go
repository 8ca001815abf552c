package pdf_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"poolkeeper.example/extension-service/platform/pdf"
)

// In points, as a document has them.
const (
	left   = 18 * 72 / 25.4
	right  = 192 * 72 / 25.4
	middle = 105 * 72 / 25.4
	foot   = 18 * 72 / 25.4
	top    = 279 * 72 / 25.4
)

// pageText is a text of a document: x is where it begins, y the line it stands on, from the foot of its page.
type pageText struct {
	page       int
	x, y, size float64
	text       string
}

func shownIn(t *testing.T, document []byte) []pageText {
	t.Helper()
	var out []pageText
	for page, content := range contents(t, document) {
		size := 0.0
		for _, m := range literal.FindAllSubmatch(content, -1) {
			second := number(t, m[2])
			if m[1][0] == '/' {
				size = second
				continue
			}
			out = append(out, pageText{page, number(t, m[1]), second, size, decoded(escaped.ReplaceAll(m[3], []byte("$1")))})
		}
	}
	return out
}

func number(t *testing.T, digits []byte) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(string(digits), 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func printed(t *testing.T, d pdf.Document) []pageText {
	t.Helper()
	document, err := pdf.Profile(d)
	if err != nil {
		t.Fatal(err)
	}
	return shownIn(t, document)
}

// end is where a text ends that is set in DejaVu; titles are bold.
func (s pageText) end(t *testing.T) float64 {
	t.Helper()
	file := dejavusans.TTF
	if s.size == 18 || s.size == 12 {
		file = dejavusansbold.TTF
	}
	letters, err := sfnt.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	x := s.x
	for _, r := range s.text {
		at, err := letters.GlyphIndex(new(sfnt.Buffer), r)
		if err != nil {
			t.Fatal(err)
		}
		width, err := letters.GlyphAdvance(new(sfnt.Buffer), at, fixed.I(1000), font.HintingNone)
		if err != nil {
			t.Fatal(err)
		}
		x += float64(width) / 64 * s.size / 1000
	}
	return x
}

func pageOf(t *testing.T, all []pageText, text string) int {
	t.Helper()
	at := slices.IndexFunc(all, func(s pageText) bool { return s.text == text })
	if at < 0 {
		t.Fatalf("it does not say %q", text)
	}
	return all[at].page
}

// What belongs together is not divided between two pages, wherever on a page it comes to stand.
func TestPages_RelatedLines_StayTogether(t *testing.T) {
	t.Parallel()
	var d pdf.Document
	var pairs [][2]string
	add := func(chain ...string) {
		for i := range chain[1:] {
			pairs = append(pairs, [2]string{chain[i], chain[i+1]})
		}
	}
	for i := range 150 {
		name := func(s string) string { return fmt.Sprint(s, " ", i) }
		filler := strings.Repeat("etwas\n", i%11)
		long := make([]string, 2+i%17)
		for at := range long {
			long[at] = fmt.Sprint(name("line"), ".", at)
		}
		d.Facts = append(d.Facts, pdf.Line{Label: name("fact"), Value: name("its value") + strings.Repeat("\nmore", i%3)})
		d.Sections = append(d.Sections,
			pdf.Section{Title: name("text"), Text: name("first") + "\n" + filler},
			pdf.Section{Title: name("lines"), Lines: []pdf.Line{{Label: name("label"), Value: strings.Join(long, "\n")}}})
		d.Answers.List = append(d.Answers.List, pdf.Answer{
			Printed: true, Question: name("question"),
			Value: name("answer") + "\n" + filler,
		})
		add(name("fact"), name("its value"))
		add(name("text"), name("first"))
		add(name("lines"), name("label"), long[0])
		add(long[:min(5, len(long))]...)
		add(long[len(long)-2:]...)
		add(name("question"), name("answer"))
	}
	d.Answers.Title = "answers"
	add("answers", "question 0", "answer 0")
	all := printed(t, d)
	for _, pair := range pairs {
		if a, b := pageOf(t, all, pair[0]), pageOf(t, all, pair[1]); a != b {
			t.Errorf("%q is on page %d, %q on page %d", pair[0], a, pair[1], b)
		}
	}
	if last := all[len(all)-1].page; last < 20 {
		t.Errorf("only %d pages: they prove little", last)
	}
}

func TestPages_LongValue_ContinuesOnTheNext(t *testing.T) {
	t.Parallel()
	words := make([]string, 3000)
	for i := range words {
		words[i] = strconv.Itoa(i)
	}
	d := pdf.Document{
		Title: "T", Footer: "the end",
		Sections: []pdf.Section{{Title: "S", Lines: []pdf.Line{
			{Label: "before", Value: "short"},
			{Label: "label", Value: strings.Join(words, " ")},
		}}},
	}
	all := printed(t, d)
	var got []string
	linesOf := map[int]int{}
	for _, s := range all {
		if s.size == 10 && s.text != "short" {
			got = append(got, strings.Fields(s.text)...)
			linesOf[s.page]++
		}
		if s.size > 8 && (s.y < foot || s.y > top) {
			t.Errorf("%q is on the margin", s.text)
		}
	}
	if !slices.Equal(got, words) {
		t.Error("words are missing, or in another order")
	}
	if len(linesOf) < 3 {
		t.Errorf("it takes %d pages: they prove little", len(linesOf))
	}
	for page, n := range linesOf {
		if n < 2 {
			t.Errorf("page %d has one line of it", page)
		}
	}
	if at := pageOf(t, all, "label"); at != 0 {
		t.Errorf("it begins on page %d, though there is room before", at)
	}
	for page := range linesOf {
		number := fmt.Sprintf("   %d / %d", page+1, len(linesOf))
		at := slices.IndexFunc(all, func(s pageText) bool { return s.text == number })
		if at < 0 || all[at].page != page || all[at].size != 8 || all[at].y > foot || math.Abs(all[at].end(t)-right) > 0.1 {
			t.Errorf("page %d does not end with %q at its right", page, number)
		}
	}
}

func TestPages_LongTexts_StayWithinTheMargins(t *testing.T) {
	t.Parallel()
	wide := func(n int) string { return strings.Repeat("W", n) }
	mixed := strings.Repeat("WWW mmmm.mmmm@example.com ", 20)
	all := printed(t, pdf.Document{
		Title: wide(90), Subtitle: wide(90), Client: wide(90), Handle: wide(90), Footer: mixed + wide(90),
		Logo:  logo(t, 300, 30),
		Facts: []pdf.Line{{wide(90), wide(90)}, {wide(90), wide(90)}, {mixed, mixed}, {mixed, mixed}},
		Sections: []pdf.Section{
			{Title: wide(90), Text: wide(90), Lines: []pdf.Line{{wide(90), wide(90)}, {mixed, mixed}}},
			{Title: mixed, Text: mixed},
		},
		Answers: pdf.Answers{Title: wide(90), List: []pdf.Answer{{Question: wide(90), Value: wide(90), Printed: true}}},
	})
	for i, s := range all {
		end := s.end(t)
		if s.x < left-0.1 || end > right+0.1 || s.y < 0 {
			t.Errorf("%q goes from %.0f to %.0f at %.0f", s.text, s.x, end, s.y)
		}
		for _, other := range all[i+1:] {
			if s.page == other.page && s.y == other.y && s.x < other.x && end > other.x+0.1 {
				t.Errorf("%q reaches into %q", s.text, other.text)
			}
		}
	}
}

func logo(t *testing.T, width, height int) *pdf.Picture {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return &pdf.Picture{MimeType: "image/png", Bytes: b.Bytes()}
}

func TestLogo_AnyShape_IsPlacedBesideTheTitle(t *testing.T) {
	t.Parallel()
	placed := regexp.MustCompile(`q (\S+) 0 0 (\S+) (\S+) (\S+) cm /I`)
	for name, size := range map[string]image.Point{"wide": {900, 30}, "square": {60, 60}, "high": {10, 400}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			document, err := pdf.Profile(pdf.Document{
				Title: strings.Repeat("Wort ", 30), Logo: logo(t, size.X, size.Y),
				Facts: []pdf.Line{{"below", "v"}},
			})
			if err != nil {
				t.Fatal(err)
			}
			m := placed.FindSubmatch(contents(t, document)[0])
			if m == nil {
				t.Fatal("it is not there")
			}
			width, height, x, y := number(t, m[1]), number(t, m[2]), number(t, m[3]), number(t, m[4])
			if math.Abs(width/height-float64(size.X)/float64(size.Y)) > 0.01 || math.Abs(x+width-right) > 0.1 ||
				math.Abs(y+height-top) > 0.1 || height > 14*72/25.4+0.1 || x < middle {
				t.Errorf("%.1f × %.1f at %.1f, %.1f", width, height, x, y)
			}
			for _, s := range shownIn(t, document) {
				if s.size == 18 && s.end(t) > x || s.text == "below" && s.y > y {
					t.Errorf("%q is below it", s.text)
				}
			}
		})
	}
}

// A line is divided in the order in which it is read, and a text's first letter says for all of its lines where it runs
// to.
func TestLines_RightToLeft_AreBrokenInReadingOrder(t *testing.T) {
	t.Parallel()
	all := printed(t, pdf.Document{Sections: []pdf.Section{{
		Title: "T",
		Text:  "אאא" + strings.Repeat(" בבב Go", 40) + " גגג Go 10.",
	}}})
	var lines []string
	for _, s := range all {
		if s.size == 10 {
			lines = append(lines, s.text)
		}
	}
	if len(lines) < 3 || !strings.HasSuffix(lines[0], " Go בבב אאא") ||
		!strings.HasPrefix(lines[len(lines)-1], ".Go 10 גגג") {
		t.Errorf("%q", lines)
	}
	for _, l := range lines[1 : len(lines)-1] {
		if first := l[strings.LastIndexByte(l, ' ')+1:]; first != "Go" && first != "בבב" || strings.HasPrefix(l, first+" ") {
			t.Errorf("%q", l)
		}
	}
}

// Chinese knows no blanks: a line ends behind any letter, but begins with no mark. None is lost.
func TestLines_Chinese_AreBrokenBetweenLetters(t *testing.T) {
	t.Parallel()
	var want, got strings.Builder
	for i := range 30 {
		want.WriteString(strings.Repeat("多", i) + strings.Repeat("我在银行业工作了十年，（主要）负责Go后端系统的设计与开发。", 3) + "\n")
	}
	for _, s := range printed(t, pdf.Document{Sections: []pdf.Section{{Title: "T", Text: want.String()}}}) {
		if s.size != 10 {
			continue
		}
		got.WriteString(s.text)
		if letters := []rune(s.text); strings.ContainsRune("，。）", letters[0]) || letters[len(letters)-1] == '（' ||
			len(letters) < 45 && !strings.HasSuffix(s.text, "。") {
			t.Errorf("a line of %d: %q", len(letters), s.text)
		}
	}
	if got.String() != strings.ReplaceAll(want.String(), "\n", "") {
		t.Errorf("%q", got.String())
	}
}
