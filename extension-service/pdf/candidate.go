package pdf

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"poolkeeper.example/extension-service/resource"
)

// Candidate is what a client is given of an application.
type Candidate struct {
	Name, Project, Client, Handle    string
	Made                             time.Time
	AvailabilityFrom, AvailabilityTo resource.Date
	HoursPerWeek, BillRate           *resource.Decimal
	RateUnit                         resource.RateUnit
	Currency                         resource.CurrencyCode
	Message, About                   string
	Skills                           []string
	Languages                        []resource.Language
}

// Document puts a candidate into the words of a language, whose texts text gives.
func (p Candidate) Document(locale string, text func(key string) string) Document {
	label := func(name string) string { return text("application.pdf." + name) }
	doc := Document{
		Title: p.Name, Subtitle: p.Project, Handle: p.Handle, Client: p.Client, Locale: locale, Made: p.Made,
		Footer: label("footer"), Answers: Answers{Title: label("answers")},
	}
	fact := func(name, value string) {
		if value != "" {
			doc.Facts = append(doc.Facts, Line{Label: label(name), Value: value})
		}
	}
	fact("availabilityFrom", string(p.AvailabilityFrom))
	fact("availabilityTo", string(p.AvailabilityTo))
	if p.HoursPerWeek != nil {
		fact("hoursPerWeek", figure(*p.HoursPerWeek, 0, locale))
	}
	if p.BillRate != nil {
		fact("rate", Money(*p.BillRate, p.Currency, locale)+" "+text("panel.application.per."+string(p.RateUnit)))
	}
	section := func(name, content string) {
		if content != "" {
			doc.Sections = append(doc.Sections, Section{Title: label(name), Text: content})
		}
	}
	section("message", p.Message)
	section("about", p.About)
	section("skills", strings.Join(p.Skills, ", "))
	section("languages", inWords(p.Languages, locale))
	return doc
}

func inWords(list []resource.Language, locale string) string {
	names := display.Languages(language.Make(locale))
	out := make([]string, len(list))
	for i, l := range list {
		out[i] = fmt.Sprintf("%s (%s)", cmp.Or(names.Name(language.Make(l.Code)), l.Code), l.Level)
	}
	return strings.Join(out, ", ")
}

// Money writes an amount as the panel shows it: most signs stand before it, some behind.
func Money(d resource.Decimal, currency resource.CurrencyCode, locale string) string {
	style := currency.Style()
	amount := figure(d, style.Decimals, locale)
	switch currency {
	case "EUR", "SEK", "CHF", "CAD":
		return amount + "\u00a0" + style.Symbol
	}
	return style.Symbol + amount
}

// figure writes a number with the marks of a language and at least so many decimals.
func figure(d resource.Decimal, decimals int, locale string) string {
	sample := []rune(message.NewPrinter(language.Make(locale)).Sprint(number.Decimal(1234.5)))
	point, group := string(sample[len(sample)-2]), ""
	if len(sample) > len("1234.5") {
		group = string(sample[1])
	}
	whole, fraction, _ := strings.Cut(d.String(), ".")
	for len(fraction) < decimals {
		fraction += "0"
	}
	for at := len(whole) - 3; at > 0; at -= 3 { // amounts are never below nothing
		whole = whole[:at] + group + whole[at:]
	}
	if fraction == "" {
		return whole
	}
	return whole + point + fraction
}
