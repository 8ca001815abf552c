package applications

import (
	"context"
	"fmt"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// AllOf returns the applications of a freelancer whole, those in the trash too.
func (s *Service) AllOf(ctx context.Context, freelancerID int64) ([]Application, error) {
	a := new(Application)
	page, err := s.Table.List(ctx, ofEither(a, &a.FreelancerID, freelancerID))
	return page.Rows, err
}

// RecordsOf returns the applications of a freelancer whole, those in the trash too, for the person they are about.
func (s *Service) RecordsOf(ctx context.Context, freelancerID int64) ([]freelancers.ApplicationRecord, error) {
	list, err := s.AllOf(ctx, freelancerID)
	out := make([]freelancers.ApplicationRecord, len(list))
	for i := range list {
		one := &list[i]
		out[i] = freelancers.ApplicationRecord{
			Record: resource.Show(one), Handle: one.Handle, StatusKey: one.Status.TextKey(),
			Title: fmt.Sprintf("%s, %s, %s", one.ProjectTitle, one.ClientName, one.Created.UTC().Format(time.DateOnly)),
		}
		if out[i].Answers, err = s.answersInWords(ctx, one); err != nil {
			return nil, err
		}
	}
	return out, err
}

// answersInWords are the answers of an application, in the language of its freelancer.
func (s *Service) answersInWords(ctx context.Context, a *Application) (out []freelancers.AnsweredQuestion, err error) {
	if len(a.Answers) == 0 {
		return nil, nil
	}
	f, err := s.freelancer(ctx, a.FreelancerID)
	if err != nil {
		return nil, err
	}
	lines, err := s.deps.Questions.Lines(ctx, a.forQuestions(), f.Locale)
	for _, l := range lines {
		out = append(out, freelancers.AnsweredQuestion{Application: a.Handle, Question: l.Question, Answer: l.Answer})
	}
	return out, err
}

// Transfer makes the applications and invitations of a freelancer another's, as the system, and says how many
// applications.
func (s *Service) Transfer(ctx context.Context, from int64, to freelancers.Person) (int, error) {
	ctx = resource.WithAct(role.AsSystem(ctx, "freelancer.merge"), resource.Act{Action: "merge"})
	list, err := s.AllOf(ctx, from)
	if err != nil {
		return 0, err
	}
	for _, old := range list {
		moved := old
		moved.FreelancerID, moved.FreelancerName, moved.FreelancerStatus = to.ID, to.Name, string(to.UserStatus)
		if err := s.Table.Update(ctx, old, &moved); err != nil {
			return 0, err
		}
	}
	v := new(Invitation)
	invitations, err := s.Invitations.List(ctx, ofEither(v, &v.FreelancerID, from))
	for _, old := range invitations.Rows {
		moved := old
		moved.FreelancerID = to.ID
		if err := s.Invitations.Update(ctx, old, &moved); err != nil {
			return 0, err
		}
	}
	return len(list), err
}

// ofEither asks for everything that belongs to a record, in the trash or not.
func ofEither[T any](of *T, owner resource.Ref, id int64) query.Query {
	q := query.All(of, batchLimit, query.Where(of, owner, id))
	q.Trash = query.Both
	return q
}
