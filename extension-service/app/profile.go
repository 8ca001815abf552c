package app

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"poolkeeper.example/extension-service/applications"
	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/files"
	"poolkeeper.example/extension-service/pdf"
	"poolkeeper.example/extension-service/questions"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/store"
)

// profile prints what a client is given of an application, in the client's language, keeps it, and returns the id of the
// upload.
func (s *Service) profile(ctx context.Context, p applications.Profile) (string, error) {
	locale := cmp.Or(p.Locale, "en")
	text := func(key string) string { return s.mailText(ctx, p.ClientID, locale, key) }
	answers, err := s.parts.domains.questions.Printed(ctx, questions.Bid{ClientID: p.ClientID, LegalEntityID: p.LegalEntityID, Answers: answersOf(p.Answers)}, locale)
	if err != nil {
		return "", err
	}
	doc := documentOf(p, locale, text)
	for _, a := range answers {
		doc.Answers.List = append(doc.Answers.List, pdf.Answer{Question: a.Question, Value: a.Answer, Printed: true})
	}
	document, err := pdf.Profile(doc)
	if err != nil {
		return "", err
	}
	ctx = files.About(ctx, store.Person{Entity: "freelancer", ID: p.FreelancerID})
	kept, err := s.parts.files.Save(ctx, p.Handle+".pdf", "application/pdf", bytes.NewReader(document))
	return kept.ID, err
}

// dropProfile removes a profile that another has taken the place of, unless a record names it.
func (s *Service) dropProfile(ctx context.Context, resourceID string) error {
	err := s.parts.files.Delete(role.AsSystem(ctx, "application.pdf"), resourceID)
	if code := fault.CodeOf(err); code == "IN_USE" || code == "NOT_FOUND" {
		return nil
	}
	return err
}

// documentOf puts a profile into words.
func documentOf(p applications.Profile, locale string, text func(key string) string) pdf.Document {
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
		fact("hoursPerWeek", figure(*p.HoursPerWeek, 0, locale))
	}
	if p.BillRate != nil {
		fact("rate", money(*p.BillRate, p.Currency, locale)+" "+text("panel.application.per."+string(p.RateUnit)))
	}
	section := func(name, content string) {
		if content != "" {
			doc.Sections = append(doc.Sections, pdf.Section{Title: label(name), Text: content})
		}
	}
	section("message", p.Message)
	section("about", p.About)
	section("skills", strings.Join(p.Skills, ", "))
	section("languages", inWords(p.Languages, locale))
	return doc
}

func inWords(list []applications.Spoken, locale string) string {
	names := display.Languages(language.Make(locale))
	out := make([]string, len(list))
	for i, l := range list {
		out[i] = fmt.Sprintf("%s (%s)", cmp.Or(names.Name(language.Make(l.Code)), l.Code), l.Level)
	}
	return strings.Join(out, ", ")
}

// money writes an amount as the panel shows it: most signs stand before it, some behind.
func money(d resource.Decimal, currency resource.CurrencyCode, locale string) string {
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
