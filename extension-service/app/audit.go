package app

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/audit"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/settings"
	"poolkeeper.example/extension-service/staff"
)

// declareAudit declares the whole log.
func (s *Service) declareAudit() {
	resource.Add(s.Registry, audit.Resource(&audit.Entries{Log: s.Audit, Mask: s.maskEntry}))
}

// readers open the values of entries about what is no resource; of everything else only the names of fields are told.
var readers = map[string]role.Permission{
	staff.Entity:                role.AdminUserRead,
	settings.Entity:             role.SettingRead,
	"d_client":                  role.ClientRead,
	"d_translation_keys":        role.TranslationRead,
	"d_translation_client_keys": role.TranslationRead,
}

// maskEntry leaves out of an entry the values that its reader may not read of such a record today.
func (s *Service) maskEntry(ctx context.Context, l *audit.Line) {
	if r := s.Registry.Named(l.Entity); r != nil {
		r.Mask(ctx, l)
		return
	}
	if needs := readers[l.Entity]; needs == "" || !role.From(ctx).Can(needs) {
		l.Before, l.After = map[string]json.RawMessage{}, map[string]json.RawMessage{}
	}
}
