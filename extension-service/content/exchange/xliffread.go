package exchange

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
)

const maxElements = 30 // of one inside of another

// xliffReader walks through a file. What is about the text at hand lies in unit and group.
type xliffReader struct {
	d      *xml.Decoder
	o      Options
	path   []string
	locale string
	asOf   string
	groups []xliffGroup
	out    []Text
}

// xliffGroup is a group that is open; only one of plural forms has a key.
type xliffGroup struct {
	key, seam string
	units     []xliffUnit
}

// xliffUnit is one unit. Some tools write an empty target without a state where there is none yet.
type xliffUnit struct {
	key, source, target, state, fault string
	isThere                           bool
	line                              int64
}

// readXLIFF reads the units of every file element. Documents that declare a type of their own are refused: that is how entities come in.
func readXLIFF(raw []byte, o Options) ([]Text, error) {
	r := &xliffReader{d: xml.NewDecoder(bytes.NewReader(raw)), o: o}
	r.d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errors.ErrUnsupported }
	for {
		token, err := r.d.Token()
		if errors.Is(err, io.EOF) && len(r.out) <= mostTexts && r.path == nil {
			return nil, unreadable("xliff")
		}
		if errors.Is(err, io.EOF) {
			return r.out, nil
		}
		if err != nil || len(r.out) > mostTexts || !r.take(token) {
			line, _ := r.d.InputPos()
			return nil, unreadableAt("xliff", line)
		}
	}
}

// take goes one step; false: this is no XLIFF that is read.
func (r *xliffReader) take(token xml.Token) bool {
	switch t := token.(type) {
	case xml.Directive:
		return false
	case xml.StartElement:
		isRoot := r.path == nil
		r.path = append(r.path, t.Name.Local)
		return len(r.path) <= maxElements && (!isRoot || t.Name.Local == "xliff") && r.start(t)
	case xml.EndElement:
		if t.Name.Local == "group" {
			r.closeGroup()
		}
		r.path = r.path[:len(r.path)-1]
	}
	return true
}

func (r *xliffReader) start(e xml.StartElement) bool {
	switch e.Name.Local {
	case "file":
		r.locale, r.asOf = cmp.Or(named(e, "target-language"), r.o.Locale), named(e, "date")
	case "group":
		g := xliffGroup{seam: " " + FormEnd + " "}
		if named(e, "restype") == pluralGroup {
			g.key = cmp.Or(named(e, "resname"), named(e, "id"))
		}
		if named(e, "extradata") == otherSeam {
			g.seam = FormEnd
		}
		r.groups = append(r.groups, g)
	case "trans-unit":
		unit, ok := r.unit(e)
		r.add(unit)
		r.path = r.path[:len(r.path)-1] // its end is read
		return ok
	}
	return true
}

// add keeps a unit as a text, or as a form of one.
func (r *xliffReader) add(u xliffUnit) {
	if n := len(r.groups); n > 0 && r.groups[n-1].key != "" {
		r.groups[n-1].units = append(r.groups[n-1].units, u)
		return
	}
	r.out = append(r.out, r.text(u.key, " "+FormEnd+" ", []xliffUnit{u}))
}

func (r *xliffReader) closeGroup() {
	if len(r.groups) == 0 {
		return
	}
	g := r.groups[len(r.groups)-1]
	r.groups = r.groups[:len(r.groups)-1]
	if g.key != "" && len(g.units) > 0 {
		r.out = append(r.out, r.text(g.key, g.seam, g.units))
	}
}

// text makes one text of its units.
func (r *xliffReader) text(key, seam string, units []xliffUnit) Text {
	t := Text{Key: key, Locale: r.locale, AsOf: r.asOf, Line: units[0].line, State: units[0].state}
	values := make([]string, len(units))
	there := 0
	for i, u := range units {
		values[i] = u.target
		t.made = append(t.made, u.source)
		t.Fault = cmp.Or(t.Fault, u.fault)
		if u.isThere {
			there++
		}
		if u.state != t.State {
			t.State = ""
		}
	}
	switch {
	case there == 0:
	case there < len(units):
		t.Fault = cmp.Or(t.Fault, SomeForms)
	default:
		t.Value = strings.Join(values, seam)
	}
	return t
}

// unit reads a unit to its end. The proposals of other tools in it are not read.
func (r *xliffReader) unit(e xml.StartElement) (u xliffUnit, ok bool) {
	line, _ := r.d.InputPos()
	u.key, u.line = cmp.Or(named(e, "resname"), named(e, "id")), int64(line)
	for {
		token, err := r.d.Token()
		if err != nil {
			return u, false
		}
		switch t := token.(type) {
		case xml.EndElement:
			return u, true
		case xml.Directive:
			return u, false
		case xml.StartElement:
			if !r.part(&u, t) {
				return u, false
			}
		}
	}
}

// part reads one element of a unit.
func (r *xliffReader) part(u *xliffUnit, e xml.StartElement) bool {
	switch e.Name.Local {
	case "source":
		text, _, err := r.content(0)
		u.source = text
		return err == nil
	case "target":
		text, isText, err := r.content(0)
		state := named(e, "state")
		u.target, u.isThere, u.state = text, text != "" || state != "", ourStates[state]
		if !isText {
			u.fault = NotText
		}
		return err == nil
	default:
		return r.d.Skip() == nil
	}
}

// content reads text to the end of its element. Marks of other tools are gone through; one that stands for something is no text.
func (r *xliffReader) content(depth int) (text string, isText bool, err error) {
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
		case xml.StartElement:
			inside, fits, err := r.content(depth + 1)
			if err != nil {
				return "", false, err
			}
			c := charOf(t)
			isMark := t.Name.Local == "g" || t.Name.Local == "mrk"
			if isText = isText && fits && (isMark || c != ""); isMark {
				c = inside
			}
			b.WriteString(c)
		}
	}
}

// charOf is the character that an empty element stands for, or nothing.
func charOf(e xml.StartElement) string {
	code, ok := strings.CutPrefix(named(e, "ctype"), charMark)
	if e.Name.Local != "x" || !ok {
		return ""
	}
	n, err := strconv.ParseUint(code, 16, 21)
	if err != nil || isXML(rune(n)) {
		return ""
	}
	return string(rune(n))
}

func named(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
