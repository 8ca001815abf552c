package applications

import (
	"cmp"
	"fmt"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/platform/pdf"
)

// Document writes a profile in a language; text returns the text of a key in it.
func (p Profile) Document(locale string, text func(key string) string) pdf.Document {
	label := func(name string) string { return text("application.pdf." + name) }
	doc := pdf.Document{
		Title: p.Name, Subtitle: p.Project, Handle: p.Handle, Client: p.Client, Locale: locale, Made: p.Made,
		Footer: label("footer"), Answers: pdf.Answers{Title: label("answers")},
	}
	fact := func(name, value string) {
		if value != "" {
			doc.Facts = append(doc.Facts, pdf.Line{Label: label(name), Value: value})
		}
	}
	fact("availabilityFrom", string(p.AvailabilityFrom))
	fact("availabilityTo", string(p.AvailabilityTo))
	if p.HoursPerWeek != nil {
		fact("hoursPerWeek", p.HoursPerWeek.Format(0, locale))
	}
	if p.BillRate != nil {
		fact("rate", p.Currency.Format(*p.BillRate, locale)+" "+text("panel.application.per."+string(p.RateUnit)))
	}
	section := func(name, content string) {
		if content != "" {
			doc.Sections = append(doc.Sections, pdf.Section{Title: label(name), Text: content})
		}
	}
	section("message", p.Message)
	section("about", p.About)
	section("skills", strings.Join(p.Skills, ", "))
	section("languages", languageNames(p.Languages, locale))
	return doc
}

// languageNames lists languages with their levels, such as "German (C1)".
func languageNames(list []skills.Language, locale string) string {
	names := display.Languages(language.Make(locale))
	out := make([]string, len(list))
	for i, l := range list {
		out[i] = fmt.Sprintf("%s (%s)", cmp.Or(names.Name(language.Make(l.Code)), l.Code), l.Level)
	}
	return strings.Join(out, ", ")
}
