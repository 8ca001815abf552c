package applications

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	listRoute = "/projects/applications"
	lateDays  = 7
)

// changeStatus is the action of applications that takes them to another status.
const changeStatus = "changeStatus"

// withdrawal asks for the reason in its dialog.
var withdrawal = dashboard.Step{Name: changeStatus, Status: string(Withdrawn)}

// Cards are what the start page shows of applications.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{
		s.failedCard("sendFailed", true, dashboard.Step{Name: changeStatus, Status: string(SendPending), AtOnce: true}),
		s.failedCard("sendFailedForGood", false, withdrawal),
		{Key: "unconfirmed", Needs: role.ApplicationRead, Load: s.unconfirmedLong, Steps: []dashboard.Step{withdrawal}},
		{
			Key: "answersMissing", Needs: role.ApplicationRead, Steps: []dashboard.Step{dashboard.OpenTab("answers")},
			Link: dashboard.Oldest(dashboard.Filtered(listRoute, map[string]any{"answersMissing": true})),
			Load: func(ctx context.Context) (dashboard.Content, error) {
				n, err := s.Count(ctx, s.Where("answersMissing", query.Is, true))
				return dashboard.Content{Count: n}, err
			},
		},
		{Key: "applicationsByStatus", Needs: role.ApplicationRead, Link: dashboard.Unfiltered(listRoute), Load: s.byStatus},
		{Key: "sendFailedByClient", Needs: role.ApplicationRead, Link: listed(SendFailed), Load: s.failedByClient},
	}
}

// failedCard counts the applications that could not be delivered: those that can be sent again, or those that cannot.
func (s *Service) failedCard(key string, canResend bool, step dashboard.Step) dashboard.Card {
	link := dashboard.Filtered(listRoute, map[string]any{"status": []Status{SendFailed}, "canResend": canResend})
	return dashboard.Card{
		Key: key, Needs: role.ApplicationRead, Link: link, Steps: []dashboard.Step{step},
		Load: func(ctx context.Context) (dashboard.Content, error) {
			n, err := s.Count(ctx, s.Where("status", query.Is, string(SendFailed)),
				s.Where("canResend", query.Is, canResend))
			return dashboard.Content{Count: n}, err
		},
	}
}

// unconfirmedLong counts by whole days, as the filter of its list does: all but those that are not late yet, since
// these are the few.
func (s *Service) unconfirmedLong(ctx context.Context) (f dashboard.Content, err error) {
	last := date.FromTime(s.Now()).AddDays(-lateDays - 1)
	young, err := time.Parse(time.DateOnly, string(last.AddDays(1)))
	if err != nil {
		return f, err
	}
	status := s.Where("status", query.Is, string(Unconfirmed))
	all, err := s.Count(ctx, status)
	if err != nil {
		return f, err
	}
	n, err := s.Count(ctx, status, s.Where("created", query.AtLeast, young.UnixMilli()))
	f.Count = all - n
	f.Link = dashboard.Oldest(dashboard.Filtered(listRoute,
		map[string]any{"status": []Status{Unconfirmed}, "createdUntil": last}))
	return f, err
}

// listed is the address of the list of applications in one status.
func listed(status Status) string {
	return dashboard.Filtered(listRoute, map[string]any{"status": []Status{status}})
}

func (s *Service) byStatus(ctx context.Context) (f dashboard.Content, err error) {
	counts, err := s.CountBy(ctx, "status")
	for _, status := range Statuses {
		n := counts[string(status.Code)]
		f.Count += n
		f.Items = append(f.Items, dashboard.Item{
			Label: status.Code.Enum().Key(string(status.Code)), Count: n,
			Link: listed(status.Code), Status: string(status.Code),
		})
	}
	return f, err
}

// failedByClient counts what could not be delivered, for each client that waits for something.
func (s *Service) failedByClient(ctx context.Context) (f dashboard.Content, err error) {
	named, err := s.clientNames(ctx)
	if err != nil {
		return f, err
	}
	counts, err := s.CountBy(ctx, "clientId", s.Where("status", query.Is, string(SendFailed)))
	for _, c := range named {
		if n := counts[c.id]; n > 0 {
			f.Count += n
			f.Items = append(f.Items, dashboard.Item{Label: c.name, Count: n, Link: dashboard.Filtered(listRoute, map[string]any{
				"status": []Status{SendFailed}, "clientName": c.name,
			})})
		}
	}
	return f, err
}

type namedClient struct {
	id   int64
	name string
}

func (s *Service) clientNames(ctx context.Context) (out []namedClient, err error) {
	var c namedClient
	err = s.DB().Each(ctx, []any{&c.id, &c.name}, func() error {
		out = append(out, c)
		return nil
	}, `SELECT id, name FROM client_facts WHERE deleted_at IS NULL ORDER BY name, id`)
	return out, err
}
