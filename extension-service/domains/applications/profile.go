package applications

import (
	"context"
	"reflect"
	"time"

	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Profile is what a client is given of an application on paper.
type Profile struct {
	Name, Project, Client, Handle string
	ClientID, LegalEntityID       int64
	Locale                        string
	Made                          time.Time
	AvailabilityFrom              date.Date
	AvailabilityTo                date.Date
	HoursPerWeek, BillRate        *decimal.Decimal
	RateUnit                      money.RateUnit
	Currency                      money.Currency
	Message                       string
	ProjectID, FreelancerID       int64
	Answers                       []questions.Answer
	Skills                        []string
	Languages                     []skills.Language
	About                         string
}

func profileOf(a Application, f facts) Profile {
	return Profile{
		Name: a.FreelancerName, Project: a.ProjectTitle, Client: f.project.client.Name, Handle: a.Handle,
		ClientID: a.ClientID, LegalEntityID: a.LegalEntityID,
		Locale: f.project.locale(), Made: f.now, AvailabilityFrom: a.AvailabilityFrom, AvailabilityTo: a.AvailabilityTo,
		HoursPerWeek: a.HoursPerWeek, BillRate: a.BillRate, RateUnit: a.RateUnit, Currency: a.Currency, Message: a.Message,
		ProjectID: a.ProjectID, FreelancerID: a.FreelancerID, Answers: printedAnswers(a.Answers, f.answers),
		Skills: f.freelancer.Skills, Languages: f.freelancer.Languages, About: f.freelancer.Description,
	}
}

// paper is a profile that has been printed and kept.
type paper struct {
	of         Profile
	resourceID string
}

type paperKey struct{}

// onPaper returns the upload that holds a profile, for the transaction of ctx. Where it is kept may be slow, so it is
// made before: one that has not been printed yet, or says something else by now, is asked for. What is printed for
// nothing is an upload that no record names.
func (s *Service) onPaper(ctx context.Context, p Profile) (resourceID string, err error) {
	if had, ok := ctx.Value(paperKey{}).(paper); ok {
		had.of.Made = p.Made
		if reflect.DeepEqual(had.of, p) {
			return had.resourceID, nil
		}
	}
	return "", &store.RetryAfterError{Get: func(ctx context.Context) (context.Context, error) {
		printed, err := s.deps.Papers.Print(ctx, p)
		return context.WithValue(ctx, paperKey{}, paper{p, printed}), err
	}}
}

// Printed names the upload that holds a profile.
type Printed struct {
	ResourceID string `json:"resourceId"`
}

// print builds the profile of an application as it is now, for whoever may see the application. A repeated call is told
// of the upload that the first has made.
func (s *Service) print(ctx context.Context, in statemachine.ByID) (out Printed, err error) {
	a, err := s.Table.Get(ctx, in.ID)
	if err != nil {
		return out, err
	}
	key, err := resource.RepeatKey(resource.RequestOf(ctx))
	if err != nil {
		return out, err
	}
	if key == nil {
		return s.printed(ctx, a)
	}
	err = s.DB().Write(ctx, func(ctx context.Context) error {
		had, err := s.DB().Repeat(ctx, *key, s.Now())
		if err == nil && had != nil {
			out.ResourceID = had.RecordKey
		}
		return err
	})
	if err != nil || out.ResourceID != "" {
		return out, err
	}
	if out, err = s.printed(ctx, a); err != nil {
		return out, err
	}
	key.Done = &resource.Repeated{Status: 200, RecordKey: out.ResourceID}
	return out, s.DB().Write(ctx, func(ctx context.Context) error {
		_, err := s.DB().Repeat(ctx, *key, s.Now())
		return err
	})
}

func (s *Service) printed(ctx context.Context, a Application) (out Printed, err error) {
	f, err := s.facts(ctx, a, staff)
	if err != nil {
		return out, err
	}
	p := profileOf(a, f)
	if !f.who.Can(role.RateRead) {
		p.BillRate = nil
	}
	if out.ResourceID, err = s.deps.Papers.Print(ctx, p); err != nil {
		return out, err
	}
	return out, s.replaced(ctx, a.ID, out.ResourceID)
}

// replaced notes the last profile that was built of an application, in the place of the one before, which goes. What
// was sent to a client is named by the application itself and stays.
func (s *Service) replaced(ctx context.Context, applicationID int64, resourceID string) error {
	var had string
	err := s.DB().Write(ctx, func(ctx context.Context) error {
		_, err := s.DB().Row(ctx, []any{&had}, "SELECT resource_id FROM application_papers WHERE application_id = $1",
			applicationID)
		if err != nil {
			return err
		}
		_, err = s.DB().Exec(ctx, `
			INSERT INTO application_papers (application_id, resource_id)
			VALUES ($1, $2)
			    ON CONFLICT (application_id) DO UPDATE SET resource_id = excluded.resource_id`, applicationID, resourceID)
		return err
	})
	if err != nil || had == "" || s.deps.Papers == nil {
		return err
	}
	return s.deps.Papers.Drop(ctx, had)
}
