package resource

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// wrongCell is why a cell cannot be read.
type wrongCell struct {
	message string
	params  map[string]any
}

// readCell is the value of a cell as the body of a call would have it.
func (p *ImportPass) readCell(ctx context.Context, f *field.Field, cell string) (any, *wrongCell, error) {
	if !f.Many {
		return p.readOne(ctx, f, cell)
	}
	out := []any{}
	for _, one := range spreadsheet.List(cell) {
		value, wrong, err := p.readOne(ctx, f, one)
		if wrong != nil || err != nil {
			return nil, wrong, err
		}
		out = append(out, value)
	}
	return out, nil, nil
}

// readOne reads one value.
func (p *ImportPass) readOne(ctx context.Context, f *field.Field, cell string) (any, *wrongCell, error) {
	switch {
	case f.Kind == field.Reference:
		return p.readReference(ctx, f, cell)
	case f.Kind == field.Object:
		return p.readPair(ctx, f, cell)
	}
	value, wrong := p.readValue(f, cell)
	return value, wrong, nil
}

func (p *ImportPass) readValue(f *field.Field, cell string) (any, *wrongCell) {
	switch {
	case f.Enums != nil:
		return p.readChoice(f, cell)
	case field.IsNumber(f):
		return p.readNumber(f, cell)
	case f.Kind == field.Bool:
		return readBool(cell)
	case f.Kind == field.DateKind || f.Kind == field.Instant:
		return readDay(f, cell)
	case f.Kind == field.Country:
		if code, known := postal.CountryOf(cell); known {
			return code, nil
		}
		return nil, &wrongCell{message: "validation.country"}
	case f.Kind == field.Currency:
		return readCurrency(cell)
	case f.Kind == field.Locale:
		return readLanguage(cell), nil
	}
	return cell, nil
}

// readReference finds the record that a cell names.
func (p *ImportPass) readReference(ctx context.Context, f *field.Field, cell string) (any, *wrongCell, error) {
	key := f.Ref + "\x00" + cell
	ids, known := p.named[key]
	if !known {
		var err error
		if ids, err = p.c.registry.byName[f.Ref].Resolve(ctx, cell); err != nil {
			return nil, nil, err
		}
		p.named[key] = ids
	}
	switch len(ids) {
	case 0:
		return nil, &wrongCell{"import.error.notFound", map[string]any{"name": cell}}, nil
	case 1:
		return ids[0], nil, nil
	}
	return nil, &wrongCell{"import.error.several", map[string]any{"count": len(ids)}}, nil
}

// readPair reads an entry of two parts, such as "German: C1", "de C1" or "SAP:4711".
func (p *ImportPass) readPair(ctx context.Context, f *field.Field, cell string) (any, *wrongCell, error) {
	first, second, found := strings.Cut(cell, ":")
	if !found {
		first, second, found = strings.Cut(strings.TrimRight(cell, ") "), "(")
	}
	if at := strings.LastIndexByte(cell, ' '); !found && at > 0 {
		first, second = cell[:at], cell[at+1:]
	}
	out := map[string]any{}
	for i, text := range []string{strings.TrimSpace(first), strings.TrimSpace(second)} {
		if text == "" {
			continue
		}
		value, wrong, err := p.readOne(ctx, f.Fields[i], text)
		if wrong != nil || err != nil {
			return nil, wrong, err
		}
		out[f.Fields[i].Name] = value
	}
	return out, nil, nil
}

// readChoice reads a value of an enumeration: its code, or what it is called in a language of files.
func (p *ImportPass) readChoice(f *field.Field, cell string) (any, *wrongCell) {
	words := p.choices[f]
	if words == nil {
		words = map[string]string{}
		for _, choice := range f.Enums.Choices() {
			for _, locale := range importLocales {
				words[canonical.Fold(p.c.rt.Text(locale, choice.Text))] = choice.Value
			}
		}
		for _, value := range f.Enums.Values {
			words[canonical.Fold(value)] = value
		}
		p.choices[f] = words
	}
	if value, known := words[canonical.Fold(cell)]; known {
		return value, nil
	}
	return nil, &wrongCell{"validation.oneOf", map[string]any{"values": f.Enums.Values}}
}

// readNumber reads a number as the file writes them.
func (p *ImportPass) readNumber(f *field.Field, cell string) (any, *wrongCell) {
	if f.Kind == field.Percent {
		cell = strings.TrimSpace(strings.TrimSuffix(cell, "%"))
	}
	readings := p.order.Notation.Choose(cell)
	if f.Kind == field.Int && len(readings) > 1 { // of a count nobody writes thousandths
		readings = readings[len(readings)-1:]
	}
	switch len(readings) {
	case 0:
		return nil, &wrongCell{message: "pool.file.error.number"}
	case 1:
		return json.Number(numberAsJSON(readings[0].Plain)), nil
	}
	return nil, &wrongCell{
		"pool.file.error.ambiguous",
		map[string]any{"one": readings[0].Plain, "other": readings[1].Plain},
	}
}

// numberAsJSON is a number as JSON has it: without zeros before it, and without a fraction of nothing.
func numberAsJSON(text string) string {
	digits, isNegative := strings.CutPrefix(text, "-")
	if integer, fraction, found := strings.Cut(digits, "."); found && strings.Trim(fraction, "0") == "" {
		digits = integer
	}
	for len(digits) > 1 && digits[0] == '0' && digits[1] != '.' {
		digits = digits[1:]
	}
	if isNegative {
		return "-" + digits
	}
	return digits
}

var (
	yes = []string{"yes", "y", "true", "ja", "j", "wahr", "x", "1", "✓", "✔"}
	no  = []string{"no", "n", "false", "nein", "falsch", "0", "-", "–"}
)

func readBool(cell string) (any, *wrongCell) {
	switch cell = strings.ToLower(cell); {
	case slices.Contains(yes, cell):
		return true, nil
	case slices.Contains(no, cell):
		return false, nil
	}
	return nil, &wrongCell{message: "validation.boolean"}
}

// The days between which a number in a column of dates is the day that a spreadsheet counts so: 1927 to 2119.
const firstSerial, lastSerial = 10_000, 80_000

func readDay(f *field.Field, cell string) (any, *wrongCell) {
	if at, err := time.Parse(time.RFC3339, cell); err == nil && f.Kind == field.Instant {
		return at, nil
	}
	day, clock, known := spreadsheet.Day(cell)
	if days, err := strconv.ParseFloat(strings.Replace(cell, ",", ".", 1), 64); !known && err == nil &&
		days >= firstSerial && days <= lastSerial {
		day, clock, known = spreadsheet.Day(spreadsheet.DayOfSerial(days, false))
	}
	switch {
	case !known:
		return nil, &wrongCell{message: "pool.file.error.date"}
	case f.Kind == field.Instant:
		return day.Add(clock), nil
	case clock != 0:
		return nil, &wrongCell{"pool.file.error.time", map[string]any{"day": day.Format(time.DateOnly)}}
	}
	return day.Format(time.DateOnly), nil
}

// readCurrency reads the cell of a currency: its code, or a sign that stands for it alone.
func readCurrency(cell string) (any, *wrongCell) {
	switch named := spreadsheet.CurrenciesOf(cell); len(named) {
	case 0:
		return strings.ToUpper(cell), nil
	case 1:
		return named[0], nil
	}
	return nil, &wrongCell{"pool.file.error.currencySign", map[string]any{"sign": cell}}
}

// languageNames are common languages by their names in the languages of files.
var languageNames = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for code := range strings.FieldsSeq("en de fr es it pt nl pl cs sk hu ro bg hr sl sr el tr ru uk ar fa he zh ja ko " +
		"hi sv da nb fi et lv lt sq mk bs ca vi th id") {
		for _, in := range []language.Tag{language.English, language.German} {
			out[canonical.Fold(display.Languages(in).Name(language.Make(code)))] = code
		}
	}
	return out
})

func readLanguage(cell string) string {
	if code, known := languageNames()[canonical.Fold(cell)]; known {
		return code
	}
	return cell
}

// readAmounts reads the amounts of a row. One that names its currency must agree with that of the row, or gives it.
func (p *ImportPass) readAmounts(r *ImportRow) {
	for i, column := range p.columns {
		cell := r.cell(i)
		if column == nil || column.field.Kind != field.Money || cell == "" || spreadsheet.IsError(cell) {
			continue
		}
		number, mark := spreadsheet.SplitCurrency(cell)
		value, wrong := p.readNumber(column.field, number)
		if wrong == nil && mark != "" {
			wrong = r.agreeOn(column.field.CurrencyField, mark)
		}
		if wrong != nil {
			r.addError(column.path, wrong.message, wrong.params)
			continue
		}
		r.set(column, value)
	}
}

// agreeOn holds the currency that an amount names against that of its row.
func (r *ImportRow) agreeOn(field, mark string) *wrongCell {
	named := spreadsheet.CurrenciesOf(mark)
	has, isSet := r.members[field].(string)
	switch {
	case !isSet && len(named) == 1:
		r.members[field] = named[0]
	case !isSet:
		return &wrongCell{"pool.file.error.currencySign", map[string]any{"sign": mark}}
	case !slices.Contains(named, has):
		return &wrongCell{"pool.file.error.amountCurrency", map[string]any{"sign": mark, "currency": has}}
	}
	return nil
}

func (r *ImportRow) addError(field, message string, params map[string]any) {
	r.bad.Field(field, message, params)
}
