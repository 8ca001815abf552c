package exchange

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
)

const maxElements = 30 // of one inside of another

// xliffReader walks through a file of XLIFF 1.2 or 2. What is about the text at hand lies in unit and group.
type xliffReader struct {
	d      *xml.Decoder
	o      Options
	path   []string
	spaces []bool // whether white space counts in each element of the path
	from   string // the language of the sources
	to     string // the language of the whole document; only XLIFF 2 names it there
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
	key, id, source, target, state, fault string
	isThere, isApproved                   bool
	line                                  int64
}

// readXLIFF reads the units of every file element. A document that declares entities is refused: that is how those of
// others come in.
func readXLIFF(raw []byte, o Options) ([]Text, error) {
	r := &xliffReader{d: xml.NewDecoder(bytes.NewReader(raw)), o: o}
	r.d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	for {
		token, err := r.d.Token()
		if errors.Is(err, io.EOF) && len(r.out) <= mostTexts && r.path == nil {
			return nil, unreadable("xliff")
		}
		if errors.Is(err, io.EOF) {
			return r.out, nil
		}
		if err != nil || len(r.out) > mostTexts || !r.readToken(token) {
			line, _ := r.d.InputPos()
			return nil, unreadableAt("xliff", line)
		}
	}
}

// readToken goes one step; false: this is no XLIFF that is read.
func (r *xliffReader) readToken(token xml.Token) bool {
	switch t := token.(type) {
	case xml.Directive:
		return !bytes.ContainsRune(t, '[')
	case xml.StartElement:
		isRoot := r.path == nil
		r.open(t)
		return len(r.path) <= maxElements && (!isRoot || t.Name.Local == "xliff") && r.start(t)
	case xml.EndElement:
		if t.Name.Local == "group" {
			r.closeGroup()
		}
		r.close()
	}
	return true
}

// open enters an element. White space counts where it or one around it says so.
func (r *xliffReader) open(e xml.StartElement) {
	counts := len(r.spaces) > 0 && r.spaces[len(r.spaces)-1]
	r.path, r.spaces = append(r.path, e.Name.Local), append(r.spaces, spacesCount(e, counts))
}

func (r *xliffReader) close() {
	r.path, r.spaces = r.path[:len(r.path)-1], r.spaces[:len(r.spaces)-1]
}

func spacesCount(e xml.StartElement, around bool) bool {
	for _, a := range e.Attr {
		if a.Name.Local == "space" {
			return a.Value == "preserve"
		}
	}
	return around
}

func (r *xliffReader) start(e xml.StartElement) bool {
	switch e.Name.Local {
	case "xliff":
		r.from, r.to = named(e, "srcLang"), named(e, "trgLang")
	case "file":
		r.from = cmp.Or(named(e, "source-language"), r.from)
		r.locale, r.asOf = cmp.Or(named(e, "target-language"), r.to, r.o.Locale, r.from), named(e, "date")
	case "group":
		r.groups = append(r.groups, groupOf(e))
	case "trans-unit", "unit":
		unit, ok := r.unit(e)
		r.add(unit)
		r.close() // its end is read
		return ok
	}
	return true
}

func groupOf(e xml.StartElement) xliffGroup {
	g := xliffGroup{seam: usualSeam}
	kind := cmp.Or(named(e, "restype"), named(e, "type"))
	if strings.HasSuffix(strings.ToLower(kind), "plurals") || strings.HasSuffix(strings.ToLower(kind), "plural") {
		g.key = cmp.Or(named(e, "resname"), named(e, "name"), named(e, "id"))
	}
	if named(e, "extradata") == otherSeam {
		g.seam = FormEnd
	}
	return g
}

// add puts a unit where it belongs: it is a text, or a form of one.
func (r *xliffReader) add(u xliffUnit) {
	if n := len(r.groups); n > 0 && r.groups[n-1].key != "" {
		r.groups[n-1].units = append(r.groups[n-1].units, u)
		return
	}
	r.out = append(r.out, r.texts(r.text(u.key, usualSeam, []xliffUnit{u}))...)
}

func (r *xliffReader) closeGroup() {
	if len(r.groups) == 0 {
		return
	}
	g := r.groups[len(r.groups)-1]
	r.groups = r.groups[:len(r.groups)-1]
	if g.key != "" && len(g.units) > 0 {
		r.out = append(r.out, r.text(g.key, g.seam, r.inOrder(g.units)))
	}
}

// inOrder sorts the units of forms that are named, as in item[one], as the language has them. Others stay in the order
// of the file.
func (r *xliffReader) inOrder(units []xliffUnit) []xliffUnit {
	locale, _ := r.o.localeOf(r.locale)
	forms := r.o.Forms(locale)
	place := func(u xliffUnit) int {
		return slices.IndexFunc(forms, func(form string) bool { return strings.HasSuffix(u.id, "["+form+"]") })
	}
	if !slices.ContainsFunc(units, func(u xliffUnit) bool { return place(u) < 0 }) {
		slices.SortStableFunc(units, func(a, b xliffUnit) int { return place(a) - place(b) })
	}
	return units
}

// texts are those of a text: one, or more where it is a message of ICU with plural forms, as Angular writes them.
func (r *xliffReader) texts(t Text) []Text {
	if !icuPlural.MatchString(strings.TrimSpace(t.Value)) || t.Fault != "" {
		return []Text{t}
	}
	locale, _ := r.o.localeOf(r.locale)
	t.made = nil // the English of such a message has its own form
	return fromICU(t, &icuMessage{rest: strings.TrimSpace(t.Value), inert: inlined}, r.o.Forms(locale))
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

// isSource says whether the language that is read is that of the sources, which are its texts then.
func (r *xliffReader) isSource() bool {
	from, _ := r.o.localeOf(r.from)
	to, _ := r.o.localeOf(r.locale)
	return r.from != "" && strings.EqualFold(from, to)
}

func named(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
