package applications

import (
	"bytes"
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// printedAnswers are those the client has been sent.
func printedAnswers(list []questions.Answer, state AnswerState) []questions.Answer {
	var out []questions.Answer
	for _, one := range list {
		if state.Printed[one.QuestionID] {
			out = append(out, one)
		}
	}
	return out
}

// stampAnswers notes who gave an answer when; one that stays the same keeps its stamp.
func stampAnswers(old, list []questions.Answer, who string, now time.Time) {
	for i := range list {
		a := &list[i]
		at := slices.IndexFunc(old, func(o questions.Answer) bool {
			return o.QuestionID == a.QuestionID && o.QuestionVersion == a.QuestionVersion
		})
		if at >= 0 && bytes.Equal(old[at].Value, a.Value) && slices.Equal(old[at].Files, a.Files) {
			*a = old[at]
			continue
		}
		a.AnsweredBy, a.AnsweredAt = who, now
	}
}

// questionsFor is an application as its questions see it, also while it does not repeat the client of its project yet.
func (s *Service) questionsFor(ctx context.Context, a *Application) (questions.Application, error) {
	q := a.forQuestions()
	if q.ClientID != 0 {
		return q, nil
	}
	p, err := s.assignment(ctx, a.ProjectID)
	q.ClientID, q.LegalEntityID = p.ClientID, p.LegalEntityID
	return q, err
}

func (a *Application) forQuestions() questions.Application {
	return questions.Application{
		ID: a.ID, ClientID: a.ClientID, LegalEntityID: a.LegalEntityID,
		Answers: slices.Clone(a.Answers),
	}
}

// AnswersOf answers for the answers of an application that the caller can see. NOT_FOUND.
func (s *Service) AnswersOf(ctx context.Context, id int64) (questions.Application, error) {
	a, err := s.Table.Get(ctx, id)
	return a.forQuestions(), err
}

// AllAnswers answers for applications at once, those in the trash too, whoever asks. Those that are gone are left out.
func (s *Service) AllAnswers(ctx context.Context, ids []int64) ([]questions.Application, error) {
	a := new(Application)
	list, err := s.ByID(role.AsSystem(ctx, "question"), ids,
		field.AllAt(a, &a.ID, &a.ClientID, &a.LegalEntityID, &a.Answers)...)
	out := make([]questions.Application, 0, len(list))
	for _, a := range list {
		out = append(out, a.forQuestions())
	}
	return out, err
}

// checkAnswers adds to bad what is wrong with new and changed answers, and writes them as they are stored. A project
// that is not there asks nothing; what is wrong with it is said elsewhere.
func (s *Service) checkAnswers(ctx context.Context, old Application, a *Application, bad *fault.Error) error {
	if s.deps.Questions == nil || len(a.Answers) == 0 {
		return nil
	}
	q, err := s.questionsFor(ctx, a)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return nil
	case err != nil:
		return err
	}
	if err := s.deps.Questions.CheckAnswers(ctx, old.Answers, &q, bad); err != nil {
		return err
	}
	a.Answers = q.Answers
	return nil
}

// prefill adds the answers that the profile of the freelancer gives.
func (s *Service) prefill(ctx context.Context, a *Application) error {
	if s.deps.Questions == nil || s.deps.Freelancers == nil {
		return nil
	}
	q, err := s.questionsFor(ctx, a)
	if err != nil {
		return err
	}
	f, err := s.freelancer(ctx, a.FreelancerID)
	if err != nil {
		return err
	}
	known, err := s.deps.Questions.Prefilled(ctx, q, f)
	a.Answers = slices.Concat(a.Answers, known)
	return err
}

// markAnswers has the questions know which of them an application answers, when that has changed.
func (s *Service) markAnswers(ctx context.Context, old Application, a *Application) error {
	ids := answeredQuestions(a.Answers)
	if s.deps.Questions == nil || slices.Equal(answeredQuestions(old.Answers), ids) {
		return nil
	}
	return s.deps.Questions.MarkAnswered(ctx, a.ID, ids)
}

// answeredQuestions are the ids of the questions that have an answer which is not empty.
func answeredQuestions(list []questions.Answer) (ids []int64) {
	for _, one := range list {
		if !questions.Empty(one.Value) {
			ids = append(ids, one.QuestionID)
		}
	}
	return ids
}

// answerState is what the questions of its project say about the answers of an application.
func (s *Service) answerState(ctx context.Context, a *Application) (AnswerState, error) {
	if s.deps.Questions == nil {
		return AnswerState{}, nil
	}
	q, err := s.questionsFor(ctx, a)
	if err != nil {
		return AnswerState{}, err
	}
	sheets, err := s.deps.Questions.ForApplications(ctx, q)
	if err != nil {
		return AnswerState{}, err
	}
	return answerStateFrom(sheets[0]), nil
}

func answerStateFrom(sheet []questions.QuestionWithAnswer) AnswerState {
	out := AnswerState{Printed: map[int64]bool{}}
	for _, one := range sheet {
		if one.Missing() {
			out.Missing++
		}
		out.KnockedOut = out.KnockedOut || one.Rejects()
		out.Printed[one.ID] = one.Flags.PDF
	}
	return out
}
