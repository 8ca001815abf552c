package schedule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/date"
)

// SyntaxError says where a schedule is wrong, and why.
type SyntaxError struct {
	Reason   string // its text is cron.wrong.<Reason>
	Position int    // of the character where the mistake begins, from 1
	Text     string // what stands there
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("schedule: position %d: %s %q", e.Position, e.Reason, e.Text)
}

// field is what one of the five may hold.
type field struct {
	name      string // the reason of a value that it may not hold
	low, high int
	names     []string // of its values, from low on
}

const (
	sunday       = 7 // by its other number, which ends a range
	weekdayField = 4
)

var fields = []field{
	{name: "minute", low: 0, high: 59},
	{name: "hour", low: 0, high: 23},
	{name: "day", low: 1, high: 31},
	{name: "month", low: 1, high: 12, names: []string{
		"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
	}},
	{name: "weekday", low: 0, high: sunday, names: []string{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"}},
}

var shorthands = map[string]string{
	"@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * 0",
	"@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *",
}

const zonePrefix = "CRON_TZ="

// part is a piece of a schedule and the position of its first character.
type part struct {
	text     string
	position int
}

func (p part) wrong(reason string) error { return &SyntaxError{reason, p.position, p.text} }

// split cuts a part at a separator; each piece knows its position.
func (p part) split(separator string) []part {
	var out []part
	at := p.position
	for piece := range strings.SplitSeq(p.text, separator) {
		out = append(out, part{piece, at})
		at += utf8.RuneCountInString(piece) + utf8.RuneCountInString(separator)
	}
	return out
}

// Parse reads a schedule such as "*/10 8-18 * * MON-FRI", "@daily" or "CRON_TZ=Europe/Berlin 30 2 * * *". One that no
// instant fits is an error. Every error is a *SyntaxError.
func Parse(text string) (Times, error) {
	end := part{"", utf8.RuneCountInString(text) + 1}
	var words []part
	for _, word := range (part{strings.ReplaceAll(text, "\t", " "), 1}).split(" ") {
		if word.text != "" {
			words = append(words, word)
		}
	}
	out := Times{zone: time.UTC}
	if len(words) > 0 && strings.HasPrefix(words[0].text, zonePrefix) {
		var err error
		if out.zone, err = parseZone(words[0]); err != nil {
			return Times{}, err
		}
		words = words[1:]
	}
	words, err := expandShorthand(words)
	if err != nil {
		return Times{}, err
	}
	if len(words) < len(fields) {
		return Times{}, end.wrong("missing")
	}
	if len(words) > len(fields) {
		return Times{}, words[len(fields)].wrong("extra")
	}
	if err := out.parseFields(words); err != nil {
		return Times{}, err
	}
	if out.nextWall(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		return Times{}, words[2].wrong("never")
	}
	return out, nil
}

func parseZone(word part) (*time.Location, error) {
	name := part{strings.TrimPrefix(word.text, zonePrefix), word.position + len(zonePrefix)}
	if !date.KnownZone(name.text) {
		return nil, name.wrong("zone")
	}
	return time.LoadLocation(name.text)
}

// expandShorthand replaces a shorthand such as @daily by its five fields.
func expandShorthand(words []part) ([]part, error) {
	if len(words) == 0 || !strings.HasPrefix(words[0].text, "@") {
		return words, nil
	}
	full, ok := shorthands[strings.ToLower(words[0].text)]
	if !ok {
		return nil, words[0].wrong("shorthand")
	}
	return append(part{full, words[0].position}.split(" "), words[1:]...), nil
}

func (s *Times) parseFields(words []part) error {
	bits := make([]uint64, len(fields))
	numeric := make([]string, len(fields))
	for i, word := range words {
		var err error
		if bits[i], err = fields[i].parse(word); err != nil {
			return err
		}
		numeric[i] = fields[i].withNumbers(word.text)
	}
	if has(bits[weekdayField], sunday) {
		bits[weekdayField] |= 1
	}
	s.minutes, s.hours, s.days, s.months, s.weekdays = bits[0], bits[1], bits[2], bits[3], bits[weekdayField]
	s.anyDay = strings.HasPrefix(words[2].text, "*")
	s.anyWeekday = strings.HasPrefix(words[weekdayField].text, "*")
	s.fields = strings.Join(numeric, " ")
	return nil
}

// parse reads a list of values, ranges and steps.
func (f field) parse(word part) (bits uint64, err error) {
	for _, item := range word.split(",") {
		pieces := item.split("/")
		step := 1
		if len(pieces) > 1 {
			if step = number(pieces[1].text); step < 1 || step > maxValues || len(pieces) > 2 {
				return 0, pieces[1].wrong("step")
			}
		}
		low, high, err := f.span(pieces[0], len(pieces) > 1)
		if err != nil {
			return 0, err
		}
		for n := low; n <= high; n += step {
			bits |= 1 << n
		}
	}
	return bits, nil
}

func (f field) span(item part, stepped bool) (low, high int, err error) {
	if item.text == "*" {
		return f.low, f.high, nil
	}
	ends := item.split("-")
	if low = f.value(ends[0].text); low < 0 {
		return 0, 0, ends[0].wrong(f.name)
	}
	high = low
	switch {
	case len(ends) > 2:
		return 0, 0, ends[2].wrong(f.name)
	case len(ends) == 2:
		if high = f.value(ends[1].text); high < 0 {
			return 0, 0, ends[1].wrong(f.name)
		}
		if high == 0 && strings.EqualFold(ends[1].text, "SUN") {
			high = sunday
		}
	case stepped:
		high = f.high
	}
	if low > high {
		return 0, 0, item.wrong("reversed")
	}
	return low, high, nil
}

// value is the number of a value or of its name; below 0 for what the field may not hold.
func (f field) value(text string) int {
	if i := slices.Index(f.names, strings.ToUpper(text)); i >= 0 {
		return f.low + i
	}
	if n := number(text); n >= f.low && n <= f.high {
		return n
	}
	return -1
}

// withNumbers writes the names of a field as numbers.
func (f field) withNumbers(text string) string {
	text = strings.ToUpper(text)
	for i, name := range f.names {
		text = strings.ReplaceAll(text, name, strconv.Itoa(f.low+i))
	}
	return text
}

// number reads digits alone; -1 for anything else.
func number(text string) int {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return -1
	}
	return int(n)
}
