package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// declared is the encoding that an XML file names in its first line.
var declared = regexp.MustCompile(`^\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9_.:-]+)["']`)

// decode is the text of a file in UTF-8, and sets how it was encoded. Where nothing tells, it is the text in the
// assumed encoding.
func (f *File) decode(raw []byte, o Options) ([]byte, error) {
	if name := declared.FindSubmatch(raw); name != nil && o.Encoding == "" {
		return f.decodeAs(raw, strings.ToLower(string(name[1])))
	}
	text, used, err := spreadsheet.Decode(raw, o.Encoding)
	f.Encoding = used
	return text, decodingFault(err)
}

// decodeAs decodes by the name that a file gives of its encoding.
func (f *File) decodeAs(raw []byte, name string) ([]byte, error) {
	table, err := htmlindex.Get(name)
	if err != nil {
		return nil, unreadable("encoding")
	}
	if f.Encoding, err = htmlindex.Name(table); err != nil {
		return nil, unreadable("encoding")
	}
	if f.Encoding == "utf-8" || strings.HasPrefix(f.Encoding, "utf-16") { // the bytes show whether that is true
		text, used, err := spreadsheet.Decode(raw, "")
		if err != nil || used == "" {
			return nil, notInEncoding()
		}
		f.Encoding = used
		return text, nil
	}
	text, err := table.NewDecoder().Bytes(raw)
	if err != nil || bytes.ContainsRune(text, utf8.RuneError) {
		return nil, notInEncoding()
	}
	return text, nil
}

// decodingFault tells whoever sent a file that it is none of a text, or not in its encoding.
func decodingFault(err error) error {
	switch {
	case errors.Is(err, spreadsheet.ErrEncoding):
		return notInEncoding()
	case errors.Is(err, spreadsheet.ErrNotText):
		return unreadable("encoding")
	}
	return err
}

func notInEncoding() error {
	return fault.Validation().Field("encoding", "pool.file.error.encoding", nil)
}

const (
	shownSamples  = 5
	longestSample = 200 // characters
)

// affected are the first lines that look otherwise in another encoding.
func affected(text []byte) (out []Sample) {
	for i, line := range strings.Split(oneEnd.Replace(string(text)), "\n") {
		if len(out) == shownSamples {
			break
		}
		if at := strings.IndexFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }); at >= 0 {
			from := max(0, at-longestSample/2)
			for !utf8.RuneStart(line[from]) {
				from--
			}
			out = append(out, Sample{int64(i + 1), shortened([]string{line[from:]})})
		}
	}
	return out
}

func shortened(cells []string) []string {
	out := slices.Clone(cells)
	for i := range out {
		text := []rune(strings.TrimSpace(out[i]))
		out[i] = string(text[:min(len(text), longestSample)])
	}
	return out
}

// endings are those of names that tell a format. Others, such as txt, tell none.
var endings = map[string]Format{
	".json": JSON, ".arb": JSON, ".xlf": XLIFF, ".xliff": XLIFF, ".mxliff": XLIFF, ".sdlxliff": XLIFF, ".xml": XLIFF,
	".csv": CSV, ".tsv": CSV, ".xlsx": CSV,
}

// formatOf tells a format by the name of a file, else by its whole content.
func formatOf(name string, text []byte) Format {
	if format, ok := endings[strings.ToLower(path.Ext(name))]; ok {
		return format
	}
	text = bytes.TrimSpace(text)
	switch {
	case bytes.HasPrefix(text, []byte("<")):
		return XLIFF
	case bytes.HasPrefix(text, []byte("{")) && (json.Valid(text) ||
		!bytes.ContainsAny(text[:bytes.IndexByte(append(text, '\n'), '\n')], ",;\t")):
		return JSON
	}
	return CSV
}

// withLocale are the options with the language of texts that do not tell theirs: the one that was chosen, else the one
// in the name of the file, as in app_fr.arb or messages.de-AT.xlf.
func (f *File) withLocale(o Options) Options {
	if o.Locale != "" {
		o.Locale, _ = o.localeOf(o.Locale)
		return o
	}
	base := strings.TrimSuffix(path.Base(o.Name), path.Ext(o.Name))
	for at := range base {
		if at > 0 && !strings.ContainsRune("._-", rune(base[at-1])) {
			continue
		}
		if locale, ok := o.localeOf(base[at:]); ok && len(o.Locales) > 0 {
			o.Locale = locale
			return o
		}
	}
	return o
}

// localeOf is the language that a name means: fr, FR, fr_FR and fr-FR are fr where there is no fr-FR. One that is none
// of those there are stays as it is.
func (o Options) localeOf(name string) (string, bool) {
	wanted, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(name), "_", "-"), ".")
	for wanted != "" {
		if at := slices.IndexFunc(o.Locales, func(known string) bool { return strings.EqualFold(known, wanted) }); at >= 0 {
			return o.Locales[at], true
		}
		wanted = wanted[:max(strings.LastIndexByte(wanted, '-'), 0)]
	}
	return name, false
}
