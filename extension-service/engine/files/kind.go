package files

import (
	"mime"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"poolkeeper.example/extension-service/platform/fault"
)

// kind is one type of file that is taken. Whatever else comes is refused, images with programs in them above all.
type kind struct {
	mime    string
	endings []string // of names, the first is given to a name without one
	family  string   // a name may end like any of the same family: a .png that holds a JPEG harms nobody
	inline  bool     // a browser may show it
}

const (
	jpegType = "image/jpeg"
	pngType  = "image/png"
	webpType = "image/webp"
	pdfType  = "application/pdf"
	docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	csvType  = "text/csv"
	jsonType = "application/json"
	xlfType  = "application/xliff+xml"
	txtType  = "text/plain"

	textFamily = "text"
)

var kinds = []kind{
	{mime: jpegType, endings: []string{"jpg", "jpeg"}, family: "image", inline: true},
	{mime: pngType, endings: []string{"png"}, family: "image", inline: true},
	{mime: webpType, endings: []string{"webp"}, family: "image", inline: true},
	{mime: pdfType, endings: []string{"pdf"}, family: "pdf", inline: true},
	{mime: docxType, endings: []string{"docx"}, family: "docx"},
	{mime: xlsxType, endings: []string{"xlsx"}, family: "xlsx"},
	{mime: csvType, endings: []string{"csv", "tsv", "tab"}, family: textFamily},
	{mime: jsonType, endings: []string{"json", "arb"}, family: textFamily},
	{mime: xlfType, endings: []string{"xlf", "xliff"}, family: textFamily},
	{mime: txtType, endings: []string{"txt", "md", "log"}, family: textFamily},
}

// Types lists the media types that are taken.
func Types() []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = k.mime
	}
	return out
}

// IsAccepted says whether there are files that a pattern such as image/* or application/pdf stands for.
func IsAccepted(pattern string) bool {
	return slices.ContainsFunc(kinds, func(k kind) bool { return k.allowed([]string{pattern}) })
}

// kindOf finds a type among those that are taken.
func kindOf(mimeType string) (kind, bool) {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.mime == mimeType })
	if i < 0 {
		return kind{}, false
	}
	return kinds[i], true
}

func (k kind) image() bool { return k.family == "image" }

func (k kind) limit() int64 {
	if k.image() {
		return MaxImageSize
	}
	return MaxSize
}

// allowed says whether the list of a caller, such as image/* or application/pdf, holds the type. An empty list holds
// all.
func (k kind) allowed(list []string) bool {
	return len(list) == 0 || slices.ContainsFunc(list, func(a string) bool {
		group, wild := strings.CutSuffix(a, "/*")
		return a == k.mime || wild && strings.HasPrefix(k.mime, group+"/")
	})
}

// running are endings of files that some system starts on a double click. One of them anywhere in a name is a trick.
var running = []string{
	"exe", "scr", "pif", "bat", "cmd", "msi", "ps1", "vbs", "vbe", "js", "jse", "wsf", "hta", "jar", "lnk", "reg", "dll",
	"app", "sh",
	"php", "phtml", "asp", "aspx", "jsp", "cgi", "pl", "py", "rb", "htm", "html", "xhtml", "shtml", "svg", "swf",
	"htaccess", "docm", "xlsm",
}

const maxName = 200 // characters of a file's name

// fileName checks the name a person's machine gave the file. It is shown and offered for saving, never used as a path;
// a name that tries to be one is refused all the same, and so is one that hides what it ends in.
func (k kind) fileName(name string) (string, error) {
	name = strings.TrimSpace(norm.NFC.String(name))
	if bad := nameFault(name); bad != "" {
		return "", fault.Validation().Field("resource", bad, map[string]any{"max": maxName})
	}
	named, isKnown := kindEnding(name)
	endings := strings.Split(strings.ToLower(name), ".")[1:]
	// messages.pl.json is a text in Polish: no text is ever run by another ending
	if isKnown && named.family == textFamily {
		endings = endings[len(endings)-1:]
	}
	if slices.ContainsFunc(endings, func(e string) bool { return slices.Contains(running, strings.TrimSpace(e)) }) {
		return "", notAllowed(k.mime, "the name ends like a program's")
	}
	switch {
	case !isKnown:
		return name + "." + k.endings[0], nil
	case named.family != k.family:
		return "", notAllowed(k.mime, "the name ends like that of a "+named.mime)
	}
	return name, nil
}

// kindEnding is the kind that a name ends like, if it is one of those that are taken.
func kindEnding(name string) (kind, bool) {
	ending := strings.TrimPrefix(path.Ext(strings.ToLower(strings.TrimSpace(name))), ".")
	i := slices.IndexFunc(kinds, func(k kind) bool { return slices.Contains(k.endings, ending) })
	if i < 0 {
		return kind{}, false
	}
	return kinds[i], true
}

// nameFault says what is wrong with a name, "" when nothing is.
func nameFault(name string) string {
	switch {
	case name == "":
		return "validation.required"
	case utf8.RuneCountInString(name) > maxName:
		return "validation.max"
	case !utf8.ValidString(name), strings.ContainsAny(timeOfDay.ReplaceAllString(name, ""), `/\:*?"<>|`),
		strings.HasPrefix(name, "."),
		strings.HasSuffix(name, "."), strings.ContainsFunc(name, isHidden):
		return "validation.fileName"
	}
	return ""
}

// timeOfDay stands in the names that many programs give to what they export, such as people-2026-11-27T10:05:00.csv.
var timeOfDay = regexp.MustCompile(`[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?`)

// isHidden says whether a character of a name is not seen, or changes how others are. Persian and emoji are joined by
// two of them.
func isHidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return r != nonJoiner && r != joiner && unicode.In(r, unicode.C, unicode.Zl, unicode.Zp)
}

// notAllowed is the refusal of a type, or of a file that is not what it seems.
func notAllowed(mimeType, why string) *fault.Error {
	e := fault.New(fault.Unsupported, "MIME_NOT_ALLOWED", "%s: %s", mimeType, why)
	return e.With("mimeType", mimeType).Field("resource", mimeMessage, nil)
}

func tooLarge(limit int64) *fault.Error {
	e := fault.New(fault.TooLarge, "TOO_LARGE", "the file is longer than %d bytes", limit)
	return e.With("max", limit).Field("resource", "error.tooLarge", nil)
}

// attachment is the header under which a browser saves a file by its name.
func attachment(how, name string) string {
	return mime.FormatMediaType(how, map[string]string{"filename": name})
}
