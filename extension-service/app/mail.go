package app

import (
	"context"
	"path/filepath"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/monitor"
	"poolkeeper.example/extension-service/engine/settings"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// newMail builds the queue of mails: they leave through SMTP_URL, or stay as files where there is none.
func (s *Service) newMail() (*mail.Service, error) {
	var out mail.Transport = mail.Folder{Dir: filepath.Join(s.Settings.DataDir, "mail")}
	if s.Settings.SMTPURL != "" {
		server, err := mail.NewServer(string(s.Settings.SMTPURL), nil)
		if err != nil {
			return nil, err
		}
		out = server
	}
	return mail.New(mail.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Log: s.Log, Send: out, PerSecond: s.Settings.SMTPRate,
		Text: s.mailText, Visible: s.visible, Reads: s.reads,
		Held: s.isOnHold, Watch: s.watchWork(monitor.Mail),
		From:   func(ctx context.Context) (string, error) { return s.parts.settings.Text(ctx, settings.MailFrom) },
		Portal: func(ctx context.Context) (string, error) { return s.parts.settings.Text(ctx, settings.PortalURL) },
	}), nil
}

// mailText is a text as one client words it, or "".
func (s *Service) mailText(ctx context.Context, clientID int64, locale, key string) string {
	var client string
	if clientID != 0 {
		if c, err := s.parts.domains.clients.Get(role.AsSystem(ctx, "mail"), clientID); err == nil {
			client = c.Name
		}
	}
	return s.parts.content.Messages.Set(client, locale).Texts[key]
}

// visible answers NOT_FOUND for a record the caller cannot see, FORBIDDEN for one of a kind it may not read.
func (s *Service) visible(ctx context.Context, entity string, id int64) error {
	r := s.Registry.Named(entity)
	if r == nil {
		return fault.New(fault.NotFound, "NOT_FOUND", "no records are called %q", entity)
	}
	if needs := r.Facts().Read; !role.From(ctx).CanAny(needs) {
		return resource.Forbidden(needs...)
	}
	_, err := r.Label(ctx, id)
	return err
}

// newSettings builds the settings; one of them lives with the clients and legal entities, which are there by then.
func (s *Service) newSettings() *settings.Service {
	c := s.parts.domains.clients
	return &settings.Service{Deps: settings.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now,
		Recheck: s.recheck,
		Scopes: map[settings.Scope]settings.Scoped{
			settings.Client:      {Get: c.IgnoreOwnership, Set: c.SetIgnoreOwnership},
			settings.LegalEntity: {Get: c.Entities.IgnoreOwnership, Set: c.Entities.SetIgnoreOwnership, Inherits: true},
		},
	}}
}
