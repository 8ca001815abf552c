package app

import (
	"context"
	"path/filepath"
	"time"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/mail"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/settings"
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
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Log: s.Log, Send: out, Text: s.mailText, Visible: s.visible,
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
	if needs := r.About().Read; !role.From(ctx).CanAny(needs) {
		return resource.Forbidden(needs...)
	}
	_, err := r.Label(ctx, id)
	return err
}

// newSettings builds the settings; one of them lives with clients and legal entities.
func (s *Service) newSettings() *settings.Service {
	return &settings.Service{Deps: settings.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now,
		Recheck: func(ctx context.Context, c *role.Caller) error { return s.parts.staff.Recheck(ctx, c) },
		Scopes: map[settings.Scope]settings.Scoped{
			settings.Client:      {Get: s.clientIgnores, Set: s.setClientIgnores},
			settings.LegalEntity: {Get: s.entityIgnores, Set: s.setEntityIgnores, Inherits: true},
		},
	}}
}

func (s *Service) clientIgnores(ctx context.Context, id int64) (*bool, bool, error) {
	c, err := s.parts.domains.clients.Get(ctx, id)
	return &c.IgnoreOwnershipRestriction, false, err
}

func (s *Service) setClientIgnores(ctx context.Context, id int64, value *bool) error {
	clients := s.parts.domains.clients
	old, err := clients.Get(ctx, id)
	if err != nil {
		return err
	}
	c := old
	c.IgnoreOwnershipRestriction = *value
	return clients.Update(ctx, old, &c)
}

func (s *Service) entityIgnores(ctx context.Context, id int64) (*bool, bool, error) {
	e, err := s.parts.domains.clients.Entities.Get(ctx, id)
	if err != nil {
		return nil, false, err
	}
	c, err := s.parts.domains.clients.Get(role.AsSystem(ctx, "setting"), e.ClientID)
	return e.IgnoreOwnershipRestriction, c.IgnoreOwnershipRestriction, err
}

func (s *Service) setEntityIgnores(ctx context.Context, id int64, value *bool) error {
	entities := s.parts.domains.clients.Entities
	old, err := entities.Get(ctx, id)
	if err != nil {
		return err
	}
	e := old
	e.IgnoreOwnershipRestriction = value
	return entities.Update(ctx, old, &e)
}
