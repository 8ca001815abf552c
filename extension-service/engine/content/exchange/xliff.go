package exchange

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

const (
	pluralGroup = "x-gettext-plurals"
	otherSeam   = "seam" // of a group whose forms do not stand apart as usual: in extradata
	charMark    = "x-char-"
)

// xliffStates are the states of texts in the words of XLIFF.
var xliffStates = map[string]string{
	"DRAFT": "needs-review-translation", "TRANSLATED": "translated", "REVIEWED": "final", "STALE": "needs-adaptation",
	"BROKEN": "x-broken",
}

// ourStates are the states of XLIFF that mean one of ours that a person may set.
var ourStates = map[string]string{
	"needs-review-translation": "DRAFT", "needs-review-l10n": "DRAFT", "needs-review-adaptation": "DRAFT",
	"needs-translation": "DRAFT",
	"needs-l10n":        "DRAFT", "new": "DRAFT", "initial": "DRAFT", "translated": "TRANSLATED",
	"final": "REVIEWED", "signed-off": "REVIEWED", "reviewed": "REVIEWED",
}

// xliffWriter keeps the first error, so that what is written reads in one piece.
type xliffWriter struct {
	*bufio.Writer

	o Options
}

// writeXLIFF writes one file element for each language. A text with plural forms is a group with a unit for each.
func writeXLIFF(to io.Writer, texts []Text, o Options) error {
	w := xliffWriter{bufio.NewWriter(to), o}
	w.print(xml.Header, `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">`, "\n")
	for i, t := range texts {
		if i == 0 || texts[i-1].Locale != t.Locale {
			w.openFile(t.Locale)
		}
		w.text(t)
		if i == len(texts)-1 || texts[i+1].Locale != t.Locale {
			w.print("</body></file>\n")
		}
	}
	w.print("</xliff>\n")
	return w.Flush()
}

func (w xliffWriter) print(parts ...string) {
	for _, part := range parts {
		_, _ = w.WriteString(part) // Flush tells
	}
}

func (w xliffWriter) openFile(locale string) {
	w.print(`<file original="`, attribute(w.o.Set), `" source-language="en" target-language="`, attribute(locale),
		`" datatype="plaintext" xml:space="preserve"`)
	if w.o.AsOf != "" {
		w.print(` date="`, attribute(w.o.AsOf), `"`)
	}
	w.print("><body>\n")
}

func (w xliffWriter) text(t Text) {
	key := attribute(t.Key)
	hasForms := strings.Contains(t.Value, FormEnd) || t.Value == "" && strings.Contains(t.Source, FormEnd)
	if !hasForms {
		w.unit(t, key, t.Source, t.Value)
		return
	}
	names := w.o.Forms(t.Locale)
	values, seam := make([]string, len(names)), FormEnd
	if t.Value != "" {
		values, seam = split(t.Value)
	}
	w.print(`<group id="`, key, `" resname="`, key, `" restype="`, pluralGroup, `"`)
	if seam == FormEnd && t.Value != "" {
		w.print(` extradata="`, otherSeam, `"`)
	}
	w.print(">\n")
	sources := sourcesOf(t.Source, len(values), names)
	for i, value := range values {
		form := fmt.Sprint(i)
		if len(names) == len(values) {
			form = names[i]
		}
		w.unit(t, key+"["+form+"]", sources[i], value)
	}
	w.print("</group>\n")
}

// unit writes one unit. A text that is there has a target, even where a form of it is empty.
func (w xliffWriter) unit(t Text, id, source, value string) {
	w.print(`<trans-unit id="`, id, `" resname="`, attribute(t.Key), `" xml:space="preserve"`)
	if t.State == "REVIEWED" {
		w.print(` approved="yes"`)
	}
	if t.MaxLength > 0 {
		w.print(fmt.Sprintf(` maxwidth="%d" size-unit="char"`, t.MaxLength))
	}
	w.print("><source>", inner(source), "</source>")
	if t.Value != "" {
		w.print(`<target state="`, cmp.Or(xliffStates[t.State], "x-unknown"), `">`, inner(value), "</target>")
	}
	if t.Note != "" {
		w.print(`<note from="developer">`, inner(t.Note), "</note>")
	}
	w.print("</trans-unit>\n")
}

func attribute(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a builder takes everything
	return b.String()
}

// inner writes text between tags. What XML has no letters for stands as an empty element that names it.
func inner(text string) string {
	var b strings.Builder
	from := 0
	for i, c := range text {
		if isXML(c) {
			continue
		}
		b.WriteString(attribute(text[from:i]))
		fmt.Fprintf(&b, `<x id="%d" ctype="%s%X"/>`, i+1, charMark, c)
		from = i + len(string(c))
	}
	b.WriteString(attribute(text[from:]))
	return b.String()
}

// isXML says whether XML 1.0 can hold a character.
func isXML(c rune) bool {
	return c == '\t' || c == '\n' || c == '\r' || c >= 0x20 && c <= 0xD7FF || c >= 0xE000 && c <= 0xFFFD || c >= 0x10000 &&
		c <= 0x10FFFF
}
