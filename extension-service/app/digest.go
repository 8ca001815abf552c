package app

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/platform/role"
)

// coverageReport is the job that tells content managers in which languages of theirs texts need attention.
func (s *Service) coverageReport() schedule.Job {
	return schedule.Job{
		Name: "translation.coverageReport", Schedule: "0 5 * * 1", Timeout: 10 * time.Minute,
		Do: s.reportCoverage,
	}
}

func (s *Service) reportCoverage(ctx context.Context, r *schedule.Run) error {
	found, err := s.parts.content.IncompleteLanguages(ctx)
	if err != nil {
		return err
	}
	for _, w := range found {
		r.Count("missing", int64(w.Missing))
		r.Count("stale", int64(w.Stale))
		r.Count("broken", int64(w.Broken))
	}
	managers, err := s.having(ctx, role.ContentEditor)
	if err != nil || r.DryRun {
		return err
	}
	for _, a := range managers {
		theirs := slices.DeleteFunc(slices.Clone(found), func(w content.IncompleteLanguage) bool {
			return w.Client != 0 && !a.Scopes.Covers(w.Client, 0)
		})
		if len(theirs) == 0 {
			continue
		}
		if err := r.Write(ctx, func(ctx context.Context) error { return s.logCoverage(ctx, a, theirs) }); err != nil {
			return err
		}
		r.Count("told", 1)
	}
	return nil
}

func (s *Service) logCoverage(ctx context.Context, a staff.Admin, found []content.IncompleteLanguage) error {
	const template = "translation.digest"
	count := 0
	lines := make([]string, len(found))
	text := s.mailText(ctx, 0, a.Locale, "mail."+template+".line")
	for i, w := range found {
		if w.Name == "" {
			w.Name = s.mailText(ctx, 0, a.Locale, "mail."+template+".product")
		}
		count += w.Missing + w.Stale + w.Broken
		lines[i] = mail.FillPlaceholders(text, map[string]string{
			"set": w.Name, "locale": w.Locale, "missing": strconv.Itoa(w.Missing), "stale": strconv.Itoa(w.Stale),
			"broken": strconv.Itoa(w.Broken),
		}, "")
	}
	_, err := s.parts.mail.Queue(ctx, mail.Mail{
		Template: template, To: a.Email, Locale: a.Locale, Entity: "admin", EntityID: a.ID,
		Params: map[string]string{"count": strconv.Itoa(count), "list": strings.Join(lines, "\n")},
	})
	return err
}

// having lists the staff at work who have a role.
func (s *Service) having(ctx context.Context, r role.Role) ([]staff.Admin, error) {
	return s.parts.staff.Having(role.AsSystem(ctx, "mail"), r)
}
