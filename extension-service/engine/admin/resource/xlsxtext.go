package resource

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Spreadsheets read _xHHHH_ in a text as the character of that number, once from left to right; the underscore that
// ends one escape does not begin the next. A text that holds such a sequence is written with its underscore as _x005F_.
// The library escapes by another rule, so it gets underscore in place of the ones of escapes, and the file gets them
// when it is written.
const underscore = '\uFDD0' // a noncharacter, which no text of a person holds

// escapeCell writes a text so that a spreadsheet shows it as it is.
func escapeCell(text string) string {
	if !strings.ContainsAny(text, "_\uFDD0") {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		if r == underscore || r == '_' && isEscape(text[i:]) {
			fmt.Fprintf(&b, "%cx%04X%c", underscore, r, underscore)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// isEscape says whether a text begins with what a spreadsheet reads as another character.
func isEscape(text string) bool {
	const length = len("_xHHHH_")
	return len(text) >= length && text[1] == 'x' && text[length-1] == '_' &&
		strings.Trim(text[2:length-1], "0123456789abcdefABCDEF") == ""
}

// parts writes the parts of a workbook into an archive, with the underscores of the escapes.
type parts struct{ *zip.Writer }

func newParts(w io.Writer) excelize.ZipWriter { return parts{zip.NewWriter(w)} }

// Create begins the next part.
func (p parts) Create(name string) (io.Writer, error) {
	w, err := p.Writer.Create(name)
	return &unescaped{w: w}, err
}

// unescaped writes underscores in place of what stands for them.
type unescaped struct {
	w       io.Writer
	pending []byte // the beginning of one that the last piece ended in
}

// Write writes one piece. What an archive gets ends in the tag that closes its part, so that nothing is held at its
// end.
func (u *unescaped) Write(piece []byte) (int, error) {
	mark := []byte(string(underscore))
	all := piece
	if len(u.pending) > 0 {
		all = append(u.pending, piece...)
	}
	u.pending = nil
	for n := len(mark) - 1; n > 0; n-- {
		if bytes.HasSuffix(all, mark[:n]) {
			u.pending, all = bytes.Clone(all[len(all)-n:]), all[:len(all)-n]
			break
		}
	}
	if bytes.Contains(all, mark) {
		all = bytes.ReplaceAll(all, mark, []byte{'_'})
	}
	if _, err := u.w.Write(all); err != nil {
		return 0, err
	}
	return len(piece), nil
}
