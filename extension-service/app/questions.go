package app

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/questions"
)

// newQuestions builds the questions.
func (s *Service) newQuestions(d *domains) *questions.Service {
	return questions.New(questions.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Clients: d.clients, Text: s.mailText, Files: s.parts.files,
	})
}

// said are the answers of an application in words, in the language of its talent.
func (d *domains) said(ctx context.Context, a *applications.Application) (out []freelancers.Said, err error) {
	if len(a.Answers) == 0 {
		return nil, nil
	}
	person, err := d.talent(ctx, a.FreelancerID)
	if err != nil {
		return nil, err
	}
	lines, err := d.questions.Lines(ctx, questions.Application{ID: a.ID, ClientID: a.ClientID, LegalEntityID: a.LegalEntityID, Answers: a.Answers}, person.Locale)
	for _, l := range lines {
		out = append(out, freelancers.Said{Application: a.Handle, Question: l.Question, Answer: l.Answer})
	}
	return out, err
}
