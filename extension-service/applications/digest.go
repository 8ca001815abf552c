package applications

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/mail"
	"poolkeeper.example/extension-service/role"
)

// SendFailures is the mail that tells managers once a day and client what could not be sent.
const SendFailures = "application.sendFailed"

// Manager is somebody whose scope reaches clients.
type Manager struct {
	Email, Locale string
	Scope         role.Scope
}

// digestHour is when what has failed within a day is told, UTC.
const digestHour = 6

type failed struct {
	text          string
	legalEntityID int64
}

// digest plans the mail about today's failures of a client anew, with this one in it.
func (s *Service) digest(ctx context.Context, a Application) error {
	if s.deps.Managers == nil || s.deps.Mail == nil || s.deps.CancelMail == nil {
		return nil
	}
	now := s.Now().UTC()
	day := time.Date(now.Year(), now.Month(), now.Day(), digestHour, 0, 0, 0, time.UTC)
	if now.Before(day) {
		day = day.AddDate(0, 0, -1)
	}
	list, err := s.failedSince(ctx, a.ClientID, day)
	if err != nil {
		return err
	}
	if _, err := s.deps.CancelMail(ctx, "client", a.ClientID, SendFailures); err != nil {
		return err
	}
	managers, err := s.deps.Managers(ctx)
	if err != nil {
		return err
	}
	for _, m := range managers {
		var lines []string
		for _, one := range list {
			if m.Scope.Covers(a.ClientID, one.legalEntityID) {
				lines = append(lines, one.text)
			}
		}
		if len(lines) == 0 {
			continue
		}
		_, err := s.deps.Mail(ctx, mail.Mail{
			Template: SendFailures, To: m.Email, Locale: m.Locale, ClientID: a.ClientID, Entity: "client", EntityID: a.ClientID, SendAt: day.AddDate(0, 0, 1),
			Params: map[string]string{"client": a.ClientName, "count": strconv.Itoa(len(lines)), "list": strings.Join(lines, "\n")},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// failedSince lists what could not be sent to a client since an instant, oldest first.
func (s *Service) failedSince(ctx context.Context, clientID int64, since time.Time) ([]failed, error) {
	var out []failed
	var one failed
	var handle, name, project string
	err := s.DB().Each(ctx, []any{&handle, &name, &project, &one.legalEntityID}, func() error {
		one.text = fmt.Sprintf("%s  %s, %s", handle, name, project)
		out = append(out, one)
		return nil
	}, `
		SELECT handle, freelancer_name, project_title, coalesce(legal_entity_id, 0)
		  FROM applications
		 WHERE client_id = $1
		   AND status = 'sf'
		   AND status_changed_at >= $2
		   AND deleted_at IS NULL
		 ORDER BY status_changed_at, id
		 LIMIT 200`, clientID, since.UnixMilli())
	return out, err
}
