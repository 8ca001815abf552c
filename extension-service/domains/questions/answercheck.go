package questions

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/money"
)

// Frame is what answers are judged by beside their question: the day and the currency of the client.
type Frame struct {
	Today    date.Date
	Currency money.Currency
}

// Problem is something wrong with an answer. Path is the place within the value, "" for all of it.
type Problem struct {
	Path   string         `json:"path"`
	Key    string         `json:"key"`
	Params map[string]any `json:"params" kind:"json"`
}

// answering is one answer that is being judged.
type answering struct {
	Definition
	frame Frame
	raw   json.RawMessage
	out   json.RawMessage // the answer as it is stored
	bad   []Problem
}

func (a *answering) addProblem(path, key string, params map[string]any) {
	a.bad = append(a.bad, Problem{path, key, params})
}

// store keeps a value in one form, so that equal answers are equal texts.
func (a *answering) store(value any) { a.out = json.RawMessage(canonical(value)) }

// CheckAnswer holds an answer against its question and returns it as it is stored; an empty one is null, and never
// wrong here.
func (d Definition) CheckAnswer(raw json.RawMessage, frame Frame) (json.RawMessage, []Problem) {
	p, ok := pairs[d.Pair()]
	if !ok || Empty(raw) {
		return json.RawMessage("null"), nil
	}
	a := &answering{Definition: d, frame: frame, raw: raw}
	p.judge(a)
	if len(a.bad) > 0 {
		return raw, a.bad
	}
	return a.out, nil
}

// Empty says whether a value is no answer: nothing, a blank text or an empty list.
func Empty(raw json.RawMessage) bool {
	text := strings.TrimSpace(string(raw))
	var word string
	if strings.HasPrefix(text, `"`) && json.Unmarshal(raw, &word) == nil {
		return field.NormaliseText(word) == ""
	}
	return text == "" || text == "null" || strings.Join(strings.Fields(text), "") == "[]"
}

func checkOption(a *answering) {
	var value any
	if json.Unmarshal(a.raw, &value) != nil || !a.offers(value) {
		a.addProblem("", "validation.oneOf", map[string]any{"values": a.active()})
		return
	}
	a.store(value)
}

// offers says whether a value is one of the options that can be chosen now.
func (d Definition) offers(value any) bool {
	return slices.ContainsFunc(d.Options, func(o Option) bool {
		return o.Active && canonical(o.Value) == canonical(value)
	})
}

func (d Definition) active() []any {
	out := []any{}
	for _, o := range d.Options {
		if o.Active {
			out = append(out, o.Value)
		}
	}
	return out
}

// text reads a string in its stored form, within the limits of a pair.
func (a *answering) text(usual, most int64) (string, bool) {
	var s string
	if json.Unmarshal(a.raw, &s) != nil {
		a.addProblem("", "validation.text", nil)
		return "", false
	}
	s = field.NormaliseText(s)
	n, limit := int64(utf8.RuneCountInString(s)), usual
	if a.Validation.MaxLength != nil {
		limit = min(*a.Validation.MaxLength, most)
	}
	switch {
	case field.WrongCharacter(s, true) != "":
		a.addProblem("", field.WrongCharacter(s, true), nil)
	case n > limit:
		a.addProblem("", "validation.max", map[string]any{"max": limit})
	case a.Validation.MinLength != nil && n < *a.Validation.MinLength:
		a.addProblem("", "validation.min", map[string]any{"min": *a.Validation.MinLength})
	}
	return s, len(a.bad) == 0
}

func checkText(a *answering) {
	if s, ok := a.text(usualText, mostText); ok {
		a.store(s)
	}
}

// forms are the kinds of texts that formats ask for. Without one it is any text of one line.
var forms = map[Format]field.Kind{AsEmail: field.Email, AsURL: field.URL, AsPhone: field.Phone}

func checkLine(a *answering) {
	s, ok := a.text(mostLine, mostLine)
	if !ok {
		return
	}
	kind, isForm := forms[a.Validation.Format]
	if !isForm {
		kind = field.Text
	}
	s, wrong := field.ReadLine(kind, s)
	pattern, err := regexp.Compile("^(?:" + a.Validation.Pattern + ")$")
	switch {
	case wrong != "":
		a.addProblem("", wrong, nil)
	case a.Validation.Pattern != "" && err == nil && !pattern.MatchString(s):
		a.addProblem("", "validation.regex", map[string]any{"pattern": a.Validation.Pattern})
	default:
		a.store(s)
	}
}

// dayOf reads an ISO date, or today with days added; "" is none. It says whether the text can be read.
func dayOf(text string, today date.Date) (date.Date, bool) {
	rest, isToday := strings.CutPrefix(text, "today")
	switch {
	case text == "":
		return "", true
	case !isToday:
		day, err := date.Parse(text)
		return day, err == nil
	case rest == "":
		return today, true
	}
	days, err := strconv.Atoi(strings.TrimSuffix(rest, "d"))
	return today.AddDays(days), err == nil && strings.HasSuffix(rest, "d")
}

// sameKind says whether two bounds can be compared on every day: both count from today, or neither.
func sameKind(a, b string) bool {
	return a != "" && b != "" && strings.HasPrefix(a, "today") == strings.HasPrefix(b, "today")
}

// day holds one day of an answer against the bounds.
func (a *answering) day(path, text string) (date.Date, bool) {
	day, err := date.Parse(text)
	low, _ := dayOf(a.Validation.MinDate, a.frame.Today)
	high, _ := dayOf(a.Validation.MaxDate, a.frame.Today)
	switch {
	case err != nil || text == "":
		a.addProblem(path, "validation.date", nil)
	case low != "" && day < low:
		a.addProblem(path, "validation.minDate", map[string]any{"min": low})
	case high != "" && day > high:
		a.addProblem(path, "validation.maxDate", map[string]any{"max": high})
	default:
		return day, true
	}
	return "", false
}

func checkDate(a *answering) {
	var text string
	if json.Unmarshal(a.raw, &text) != nil {
		a.addProblem("", "validation.date", nil)
		return
	}
	if day, ok := a.day("", text); ok {
		a.store(day)
	}
}

// Period is the answer to a question for a range of days; no end is open.
type Period struct {
	From date.Date  `json:"from"`
	To   *date.Date `json:"to"`
}

func checkPeriod(a *answering) {
	var p struct {
		From, To *string
	}
	if !a.object(&p) || p.From == nil {
		a.addProblem(".from", "validation.date", nil)
		return
	}
	from, ok := a.day(".from", *p.From)
	out := Period{From: from}
	if p.To != nil && *p.To != "" {
		to, fits := a.day(".to", *p.To)
		ok = ok && fits
		out.To = &to
	}
	if !ok {
		return
	}
	if most := a.Validation.MaxDays; out.To != nil {
		switch days := int64(out.To.Time(time.UTC).Sub(from.Time(time.UTC)).Hours()/24) + 1; {
		case *out.To < from:
			a.addProblem(".to", "validation.after", map[string]any{"min": from})
			return
		case most != nil && days > *most:
			a.addProblem(".to", "question.error.maxDays", map[string]any{"max": *most})
			return
		}
	}
	a.store(out)
}

// object reads the answer as an object with no other members than those of v.
func (a *answering) object(v any) bool {
	d := json.NewDecoder(bytes.NewReader(a.raw))
	d.DisallowUnknownFields()
	return d.Decode(v) == nil
}

// Amount is the answer to a question for money.
type Amount struct {
	Amount   decimal.Decimal `json:"amount"`
	Currency money.Currency  `json:"currency"`
	Unit     money.RateUnit  `json:"unit"`
}

func checkAmount(a *answering) {
	var v struct {
		Amount   *decimal.Decimal
		Currency money.Currency
		Unit     money.RateUnit
	}
	if !a.object(&v) || v.Amount == nil || *v.Amount < 0 {
		a.addProblem(".amount", "validation.numeric", nil)
		return
	}
	currencies, units := a.Validation.Currencies, a.Validation.Units
	if len(currencies) == 0 {
		currencies = []money.Currency{a.frame.Currency}
	}
	if len(units) == 0 {
		units = usualUnits
	}
	if !slices.Contains(currencies, v.Currency) {
		a.addProblem(".currency", "validation.oneOf", map[string]any{"values": currencies})
	}
	if !slices.Contains(units, v.Unit) {
		a.addProblem(".unit", "validation.oneOf", map[string]any{"values": units})
	}
	for _, l := range a.Validation.Limits {
		switch {
		case l.Unit != v.Unit:
		case l.Min != nil && *v.Amount < *l.Min:
			a.addProblem(".amount", "validation.minValue", map[string]any{"min": *l.Min})
		case l.Max != nil && *v.Amount > *l.Max:
			a.addProblem(".amount", "validation.maxValue", map[string]any{"max": *l.Max})
		}
	}
	a.store(Amount{*v.Amount, v.Currency, v.Unit})
}

func checkMany(a *answering) {
	var list []any
	if json.Unmarshal(a.raw, &list) != nil {
		a.addProblem("", "validation.list", nil)
		return
	}
	for i, one := range list {
		same := func(o any) bool { return canonical(o) == canonical(one) }
		switch at := "[" + strconv.Itoa(i) + "]"; {
		case !a.offers(one):
			a.addProblem(at, "validation.oneOf", map[string]any{"values": a.active()})
		case slices.ContainsFunc(list[:i], same):
			a.addProblem(at, "validation.duplicate", nil)
		}
	}
	n := int64(len(list))
	if least := a.Validation.MinSelected; least != nil && n < *least {
		a.addProblem("", "question.error.minSelected", map[string]any{"min": *least})
	}
	if most := a.Validation.MaxSelected; most != nil && n > *most {
		a.addProblem("", "question.error.maxSelected", map[string]any{"max": *most})
	}
	a.store(list)
}

func checkJSON(a *answering) {
	var value any
	switch err := json.Unmarshal(a.raw, &value); {
	case len(a.raw) > mostJSON:
		a.addProblem("", "question.error.jsonSize", map[string]any{"max": mostJSON})
	case err != nil:
		a.addProblem("", "question.error.json", nil)
	default:
		_, isObject := value.(map[string]any)
		_, isList := value.([]any)
		if !isObject && !isList {
			a.addProblem("", "question.error.json", nil)
			return
		}
		a.out = compacted(a.raw) // as it came: numbers keep their digits
	}
}

func compacted(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

func checkYesNo(a *answering) {
	var yes bool
	if json.Unmarshal(a.raw, &yes) != nil {
		a.addProblem("", "validation.boolean", nil)
		return
	}
	a.store(yes)
}

func checkInteger(a *answering) {
	var value any
	n, ok := int64(0), json.Unmarshal(a.raw, &value) == nil && !bytes.ContainsAny(a.raw, "eE")
	if ok {
		n, ok = parseInteger(value)
	}
	low, high := int64(lowestInt), int64(highestInt)
	if a.InputKind == Currency {
		low, high = 0, maxInteger
	}
	if a.Validation.Min != nil {
		low = *a.Validation.Min
	}
	if a.Validation.Max != nil {
		high = *a.Validation.Max
	}
	step := int64(1)
	if a.Validation.Step != nil {
		step = *a.Validation.Step
	}
	base := int64(0)
	if a.Validation.Min != nil {
		base = low
	}
	switch {
	case !ok:
		a.addProblem("", "validation.integer", nil)
	case n < low:
		a.addProblem("", "validation.minValue", map[string]any{"min": low})
	case n > high:
		a.addProblem("", "validation.maxValue", map[string]any{"max": high})
	case (n-base)%step != 0:
		a.addProblem("", "validation.multiple", map[string]any{"of": step})
	default:
		a.store(n)
	}
}
