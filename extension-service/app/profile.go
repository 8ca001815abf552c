package app

import (
	"bytes"
	"cmp"
	"context"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/pdf"
	"poolkeeper.example/extension-service/platform/role"
)

// profile prints what a client is given of an application, in the client's language, keeps it, and returns the id of the
// upload.
func (s *Service) profile(ctx context.Context, p applications.Profile) (string, error) {
	locale := cmp.Or(p.Locale, "en")
	text := func(key string) string { return s.mailText(ctx, p.ClientID, locale, key) }
	answers, err := s.parts.domains.questions.Printed(ctx, questions.Application{ClientID: p.ClientID, LegalEntityID: p.LegalEntityID, Answers: p.Answers}, locale)
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
