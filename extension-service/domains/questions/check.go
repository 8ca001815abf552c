package questions

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/platform/fault"
)

// Check holds the rules that look at several fields; resource.Checker.
func (s *Service) Check(ctx context.Context, old Question, q *Question, bad *fault.Error) error {
	if err := s.checkScope(ctx, old, q, bad); err != nil {
		return err
	}
	checkDefinition(q.Definition, bad)
	return nil
}

func (s *Service) checkScope(ctx context.Context, old Question, q *Question, bad *fault.Error) error {
	if old.ID != 0 || q.LegalEntityID == 0 {
		return nil
	}
	entity, err := s.deps.Clients.Entities.Get(ctx, q.LegalEntityID)
	if fault.KindOf(err) == fault.NotFound { // the reference itself has been found wrong
		return nil
	}
	if err == nil && entity.ClientID != q.ClientID {
		bad.Field("legalEntityId", "validation.ofClient", nil)
	}
	return err
}

// limits is the path of the settings that limit answers.
const limits = "validation."

// checkDefinition holds what is asked against the matrix of pairs and what belongs to the pair.
func checkDefinition(d Definition, bad *fault.Error) {
	p, ok := pairs[d.Pair()]
	if !ok {
		bad.Field("inputKind", "question.error.combination",
			map[string]any{"valueType": d.ValueType, "inputKind": d.InputKind})
		return // nothing else can be said of it
	}
	checkOptions(d, p, bad)
	checkSettings(d, p, bad)
	checkBounds(d, bad)
	checkFlags(d, p, bad)
	checkCorrect(d, p, bad)
}

var optionValue = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func checkOptions(d Definition, p pair, bad *fault.Error) {
	if p.most == 0 {
		if len(d.Options) > 0 {
			bad.Field("options", "question.error.noOptions", nil)
		}
		return
	}
	active, seen := 0, map[string]bool{}
	for i, o := range d.Options {
		at := fmt.Sprintf("options[%d].value", i)
		if key := wrongOption(d.ValueType, o.Value); key != "" {
			bad.Field(at, key, nil)
		}
		if seen[canonical(o.Value)] {
			bad.Field(at, "validation.duplicate", nil)
		}
		seen[canonical(o.Value)] = true
		if o.Active {
			active++
		}
	}
	if active < p.least {
		bad.Field("options", "question.error.minOptions", map[string]any{"min": p.least})
	}
	if active > p.most {
		bad.Field("options", "question.error.maxOptions", map[string]any{"max": p.most})
	}
}

// wrongOption names what is wrong with the value of an option: a whole number where answers are numbers, else a short
// word.
func wrongOption(t ValueType, value any) string {
	if t == Int {
		if _, ok := parseInteger(value); !ok {
			return "validation.integer"
		}
		return ""
	}
	if word, ok := value.(string); !ok || !optionValue.MatchString(word) {
		return "question.error.optionValue"
	}
	return ""
}

// parseInteger reads a JSON number that is an integer of 32 bits.
func parseInteger(value any) (int64, bool) {
	n, ok := value.(float64)
	if !ok || n != float64(int64(n)) || n < lowestInt || n > highestInt {
		return 0, false
	}
	return int64(n), true
}

// canonical is the JSON of a value, by which two of them are compared.
func canonical(value any) string {
	b, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(b)
}

// checkSettings refuses settings that mean nothing for the pair, so that none is believed to hold that does not.
func checkSettings(d Definition, p pair, bad *fault.Error) {
	v := reflect.ValueOf(d.Validation)
	for i := range v.NumField() {
		name := v.Type().Field(i).Tag.Get("json")
		if isSet(v.Field(i)) && name != fileTypes && !slices.Contains(p.settings, name) {
			bad.Field(limits+name, "question.error.setting", nil)
		}
	}
	if len(d.Validation.FileTypes) > 0 && !d.Flags.JobSeekerUpload {
		bad.Field(limits+"fileTypes", "question.error.setting", nil)
	}
}

func isSet(v reflect.Value) bool {
	if v.Kind() == reflect.Slice {
		return v.Len() > 0
	}
	return !v.IsZero()
}

// checkBounds refuses settings that no answer could satisfy.
func checkBounds(d Definition, bad *fault.Error) {
	v := d.Validation
	most := int64(mostText)
	if d.ValueType == Str {
		most = mostLine
	}
	checkOrder(bad, limits+"maxLength", v.MaxLength, &most)
	checkOrder(bad, limits+"minLength", v.MinLength, v.MaxLength)
	checkOrder(bad, limits+"minLength", v.MinLength, &most)
	checkOrder(bad, limits+"min", v.Min, v.Max)
	if n := int64(len(d.Options)); n > 0 {
		checkOrder(bad, limits+"maxSelected", v.MaxSelected, &n)
		checkOrder(bad, limits+"minSelected", v.MinSelected, &n)
	}
	checkOrder(bad, limits+"minSelected", v.MinSelected, v.MaxSelected)
	for name, n := range map[string]*int64{"min": v.Min, "max": v.Max, "step": v.Step} {
		if n != nil && (*n < lowestInt || *n > highestInt) {
			bad.Field(limits+name, "validation.integer", nil)
		}
	}
	if d.Pair() == (Pair{Int, Currency}) && v.Min != nil && *v.Min < 0 {
		bad.Field(limits+"min", "validation.minValue", map[string]any{"min": 0})
	}
	if _, err := regexp.Compile(v.Pattern); err != nil {
		bad.Field(limits+"pattern", "question.error.pattern", nil)
	}
	for name, day := range map[string]string{"minDate": v.MinDate, "maxDate": v.MaxDate} {
		if _, ok := dayOf(day, "2000-01-01"); !ok {
			bad.Field(limits+name, "validation.date", nil)
		}
	}
	if low, _ := dayOf(v.MinDate, "2000-01-01"); low != "" && sameKind(v.MinDate, v.MaxDate) {
		if high, _ := dayOf(v.MaxDate, "2000-01-01"); high < low {
			bad.Field(limits+"maxDate", "validation.after", map[string]any{"min": v.MinDate})
		}
	}
	checkLimits(v, bad)
}

// checkOrder names a bound that lies beyond another one.
func checkOrder(bad *fault.Error, path string, low, high *int64) {
	if low != nil && high != nil && *low > *high {
		bad.Field(path, "validation.maxValue", map[string]any{"max": *high})
	}
}

func checkLimits(v Validation, bad *fault.Error) {
	units := v.Units
	if len(units) == 0 {
		units = usualUnits
	}
	seen := map[money.RateUnit]bool{}
	for i, l := range v.Limits {
		at := fmt.Sprintf("validation.limits[%d].", i)
		if !slices.Contains(units, l.Unit) {
			bad.Field(at+"unit", "validation.oneOf", map[string]any{"values": units})
		}
		if seen[l.Unit] {
			bad.Field(at+"unit", "validation.duplicate", nil)
		}
		seen[l.Unit] = true
		if l.Min != nil && l.Max != nil && *l.Min > *l.Max {
			bad.Field(at+"min", "validation.maxValue", map[string]any{"max": *l.Max})
		}
	}
}

// inOrder are the options as they are shown.
func (d Definition) inOrder() []Option {
	out := slices.Clone(d.Options)
	slices.SortStableFunc(out, func(a, b Option) int { return cmp.Compare(a.SortOrder, b.SortOrder) })
	return out
}
