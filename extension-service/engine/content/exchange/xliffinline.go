package exchange

import (
	"cmp"
	"encoding/xml"
	"errors"
	"regexp"
	"strconv"
	"strings"
)

// content reads text to the end of its element, with what stands for marks and placeholders in it. It is no text where
// something in it stands for what nothing tells.
func (r *unitReader) content(depth int) (text string, isText bool, err error) {
	var b strings.Builder
	isText = true
	for {
		token, err := r.d.Token()
		if err != nil || depth > maxElements {
			return "", false, cmp.Or(err, errors.ErrUnsupported)
		}
		switch t := token.(type) {
		case xml.EndElement:
			return b.String(), isText, nil
		case xml.CharData:
			b.Write(t)
		case xml.Directive:
			return "", false, errors.ErrUnsupported
		case xml.StartElement:
			inside, fits, err := r.content(depth + 1)
			if err != nil {
				return "", false, err
			}
			shown, isShown := r.inline(t, inside)
			isText = isText && fits && isShown
			b.WriteString(shown)
		}
	}
}

// inline is what an element inside of a text stands for. The names are those of XLIFF 1.2 and 2.
func (r *unitReader) inline(e xml.StartElement, inside string) (string, bool) {
	switch e.Name.Local {
	case "mrk", "sm", "em": // a remark about the words inside
		return inside, true
	case "g":
		name, isTag := tagBy(named(e, "ctype"))
		return "<" + name + ">" + inside + "</" + name + ">", isTag
	case "pc":
		from, hasFrom := r.native(e, "dataRefStart", "dispStart", "equivStart")
		to, hasTo := r.native(e, "dataRefEnd", "dispEnd", "equivEnd")
		return from + inside + to, hasFrom && hasTo
	case "cp":
		return charBy(named(e, "hex"))
	case "bpt", "ept", "it", "ph":
		if inside != "" {
			return inside, true // the very characters
		}
	case "x", "bx", "ex", "sc", "ec":
		if code, ok := strings.CutPrefix(named(e, "ctype"), charMark); ok {
			return charBy(code)
		}
	default:
		return inside, false
	}
	return r.emptyElementText(e)
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// emptyElementText is what an empty element says of itself: the characters that it stands for, else the placeholder of
// its name.
func (r *unitReader) emptyElementText(e xml.StartElement) (string, bool) {
	if text, ok := r.native(e, "dataRef", "equiv-text", "disp", "equiv"); ok {
		if text == named(e, "equiv") && identifier.MatchString(text) {
			return "%{" + text + "}", true
		}
		return text, true
	}
	if named(e, "ctype") == "lb" {
		return "\n", true
	}
	if id := named(e, "id"); identifier.MatchString(id) {
		return "%{" + id + "}", true
	}
	return "", false
}

// native is what the first of some attributes says: one with a reference names what the file has elsewhere.
func (r *unitReader) native(e xml.StartElement, reference string, others ...string) (string, bool) {
	if text, ok := r.natives[named(e, reference)]; ok {
		return text, true
	}
	for _, name := range others {
		for _, a := range e.Attr {
			if a.Name.Local == name && a.Value != "" {
				return a.Value, true
			}
		}
	}
	return "", false
}

// tags are the elements of HTML that the kinds of markup in XLIFF 1.2 stand for.
var tags = map[string]string{"bold": "b", "italic": "i", "underlined": "u"}

// tagBy is the element of HTML that a kind of markup stands for, such as x-html-em. Of other kinds nothing tells the
// characters.
func tagBy(kind string) (name string, isTag bool) {
	name, isTag = strings.CutPrefix(kind, "x-html-")
	if !isTag {
		name, isTag = tags[kind]
	}
	return name, isTag && identifier.MatchString(name)
}

// charBy is the character of a code that XML has no letter for.
func charBy(code string) (string, bool) {
	n, err := strconv.ParseUint(code, 16, 21)
	if err != nil || isXML(rune(n)) {
		return "", false
	}
	return string(rune(n)), true
}
