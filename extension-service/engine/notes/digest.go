package notes

import (
	"context"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/platform/role"
)

// DueTasks is the template of the mail that names the tasks of a day.
const DueTasks = "note.digest"

// mostLines is how many tasks one mail names.
const mostLines = 20

// Digest is the job that tells staff in the morning which of their tasks are due, in one mail to each.
func (s *Service) Digest() schedule.Job {
	return schedule.Job{Name: "note.digest", Schedule: "0 5 * * *", Timeout: 10 * time.Minute, Do: s.digest}
}

func (s *Service) digest(ctx context.Context, r *schedule.Run) error {
	staff, err := s.deps.Staff.AtWork(role.AsSystem(ctx, Entity), "")
	if err != nil {
		return err
	}
	for _, who := range staff {
		page, err := s.due(role.With(ctx, who), who.ID, date.FromTime(s.Now().UTC()))
		if err != nil {
			return err
		}
		if page.Total == 0 {
			continue
		}
		r.Count("dueTasks", page.Total)
		if r.DryRun {
			continue
		}
		if err := r.Write(ctx, func(ctx context.Context) error { return s.sendDigest(ctx, who, page) }); err != nil {
			return err
		}
		r.Count("told", 1)
	}
	return nil
}

// sendDigest writes the mail with the tasks of somebody. It names records by their handles, and nobody.
func (s *Service) sendDigest(ctx context.Context, who *role.Caller, page query.Page[Note]) error {
	line := s.deps.Text(ctx, 0, who.Locale, "mail."+DueTasks+".line")
	lines := make([]string, len(page.Rows))
	for i, n := range page.Rows {
		h := resource.Holder{Handle: n.RecordHandle, Title: n.RecordTitle}
		lines[i] = mail.FillPlaceholders(line, map[string]string{
			"due":    string(n.DueOn),
			"record": s.recordName(ctx, n.Entity, h, who.Locale),
		}, "")
	}
	_, err := s.deps.Mail(ctx, mail.Mail{
		Template: DueTasks, To: who.Email, Locale: who.Locale, Entity: "admin", EntityID: who.ID,
		Params: map[string]string{"count": strconv.FormatInt(page.Total, 10), "list": strings.Join(lines, "\n")},
	})
	return err
}
