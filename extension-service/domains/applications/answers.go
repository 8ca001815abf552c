package applications

import (
	"bytes"
	"context"
	"slices"
	"time"
)

// printedAnswers are those the client has been sent.
func printedAnswers(list []Answer, asked Asked) []Answer {
	var out []Answer
	for _, one := range list {
		if asked.Printed[one.QuestionID] {
			out = append(out, one)
		}
	}
	return out
}

// stampAnswers notes who gave an answer when; one that stays the same keeps its stamp.
func stampAnswers(old, list []Answer, who string, now time.Time) {
	for i := range list {
		a := &list[i]
		at := slices.IndexFunc(old, func(o Answer) bool { return o.QuestionID == a.QuestionID && o.QuestionVersion == a.QuestionVersion })
		if at >= 0 && bytes.Equal(old[at].Value, a.Value) && slices.Equal(old[at].Files, a.Files) {
			*a = old[at]
			continue
		}
		a.AnsweredBy, a.AnsweredAt = who, now
	}
}

// prefill adds the answers that the talent's profile gives.
func (s *Service) prefill(ctx context.Context, a *Application) error {
	if s.deps.Prefilled == nil {
		return nil
	}
	known, err := s.deps.Prefilled(ctx, a)
	a.Answers = slices.Concat(a.Answers, known)
	return err
}

// noteAnswers tells the questions which of them an application answers, when that has changed.
func (s *Service) noteAnswers(ctx context.Context, old Application, a *Application) error {
	same := slices.EqualFunc(old.Answers, a.Answers, func(x, y Answer) bool { return x.QuestionID == y.QuestionID })
	if s.deps.Answered == nil || same {
		return nil
	}
	return s.deps.Answered(ctx, a)
}
