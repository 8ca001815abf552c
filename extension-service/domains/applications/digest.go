package applications

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/platform/role"
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

// failed is one application that could not be sent.
type failed struct {
	text          string // its handle, person and project
	legalEntityID int64
	class         string
	error         *SendError
}

// digest plans the mail about today's failures of a client, or puts this one into the mail that is planned already:
// each application has one line in one mail a day.
func (s *Service) digest(ctx context.Context, a Application) error {
	if s.deps.Managers == nil || s.deps.Mail == nil {
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
	managers, err := s.deps.Managers(ctx)
	if err != nil {
		return err
	}
	for _, m := range managers {
		var lines []string
		for _, one := range list {
			if m.Scope.Covers(a.ClientID, one.legalEntityID) {
				lines = append(lines, one.text+": "+s.reasonOf(ctx, one, a.ClientID, m.Locale))
			}
		}
		if len(lines) == 0 {
			continue
		}
		_, err := s.deps.Mail.Plan(ctx, mail.Mail{
			Template: SendFailures, To: m.Email, Locale: m.Locale, ClientID: a.ClientID, Entity: "client", EntityID: a.ClientID,
			SendAt: day.AddDate(0, 0, 1),
			Params: map[string]string{
				"client": a.ClientName, "count": strconv.Itoa(len(lines)),
				"list": strings.Join(lines, "\n"),
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

var problemCode = regexp.MustCompile(`\bE_[A-Z_]+\b`)

// reasonOf is why an application could not be sent, in the words of a locale.
func (s *Service) reasonOf(ctx context.Context, f failed, clientID int64, locale string) string {
	words := func(key, code string) string {
		if s.deps.Text == nil {
			return code
		}
		return cmp.Or(s.deps.Text(ctx, clientID, locale, key), s.deps.Text(ctx, clientID, "en", key), code)
	}
	reason := words("enum.applicationReason."+f.class, f.class)
	if f.error == nil || f.error.Code == "" {
		return reason
	}
	detail := problemCode.ReplaceAllStringFunc(f.error.Code, func(code string) string {
		return strings.TrimSuffix(words("detail."+code, code), ".")
	})
	if f.error.Message != "" {
		detail += ": " + f.error.Message
	}
	return reason + " (" + detail + ")"
}

// failedSince lists what could not be sent to a client since an instant, oldest first.
func (s *Service) failedSince(ctx context.Context, clientID int64, since time.Time) ([]failed, error) {
	var out []failed
	var one failed
	var handle, name, project, lastError string
	err := s.DB().Each(ctx, []any{&handle, &name, &project, &one.legalEntityID, &one.class, &lastError}, func() error {
		f := one
		f.text = fmt.Sprintf("%s  %s, %s", handle, name, project)
		if err := json.Unmarshal([]byte(lastError), &f.error); err != nil {
			return err
		}
		out = append(out, f)
		return nil
	}, `
		SELECT handle, freelancer_name, project_title, coalesce(legal_entity_id, 0), status_reason, coalesce(last_send_error, 'null')
		  FROM applications
		 WHERE client_id = $1
		   AND status = 'sf'
		   AND status_changed_at >= $2
		   AND deleted_at IS NULL
		 ORDER BY status_changed_at, id
		 LIMIT 200`, clientID, since.UnixMilli())
	return out, err
}
