package demo

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/brianvoe/gofakeit/v7"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/platform/role"
)

// sample is a question that every client of the demo asks, with how people answer it. One without answers is unused.
type sample struct {
	questions.Question
	draw func(fake *gofakeit.Faker) any
}

var everybody = questions.Flags{TalentVisibility: true, MSPVisibility: true, MSPEdit: true, PDF: true}

// choices are the options of a sample.
func choices(key string, values ...string) []questions.Option {
	out := make([]questions.Option, len(values))
	for i, v := range values {
		out[i] = questions.Option{
			Value: v, LabelKey: "question.sample." + key + "." + v, Active: true,
			SortOrder: int64(i + 1),
		}
	}
	return out
}

func samples() []sample {
	add := func(key string, t questions.ValueType, k questions.InputKind, flags questions.Flags) questions.Question {
		q := questions.NewQuestion()
		q.Key, q.LabelKey, q.ValueType, q.InputKind, q.Flags = key, "question.sample."+key, t, k, flags
		return q
	}
	place := add("place-of-work", questions.Str, questions.Radio, everybody)
	place.Options = choices(place.Key, "onsite", "hybrid", "remote")
	years := add("years", questions.Int, questions.Number, everybody)
	years.Validation = questions.Validation{Min: new(int64(0)), Max: new(int64(50))}
	years.CorrectAnswers = map[string]any{"min": 3.0}
	certificates := add("certificates", questions.Jsn, questions.Dropdown, everybody)
	certificates.Options = choices(certificates.Key, "scrum", "itil", "prince2", "none")
	notice := add("notice", questions.Int, questions.Number, everybody)
	notice.Validation = questions.Validation{Min: new(int64(0)), Max: new(int64(26))}
	travel := add("travel", questions.Str, questions.Radio, everybody)
	travel.Options = choices(travel.Key, "never", "sometimes", "often")
	return []sample{
		{place, func(fake *gofakeit.Faker) any { return fake.RandomString([]string{"onsite", "hybrid", "remote"}) }},
		{years, func(fake *gofakeit.Faker) any { return fake.Number(1, 20) }},
		{certificates, func(fake *gofakeit.Faker) any {
			return [][]string{{"scrum"}, {"itil", "prince2"}, {"none"}, {"scrum", "itil"}}[fake.Number(0, 3)]
		}},
		{
			add("start", questions.Str, questions.Date, questions.Flags{TalentVisibility: true}),
			func(fake *gofakeit.Faker) any {
				return fmt.Sprintf("2027-%02d-01", fake.Number(1, 12))
			},
		},
		{add("motivation", questions.Txt, questions.TextField, questions.Flags{TalentVisibility: true}), nil},
		{notice, nil},
		{travel, nil},
		{add("equipment", questions.Bln, questions.Radio, everybody), nil},
		{add("interviews", questions.Txt, questions.TextField, questions.Flags{TalentVisibility: true}), nil},
	}
}

// answerShare is of how many applications one answers what it is asked.
const answerShare = 5

// fillQuestions lets every client ask. What rejects an application is asked by one legal entity of the last client.
func (f *generator) fillQuestions(ctx context.Context) error {
	ctx = role.With(ctx, f.actors[0])
	f.samples, f.answers = map[int64][]sample{}, gofakeit.New(seed+1)
	for _, c := range f.made {
		for i, one := range samples() {
			one.ClientID, one.SortOrder = c.client.ID, int64(10*(i+1))
			if err := f.questions.Create(ctx, &one.Question); err != nil {
				return err
			}
			f.samples[c.client.ID] = append(f.samples[c.client.ID], one)
		}
	}
	for _, c := range f.made[:len(f.made)-1] {
		if err := f.questions.Create(ctx, entityQuestion(c, "site-rules", c.entities[0])); err != nil {
			return err
		}
	}
	last := f.made[len(f.made)-1]
	q := entityQuestion(last, "licence", last.entities[len(last.entities)-1])
	q.CorrectAnswers, q.SortOrder = []any{true}, 5
	q.Flags = questions.Flags{
		TalentVisibility: true, MSPVisibility: true, NeedAnswer: true, FailOnWrongAnswer: true,
		PDF: true,
	}
	return f.questions.Create(ctx, q)
}

// entityQuestion is what one legal entity of a client asks, with yes and no to answer.
func entityQuestion(c madeClient, key string, entityID int64) *questions.Question {
	q := questions.NewQuestion()
	q.Scope, q.ClientID, q.LegalEntityID = questions.OfLegalEntity, c.client.ID, entityID
	q.Key, q.LabelKey, q.ValueType, q.InputKind = key, "question.sample."+key, questions.Bln, questions.Radio
	q.Flags, q.SortOrder = everybody, 100
	return &q
}

// answerQuestions lets an application say what its client asks.
func (f *generator) answerQuestions(a *applications.Application) (ids []int64, err error) {
	for _, one := range f.samples[a.ClientID] {
		if one.draw == nil {
			continue
		}
		value, err := json.Marshal(one.draw(f.answers))
		if err != nil {
			return nil, err
		}
		a.Answers = append(a.Answers, questions.Answer{
			QuestionID: one.ID, QuestionVersion: 1, Value: value, AnsweredBy: a.FreelancerName, AnsweredAt: a.Created,
		})
		ids = append(ids, one.ID)
	}
	return ids, nil
}
