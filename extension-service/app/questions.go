package app

import (
	"context"
	"encoding/json"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// newQuestions builds the questions on the clients, applications and uploads of d, which need not stand yet.
func (s *Service) newQuestions(d *domains) *questions.Service {
	return questions.New(questions.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, VisibleClient: d.clients.Visible, Text: s.mailText,
		Entity: func(ctx context.Context, id int64) (int64, error) {
			e, err := d.clients.Entities.Get(ctx, id)
			return e.ClientID, err
		},
		Client: func(ctx context.Context, id int64) (questions.Client, error) {
			c, err := d.clients.Get(role.AsSystem(ctx, "question"), id)
			return questions.Client{Currency: c.Currency, Zone: c.Zone()}, err
		},
		File: func(ctx context.Context, id string) (questions.File, error) {
			f, err := s.parts.files.Get(ctx, id)
			return questions.File{Name: f.Name, MimeType: f.MimeType, Size: f.Size}, err
		},
		Application: func(ctx context.Context, id int64) (questions.Application, error) {
			a, err := d.applications.Table.Get(ctx, id)
			return questionsApplication(&a), err
		},
		Applications: d.questionsApplications,
	})
}

// questionsApplications answers for applications at once, the trash included.
func (d *domains) questionsApplications(ctx context.Context, ids []int64) ([]questions.Application, error) {
	a := new(applications.Application)
	list, err := d.applications.Table.ByID(role.AsSystem(ctx, "question"), ids,
		resource.FieldsAt(a, &a.ID, &a.ClientID, &a.LegalEntityID, &a.Answers)...)
	out := make([]questions.Application, 0, len(list))
	for _, a := range list {
		out = append(out, questionsApplication(&a))
	}
	return out, err
}

func questionsApplication(a *applications.Application) questions.Application {
	return questions.Application{ID: a.ID, ClientID: a.ClientID, LegalEntityID: a.LegalEntityID, Answers: answersOf(a.Answers)}
}

func answersOf(list []applications.Answer) []questions.Answer {
	out := make([]questions.Answer, len(list))
	for i, a := range list {
		out[i] = questions.Answer{
			QuestionID: a.QuestionID, Version: a.QuestionVersion, Value: a.Value, Files: a.Files, By: a.AnsweredBy, At: a.AnsweredAt,
		}
	}
	return out
}

// newQuestionsApplication is questionsApplication for an application that does not repeat its project's client yet.
func (d *domains) newQuestionsApplication(ctx context.Context, a *applications.Application) (questions.Application, error) {
	b := questionsApplication(a)
	if b.ClientID != 0 {
		return b, nil
	}
	p, err := d.projects.Get(role.AsSystem(ctx, "application"), a.ProjectID)
	b.ClientID, b.LegalEntityID = p.ClientID, p.LegalEntityID
	return b, err
}

// asked says what the questions of its project say about the answers of an application.
func (d *domains) asked(ctx context.Context, a *applications.Application) (applications.Asked, error) {
	b, err := d.newQuestionsApplication(ctx, a)
	if err != nil {
		return applications.Asked{}, err
	}
	sheets, err := d.questions.Asked(ctx, b)
	if err != nil {
		return applications.Asked{}, err
	}
	return askedOf(sheets[0]), nil
}

// allAsked is asked for many applications.
func (d *domains) allAsked(ctx context.Context, list []applications.Application) ([]applications.Asked, error) {
	asked := make([]questions.Application, len(list))
	for i := range list {
		asked[i] = questionsApplication(&list[i])
	}
	sheets, err := d.questions.Asked(ctx, asked...)
	out := make([]applications.Asked, len(sheets))
	for i, sheet := range sheets {
		out[i] = askedOf(sheet)
	}
	return out, err
}

func askedOf(sheet []questions.Asking) applications.Asked {
	out := applications.Asked{Printed: map[int64]bool{}}
	for _, one := range sheet {
		if one.Missing() {
			out.Missing++
		}
		out.KnockedOut = out.KnockedOut || one.Rejects()
		out.Printed[one.ID] = one.Flags.PDF
	}
	return out
}

// checkAnswers holds the answers of an application against their questions. A project that is not there has none; what is
// wrong with it is told elsewhere.
func (d *domains) checkAnswers(ctx context.Context, old applications.Application, a *applications.Application, bad *fault.Error) error {
	if len(a.Answers) == 0 {
		return nil
	}
	b, err := d.newQuestionsApplication(ctx, a)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return nil
	case err != nil:
		return err
	}
	if err := d.questions.CheckAnswers(ctx, answersOf(old.Answers), &b, bad); err != nil {
		return err
	}
	for i, one := range b.Answers {
		a.Answers[i].QuestionVersion, a.Answers[i].Value = one.Version, one.Value
	}
	return nil
}

// prefilled are the answers that the profile of an application's talent gives.
func (d *domains) prefilled(ctx context.Context, a *applications.Application) ([]applications.Answer, error) {
	b, err := d.newQuestionsApplication(ctx, a)
	if err != nil {
		return nil, err
	}
	f, err := d.freelancers.Table.Get(role.AsSystem(ctx, "application"), a.FreelancerID)
	if err != nil {
		return nil, err
	}
	known, err := d.questions.Prefilled(ctx, b, profileValues(f))
	out := make([]applications.Answer, len(known))
	for i, one := range known {
		out[i] = applications.Answer{QuestionID: one.QuestionID, QuestionVersion: one.Version, Value: one.Value}
	}
	return out, err
}

// profileValues are the fields of a profile that answers can begin with, as JSON.
func profileValues(f freelancers.Freelancer) map[questions.PrefillSource]json.RawMessage {
	out := map[questions.PrefillSource]json.RawMessage{}
	put := func(source questions.PrefillSource, value any) {
		if b, err := json.Marshal(value); err == nil {
			out[source] = b
		}
	}
	rate := func(source questions.PrefillSource, amount *resource.Decimal, unit resource.RateUnit) {
		if amount != nil {
			put(source, questions.Amount{Amount: *amount, Currency: f.Currency, Unit: unit})
		}
	}
	rate(questions.HourRate, f.HourRate, resource.PerHour)
	rate(questions.DayRate, f.DayRate, resource.PerDay)
	put(questions.Description, f.Description)
	put(questions.LinkedinHandle, f.LinkedinHandle)
	put(questions.MobileNumber, f.MobileNumber)
	put(questions.City, f.HomeAddress.City)
	put(questions.CountryOf, f.HomeAddress.Country)
	put(questions.AvailabilityFrom, f.AvailabilityFrom)
	return out
}

// answered tells the questions which of them an application answers.
func (d *domains) answered(ctx context.Context, a *applications.Application) error {
	ids := make([]int64, len(a.Answers))
	for i, one := range a.Answers {
		ids[i] = one.QuestionID
	}
	return d.questions.Answered(ctx, a.ID, ids)
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
	lines, err := d.questions.Lines(ctx, questionsApplication(a), person.Locale)
	for _, l := range lines {
		out = append(out, freelancers.Said{Application: a.Handle, Question: l.Question, Answer: l.Answer})
	}
	return out, err
}
