package vms

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
)

const (
	alwaysAfter = 20  // messages in a row with a path, after which it is always there
	provenAfter = 200 // the same for one that has been missing before
	usualAfter  = 20  // messages in a row as before, which end an alarm
	mostPaths   = 500 // of one entity
	longestPath = 200 // bytes
	longestName = 64  // bytes of a name between two dots
)

// shape is the paths of the messages of one entity, with the types of their values. A path is always there once the
// last 20 messages had a value at it, in each of the objects that it could be in; one that was missing before needs
// 200. It has vanished when it was always there and the last messages of a look at all that is new have none; null is
// no value. Its type has changed when a value has a type that none of at least 20 messages had. An alarm ends once 20
// messages in a row are as before, or when somebody accepts it.
type shape struct {
	Messages int64            `json:"messages"`
	More     bool             `json:"more,omitempty"` // there are paths beyond the limits, which nobody watches
	Paths    map[string]*path `json:"paths"`
}

// path is one place in messages. Elements of arrays are [] and names that are keys rather than words are *, whatever
// they are.
type path struct {
	Parent string      `json:"parent"`
	Types  []ValueType `json:"types"`
	Values int64       `json:"values"` // messages with one
	Run    int64       `json:"run"`    // of them the last ones in a row, until Gone
	Gone   int64       `json:"gone"`   // messages since then, all without
	Missed bool        `json:"missed"` // some had none, and later ones had one
	IsNull bool        `json:"isNull"` // what is gone is null
	Seen   time.Time   `json:"seen"`   // a value, lately
	Left   time.Time   `json:"left"`   // since when it is gone
	Alarm  *ShapeAlarm `json:"alarm,omitempty"`
	Back   int64       `json:"back"` // messages in a row that are as before the alarm
}

// ValueType is a type of JSON.
type ValueType string

// The types.
const (
	ObjectValue  ValueType = "object"
	ArrayValue   ValueType = "array"
	StringValue  ValueType = "string"
	NumberValue  ValueType = "number"
	BooleanValue ValueType = "boolean"
	NullValue    ValueType = "null"
)

// Enum lists the types.
func (ValueType) Enum() enum.List {
	return enum.List{
		Name: "vmsValueType", Text: "enum.vmsValueType",
		Values: enum.Strings([]ValueType{ObjectValue, ArrayValue, StringValue, NumberValue, BooleanValue, NullValue}),
	}
}

// ShapeAlarm says how a path is not as it was.
type ShapeAlarm struct {
	Vanished bool        `json:"vanished"` // there is no value; null stands in Types then, or nothing
	Types    []ValueType `json:"types"`    // of the values now
	Since    time.Time   `json:"since"`    // when the first such message came
}

// found is what one message has at a path.
type found struct {
	parent  string
	objects int // that are there
	values  int
	nulls   int
	types   map[ValueType]bool
}

// pathsOf are the paths of a message.
func pathsOf(message map[string]any) map[string]*found {
	out := map[string]*found{}
	collect(out, "", "", message)
	return out
}

func collect(into map[string]*found, parent, at string, value any) {
	f := into[at]
	if f == nil {
		f = &found{parent: parent, types: map[ValueType]bool{}}
		into[at] = f
	}
	kind := typeOf(value)
	if kind == NullValue {
		f.nulls++
		return
	}
	f.values++
	f.types[kind] = true
	switch v := value.(type) {
	case map[string]any:
		f.objects++
		for name, inner := range v {
			collect(into, at, memberPath(at, name), inner)
		}
	case []any:
		for _, inner := range v {
			collect(into, at, at+"[]", inner)
		}
	}
}

func typeOf(value any) ValueType {
	switch value.(type) {
	case nil:
		return NullValue
	case map[string]any:
		return ObjectValue
	case []any:
		return ArrayValue
	case string:
		return StringValue
	case bool:
		return BooleanValue
	}
	return NumberValue
}

// memberPath is the path of a member. A name that holds an address, has no letter or is very long is a key of a table.
func memberPath(at, name string) string {
	isWord := func(r rune) bool { return r == '_' || r == '-' || r == '$' || r >= '0' && r <= '9' || isLetter(r) }
	switch {
	case len(name) > longestName || strings.Contains(name, "@") || !strings.ContainsFunc(name, isLetter):
		name = "*"
	case strings.ContainsFunc(name, func(r rune) bool { return !isWord(r) }):
		return at + "[" + strconv.Quote(name) + "]"
	}
	return strings.TrimPrefix(at+"."+name, ".")
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 }

// isOptional says of elements of arrays and of keys of tables that none need be there.
func isOptional(at string) bool { return strings.HasSuffix(at, "[]") || strings.HasSuffix(at, "*") }

// observeAll takes in all that is new and says which paths are not as they were from now on.
func (s *shape) observeAll(messages []examined) (raised []string) {
	before := s.alarms()
	for _, m := range messages {
		s.observe(m.message, m.came)
	}
	s.raiseVanished()
	for at, alarm := range s.alarms() {
		if before[at] != alarm {
			raised = append(raised, at)
		}
	}
	slices.Sort(raised)
	return raised
}

// observe takes one message in, in the order in which they came.
func (s *shape) observe(message map[string]any, came time.Time) {
	there := pathsOf(message)
	known := slices.Sorted(maps.Keys(s.Paths))
	isKnown := func(at string) bool { return at == "" && s.Messages > 0 || s.Paths[at] != nil }
	fresh := map[string]*path{}
	for _, at := range slices.Sorted(maps.Keys(there)) {
		f := there[at]
		if at == "" || s.Paths[at] != nil || f.values == 0 {
			continue
		}
		if len(at) > longestPath || len(s.Paths)+len(fresh) >= mostPaths {
			s.More = true
			continue
		}
		isComplete := f.values == there[f.parent].objects
		isMissed := !isComplete || isKnown(f.parent)
		fresh[at] = &path{Parent: f.parent, Types: typesOf(f), Values: 1, Missed: isMissed, Seen: came}
		if isComplete {
			fresh[at].Run = 1
		}
	}
	for _, at := range known {
		s.Paths[at].observe(at, there, came)
	}
	maps.Copy(s.Paths, fresh)
	s.Messages++
}

func typesOf(f *found) []ValueType { return slices.Sorted(maps.Keys(f.types)) }

// observe takes in what a message has at a path that is known.
func (p *path) observe(at string, there map[string]*found, came time.Time) {
	parent, f := there[p.Parent], there[at]
	hasValue := f != nil && f.values > 0
	switch {
	case hasValue:
		isUsual := p.observeValue(f, isOptional(at) || f.values == parent.objects, came)
		p.countUsual(isUsual)
	case isOptional(at) || parent == nil || parent.objects == 0: // there was no place for it
	default:
		if p.Gone++; p.Gone == 1 {
			p.Left = came
		}
		p.IsNull = f != nil
		p.countUsual(false)
	}
}

// observeValue takes in a message with a value, and says whether it is of a type that is known.
func (p *path) observeValue(f *found, isComplete bool, came time.Time) bool {
	if p.Gone > 0 || !isComplete {
		p.Missed, p.Run = true, 0
	}
	if p.Gone = 0; isComplete {
		p.Run++
	}
	p.Seen = came
	isOther := slices.ContainsFunc(typesOf(f), func(t ValueType) bool { return !slices.Contains(p.Types, t) })
	switch {
	case !isOther:
	case p.Values < alwaysAfter:
		p.Types = slices.Compact(slices.Sorted(slices.Values(append(p.Types, typesOf(f)...))))
		isOther = false
	case p.Alarm == nil || p.Alarm.Vanished:
		p.Alarm = &ShapeAlarm{Types: typesOf(f), Since: came}
	}
	p.Values++
	return !isOther
}

// countUsual counts how long a path has been as it was before its alarm.
func (p *path) countUsual(isUsual bool) {
	if p.Back++; !isUsual {
		p.Back = 0
	}
	if p.Back >= usualAfter {
		p.Alarm, p.Back = nil, 0
	}
}

// isAlways says whether a path has been in every message for long enough to be missed.
func (p *path) isAlways() bool {
	if p.Missed {
		return p.Run >= provenAfter
	}
	return p.Run >= alwaysAfter
}

// raiseVanished raises the alarm for what has vanished, once all that is new has been seen.
func (s *shape) raiseVanished() {
	for _, p := range s.Paths {
		if p.Gone == 0 || !p.isAlways() || p.Alarm != nil && p.Alarm.Vanished {
			continue
		}
		p.Alarm, p.Back = &ShapeAlarm{Vanished: true, Types: []ValueType{}, Since: p.Left}, 0
		if p.IsNull {
			p.Alarm.Types = []ValueType{NullValue}
		}
	}
}

// accept takes a path as it is now for what is usual, and says whether there was an alarm.
func (s *shape) accept(at string) bool {
	p := s.Paths[at]
	if p == nil || p.Alarm == nil {
		return false
	}
	if p.Alarm.Vanished {
		maps.DeleteFunc(s.Paths, func(each string, _ *path) bool {
			return each == at || strings.HasPrefix(each, at+".") || strings.HasPrefix(each, at+"[")
		})
		return true
	}
	p.Types = slices.Compact(slices.Sorted(slices.Values(append(p.Types, p.Alarm.Types...))))
	p.Alarm, p.Back = nil, 0
	return true
}

// alarms are those of the paths that are not as they were.
func (s *shape) alarms() map[string]*ShapeAlarm {
	out := map[string]*ShapeAlarm{}
	for at, p := range s.Paths {
		if p.Alarm != nil {
			out[at] = p.Alarm
		}
	}
	return out
}
