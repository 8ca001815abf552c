package applications

import (
	"bytes"
	"cmp"
	"context"

	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/pdf"
	"poolkeeper.example/extension-service/platform/role"
)

// Printer makes uploads of profiles, in the language of the client; it implements Papers.
type Printer struct {
	Questions *questions.Service
	Files     *files.Service
	// Text is a text of a client in a locale, or "".
	Text func(ctx context.Context, clientID int64, locale, key string) string
}

// Print makes a PDF of a profile and returns the id of the upload.
func (r Printer) Print(ctx context.Context, p Profile) (string, error) {
	locale := cmp.Or(p.Locale, "en")
	text := func(key string) string { return r.Text(ctx, p.ClientID, locale, key) }
	answers, err := r.Questions.Printed(ctx, questions.Application{
		ClientID: p.ClientID, LegalEntityID: p.LegalEntityID,
		Answers: p.Answers,
	}, locale)
	if err != nil {
		return "", err
	}
	doc := p.Document(locale, text)
	for _, a := range answers {
		doc.Answers.List = append(doc.Answers.List, pdf.Answer{Question: a.Question, Value: a.Answer, Printed: true})
	}
	document, err := pdf.Profile(doc)
	if err != nil {
		return "", err
	}
	ctx = files.WithPerson(ctx, store.Person{Entity: "freelancer", ID: p.FreelancerID})
	upload, err := r.Files.Save(ctx, p.Handle+".pdf", "application/pdf", bytes.NewReader(document))
	return upload.ID, err
}

// Drop removes a profile that another has taken the place of, unless a record names it.
func (r Printer) Drop(ctx context.Context, resourceID string) error {
	err := r.Files.Delete(role.AsSystem(ctx, "application.pdf"), resourceID)
	if code := fault.CodeOf(err); code == "IN_USE" || code == "NOT_FOUND" {
		return nil
	}
	return err
}
