package exchange

import (
	"cmp"
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
)

// segment is a part of a unit: XLIFF 1.2 has one, XLIFF 2 any number of them.
type segment struct {
	source, target, state string
	hasTarget             bool
}

// unitReader reads the parts of one unit.
type unitReader struct {
	*xliffReader

	unit     *xliffUnit
	segments []segment
	natives  map[string]string // what XLIFF 2 has in originalData, by its id
}

// unit reads a unit to its end. The proposals of other tools in it are not read.
func (r *xliffReader) unit(e xml.StartElement) (u xliffUnit, ok bool) {
	line, _ := r.d.InputPos()
	u.id, u.line, u.isApproved = named(e, "id"), int64(line), named(e, "approved") == "yes"
	u.key = cmp.Or(named(e, "resname"), named(e, "name"), u.id)
	reader := &unitReader{xliffReader: r, unit: &u, natives: map[string]string{}}
	if e.Name.Local == "trans-unit" {
		reader.segments = []segment{{}}
	}
	if ok = reader.parts(0); !ok {
		return u, false
	}
	reader.finish(e.Name.Local == "unit")
	return u, true
}

// parts reads elements up to the end of the one around them.
func (r *unitReader) parts(depth int) bool {
	for {
		token, err := r.d.Token()
		if err != nil || depth > maxElements {
			return false
		}
		switch t := token.(type) {
		case xml.EndElement:
			return true
		case xml.Directive:
			return false
		case xml.StartElement:
			r.open(t)
			ok := r.part(t, depth)
			r.close()
			if !ok {
				return false
			}
		}
	}
}

// part reads one element of a unit.
func (r *unitReader) part(e xml.StartElement, depth int) bool {
	switch e.Name.Local {
	case "segment", "ignorable":
		r.segments = append(r.segments, segment{state: named(e, "state")})
		return r.parts(depth + 1)
	case "originalData":
		return r.parts(depth + 1)
	case "data":
		text, _, err := r.content(0)
		r.natives[named(e, "id")] = text
		return err == nil
	case "source", "target":
		return r.readSide(e)
	default:
		return r.d.Skip() == nil
	}
}

// readSide reads the source or the target of the segment at hand.
func (r *unitReader) readSide(e xml.StartElement) bool {
	text, isText, err := r.content(0)
	if err != nil || len(r.segments) == 0 {
		return false
	}
	if !r.spaces[len(r.spaces)-1] {
		text = unwrapped(text)
	}
	s := &r.segments[len(r.segments)-1]
	if e.Name.Local == "source" {
		s.source = text
		return true
	}
	if s.target, s.hasTarget = text, true; s.state == "" {
		s.state = named(e, "state")
	}
	if !isText {
		r.unit.fault = NotText
	}
	if named(e, "order") != "" {
		r.unit.fault = Reordered
	}
	return true
}

// wrapping is the room that programs put around a text which stands on lines of its own.
var wrapping = regexp.MustCompile(`^[ \t]*\r?\n\s*((?s:.*?))[ \t\r\n]*\n[ \t]*$`)

// unwrapped is a text without the lines and the room that only lay it out.
func unwrapped(text string) string {
	if found := wrapping.FindStringSubmatch(text); found != nil {
		return strings.TrimRight(found[1], " \t\r\n")
	}
	return text
}

// newStates say that a target is still to be translated: what stands in it is often the source.
var newStates = []string{"new", "needs-translation", "initial"}

// finish makes one text of the segments.
func (r *unitReader) finish(isTwo bool) {
	u := r.unit
	there, states := 0, []string{}
	for _, s := range r.segments {
		isEmpty := !s.hasTarget || s.target == "" && s.state == ""
		isNew := slices.Contains(newStates, s.state) && s.target == s.source
		isRoom := isTwo && strings.TrimSpace(s.source) == "" && !s.hasTarget
		switch {
		case isRoom || r.isSource() && !s.hasTarget:
			s.target = s.source
			there++
		case !isEmpty && !isNew:
			states = append(states, s.state)
			there++
		}
		u.source += s.source
		u.target += s.target
	}
	u.isThere = there == len(r.segments) && there > 0 && (len(states) > 0 || r.isSource())
	if !u.isThere {
		u.target = ""
		if len(states) > 0 {
			u.fault = cmp.Or(u.fault, SomeForms)
		} else {
			u.fault = ""
		}
		return
	}
	u.state = stateOf(states, u.isApproved)
}

// stateOf is the least of the states of segments, in our words; one that the file does not name is none.
func stateOf(states []string, isApproved bool) string {
	ours := make([]string, len(states))
	for i, s := range states {
		ours[i] = ourStates[s]
	}
	for _, state := range []string{"DRAFT", "", "TRANSLATED"} {
		isUnknown := state == "" && isApproved
		if !isUnknown && slices.Contains(ours, state) {
			if state == "TRANSLATED" && isApproved {
				return "REVIEWED"
			}
			return state
		}
	}
	if len(ours) == 0 {
		return ""
	}
	return "REVIEWED"
}
